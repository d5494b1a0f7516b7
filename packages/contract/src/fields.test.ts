import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { NewParticipant } from './participants.ts'
import { SpeechFields } from './responses.ts'
import type { Route } from './route.ts'

const locale = '01a1998e-4405-7765-9f28-afbace48a381'

test('text is trimmed, an emptied field is null, an absent one stays absent', () => {
  const parsed = NewParticipant.parse({ code: ' A 1 ', locale, first_name: ' ', last_name: 'Ñandú\tde', birthday: '' })
  expect(parsed).toEqual({ code: 'A 1', locale, first_name: null, last_name: 'Ñandú\tde', birthday: null })
})

test('text that cannot be stored, or that turns the direction of writing, is refused', () => {
  for (const first_name of ['a\0b', 'Ana\u202e', '\u2066Ana', 'Ana\ud83d', '\udc00'])
    expect([first_name, NewParticipant.safeParse({ code: 'A', locale, first_name }).success]).toEqual([
      first_name,
      false,
    ])
  for (const first_name of ['Ana 👩‍⚕️', 'אנה', '\u200eAna'])
    expect([first_name, NewParticipant.safeParse({ code: 'A', locale, first_name }).success]).toEqual([
      first_name,
      true,
    ])
})

test('the fields beside a recording are parsed from their texts', () => {
  expect(SpeechFields.parse({ take: '3', gaps: '[{"at":1,"length":0.5}]', window: '{"start":0,"end":2}' })).toEqual({
    take: 3,
    gaps: [{ at: 1, length: 0.5 }],
    window: { start: 0, end: 2 },
  })
  // Declared as JSON, a part arrives parsed.
  expect(SpeechFields.parse({ gaps: [{ at: 1, length: 0.5 }] })).toEqual({ take: 1, gaps: [{ at: 1, length: 0.5 }] })
  expect(SpeechFields.parse({})).toEqual({ take: 1 })
  for (const fields of [
    { take: '1.5' },
    { gaps: '[' },
    { window: '{"start":2,"end":1}' },
    { window: { start: 2 } },
    { sha256: 'x' },
  ])
    expect(SpeechFields.safeParse(fields).success).toBe(false)
})

test('every parameter of a path has a schema, and every route an answer', () => {
  for (const [key, route] of Object.entries(contract) as [string, Route][]) {
    const names = Array.from(key.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    expect([key, Object.keys(route.params?.shape ?? {}).sort()]).toEqual([key, names.sort()])
    expect(Number(Object.keys(route.responses)[0])).toBeLessThan(300)
    // Only these of the specification come without a trailing slash.
    if (!/\/(toggle_table|(des)?impersonification)$/.test(key)) expect(key.endsWith('/')).toBe(true)
  }
})
