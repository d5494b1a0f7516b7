import type { ProtocolId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { groupByLanguage } from './protocol-order.ts'

const locale = (code: string) => ({
  id: code,
  code,
  lang: { id: code.slice(0, 2), code: code.slice(0, 2) },
  country: '',
})
const protocol = (name: string, code: string, is_practice = false) => ({
  id: name as ProtocolId,
  name,
  locale: locale(code),
  is_practice,
})
const never = new Map<string, string>()
const names = (protocols: { name: string }[]) => protocols.map(({ name }) => name)

test("the participant's own locale comes first, then the same language, then the others", () => {
  const protocols = [protocol('english', 'en-US'), protocol('mexico', 'es-MX'), protocol('argentina', 'es-AR')]
  const { own, others } = groupByLanguage(protocols, locale('es-AR'), never)
  expect(names(own)).toEqual(['argentina', 'mexico'])
  expect(names(others)).toEqual(['english'])
})

test('practice protocols come after the others', () => {
  const protocols = [protocol('practice', 'es-ES', true), protocol('short', 'es-ES'), protocol('language', 'es-ES')]
  expect(names(groupByLanguage(protocols, locale('es-ES'), never).own)).toEqual(['short', 'language', 'practice'])
})

test('without a known locale all protocols are offered', () => {
  expect(names(groupByLanguage([protocol('english', 'en-US')], undefined, never).others)).toEqual(['english'])
})

test('the protocol recorded last comes first, in its language, before a closer locale', () => {
  const protocols = [protocol('argentina', 'es-AR'), protocol('spain', 'es-ES'), protocol('mexico', 'es-MX')]
  const recorded = new Map([
    ['mexico', '2026-03-01T10:00:00Z'],
    ['spain', '2026-04-01T10:00:00Z'],
  ])
  expect(names(groupByLanguage(protocols, locale('es-AR'), recorded).own)).toEqual(['spain', 'mexico', 'argentina'])
})
