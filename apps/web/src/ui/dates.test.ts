import { expect, test } from 'vitest'
import { dayIn, formatApiDate, formatDay, parseApiDate, yearsBetween } from './dates.ts'

test('reads a calendar date, a date-time without zone as UTC, and a date-time with zone', () => {
  expect(parseApiDate('2026-11-20')).toEqual({ date: new Date('2026-11-20T00:00:00Z'), isDay: true })
  expect(parseApiDate('2026-11-20T08:38:00')).toEqual({ date: new Date('2026-11-20T08:38:00Z'), isDay: false })
  expect(parseApiDate('2026-11-20T08:38:00.000Z')).toEqual({ date: new Date('2026-11-20T08:38:00Z'), isDay: false })
  expect(parseApiDate('2026-11-20T08:38:00-03:00')?.date).toEqual(new Date('2026-11-20T11:38:00Z'))
})

test('a text that is not a date stays unchanged', () => {
  expect(parseApiDate('tomorrow')).toBeNull()
  expect(formatApiDate('tomorrow', 'es')).toBe('tomorrow')
})

test('a calendar date is the same day west of Greenwich', () => {
  const zone = process.env.TZ
  process.env.TZ = 'America/Argentina/Buenos_Aires'
  try {
    expect(formatApiDate('2026-03-01', 'en')).toBe('1 Mar 2026')
    expect(formatDay('2026-03-01', 'en')).toBe('1 Mar 2026')
    expect(formatDay('2026-03-01T01:30:00Z', 'en')).toBe('28 Feb 2026')
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test("today is a day in the organisation's time zone", () => {
  const evening = new Date('2026-11-21T01:30:00Z')
  expect(dayIn('America/Argentina/Buenos_Aires', evening)).toBe('2026-11-20')
  expect(dayIn('Europe/Madrid', evening)).toBe('2026-11-21')
})

test('an age increases on the birthday, and on 1 March for those born on 29 February', () => {
  expect(yearsBetween('1950-04-03', '2026-04-02')).toBe(75)
  expect(yearsBetween('1950-04-03', '2026-04-03')).toBe(76)
  expect(yearsBetween('1952-02-29', '2026-02-28')).toBe(73)
  expect(yearsBetween('1952-02-29', '2026-03-01')).toBe(74)
  expect(yearsBetween('2026-04-03', '2026-04-02')).toBeNull()
})
