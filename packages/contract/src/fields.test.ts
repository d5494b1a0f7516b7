import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { NewParticipant } from './participants.ts'
import type { Route } from './route.ts'
import { SetupFields } from './setup.ts'
import { SpeechFields } from './takes.ts'

const locale = '01a1998e-4405-7765-9f28-afbace48a381'

test('text is trimmed, an emptied field is null, an absent field stays absent', () => {
  const parsed = NewParticipant.parse({ code: ' A 1 ', locale, first_name: ' ', last_name: 'Ñandú\tde', birthday: '' })
  expect(parsed).toEqual({ code: 'A 1', locale, first_name: null, last_name: 'Ñandú\tde', birthday: null })
})

test('refuses text that cannot be stored or that changes the writing direction', () => {
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
  expect(SpeechFields.parse({ take: '3', gaps: '[{"at":1,"length":0.5}]', window: '{"start":0.5,"end":2}' })).toEqual({
    take: 3,
    gaps: [{ at: 1, length: 0.5 }],
    window: { start: 0.5, end: 2 },
  })
  // A part declared as JSON arrives parsed.
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

test('every path parameter has a schema, and every route has an answer', () => {
  for (const [key, route] of Object.entries(contract) as [string, Route][]) {
    const names = Array.from(key.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    expect([key, Object.keys(route.params?.shape ?? {}).sort()]).toEqual([key, names.sort()])
    expect(Number(Object.keys(route.responses)[0])).toBeLessThan(300)
    // In the specification, only these addresses lack a trailing slash; a calendar has the ending of its format.
    if (!/\/(toggle_table|(des)?impersonification|visits\.ics)$/.test(key)) expect(key.endsWith('/')).toBe(true)
  }
})

test('a time zone is an IANA name', () => {
  const { time_zone } = SetupFields.shape
  for (const good of ['America/Argentina/Buenos_Aires', 'UTC'])
    expect(time_zone.safeParse(good).success, good).toBe(true)
  for (const bad of ['America/Nowhere', '', 'Buenos Aires']) expect(time_zone.safeParse(bad).success, bad).toBe(false)
})
