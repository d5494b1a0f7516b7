import { expect, test } from 'vitest'
import { deviceDate } from './device-date.ts'

const dayIn = (time: Date) => time.toISOString().slice(0, 10)
const dateOf = (date_created: string, ...recorded: string[]) =>
  deviceDate({ date_created, responses: recorded.map((recorded_at) => ({ takes: [{ recorded_at }] })) } as never, dayIn)

test.each([
  [
    'the first take of an earlier day',
    '2026-11-25T08:00:00.000Z',
    ['2026-11-23T10:05:00.000Z', '2026-11-23T10:00:00.000Z'],
    '2026-11-23T10:00:00.000Z',
  ],
  ['an earlier hour of the same day', '2026-11-25T08:00:00.000Z', ['2026-11-25T07:00:00.000Z'], null],
  [
    'a session that was continued on a later day',
    '2026-11-25T08:00:00.000Z',
    ['2026-11-25T08:01:00.000Z', '2026-11-27T08:00:00.000Z'],
    null,
  ],
  ['no take', '2026-11-25T08:00:00.000Z', [], null],
])('%s', (_, created, recorded, date) => {
  expect(dateOf(created, ...recorded)).toBe(date)
})
