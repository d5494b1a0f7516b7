import { expect, test } from 'vitest'
import { groupByLanguage } from './protocol-order.ts'

const locale = (code: string) => ({
  id: code,
  code,
  lang: { id: code.slice(0, 2), code: code.slice(0, 2) },
  country: '',
})
const protocol = (name: string, code: string, is_practice = false) => ({ name, locale: locale(code), is_practice })
const names = (protocols: { name: string }[]) => protocols.map(({ name }) => name)

test("the participant's own locale comes first, then the same language, then the others", () => {
  const protocols = [protocol('english', 'en-US'), protocol('mexico', 'es-MX'), protocol('argentina', 'es-AR')]
  const { own, others } = groupByLanguage(protocols, locale('es-AR'))
  expect(names(own)).toEqual(['argentina', 'mexico'])
  expect(names(others)).toEqual(['english'])
})

test('practice protocols come after the others', () => {
  const protocols = [protocol('practice', 'es-ES', true), protocol('short', 'es-ES'), protocol('language', 'es-ES')]
  expect(names(groupByLanguage(protocols, locale('es-ES')).own)).toEqual(['short', 'language', 'practice'])
})

test('without a known locale all protocols are offered', () => {
  expect(names(groupByLanguage([protocol('english', 'en-US')], undefined).others)).toEqual(['english'])
})
