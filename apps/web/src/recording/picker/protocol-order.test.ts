import type { ProtocolId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { groupByLanguage, latestTimes } from './protocol-order.ts'

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
  const { own, others } = groupByLanguage(protocols, locale('es-AR'), never, never)
  expect(names(own)).toEqual(['argentina', 'mexico'])
  expect(names(others)).toEqual(['english'])
})

test('practice protocols come after the others', () => {
  const protocols = [protocol('practice', 'es-ES', true), protocol('short', 'es-ES'), protocol('language', 'es-ES')]
  expect(names(groupByLanguage(protocols, locale('es-ES'), never, never).own)).toEqual([
    'short',
    'language',
    'practice',
  ])
})

test('without a known locale all protocols are offered', () => {
  expect(names(groupByLanguage([protocol('english', 'en-US')], undefined, never, never).others)).toEqual(['english'])
})

test('the protocol recorded last comes first, in its language, before a closer locale', () => {
  const protocols = [protocol('argentina', 'es-AR'), protocol('spain', 'es-ES'), protocol('mexico', 'es-MX')]
  const recorded = new Map([
    ['mexico', '2026-03-01T10:00:00Z'],
    ['spain', '2026-04-01T10:00:00Z'],
  ])
  expect(names(groupByLanguage(protocols, locale('es-AR'), recorded, never).own)).toEqual([
    'spain',
    'mexico',
    'argentina',
  ])
})

test('for a new participant, what the examiner recorded last comes first within the same locale', () => {
  const protocols = [
    ...[protocol('short', 'es-AR'), protocol('long', 'es-AR')],
    ...[protocol('spain', 'es-ES'), protocol('practice', 'es-AR', true)],
  ]
  const byExaminer = latestTimes([
    { protocol: 'long', recorded_at: '2026-01-01T10:00:00Z' },
    { protocol: 'short', recorded_at: '2026-02-01T10:00:00Z' },
    { protocol: 'long', recorded_at: '2026-03-01T10:00:00Z' },
    { protocol: 'long', recorded_at: '2026-01-02T10:00:00Z' },
    { protocol: 'spain', recorded_at: '2026-04-01T10:00:00Z' },
  ])
  const own = (recorded: ReadonlyMap<string, string>) =>
    names(groupByLanguage(protocols, locale('es-AR'), recorded, byExaminer).own)
  expect(own(never)).toEqual(['long', 'short', 'spain', 'practice'])
  // What the participant recorded before is stronger.
  expect(own(new Map([['short', '2020-01-01T10:00:00Z']]))).toEqual(['short', 'long', 'spain', 'practice'])
})
