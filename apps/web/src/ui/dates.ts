import { dateLocale } from '@fonema/contract/date-locale'
import { dateFormat } from './formats.ts'

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/
const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** A moment, or a calendar day without a time or time zone. */
type ApiDate = { date: Date; isDay: boolean }

/**
 * Reads the three forms of the API: a calendar date, a date-time without zone (UTC), a date-time with zone.
 * @returns null when the text is none of them
 */
export function parseApiDate(text: string): ApiDate | null {
  const isDay = calendarDate.test(text)
  const date = new Date(isDay ? `${text}T00:00:00Z` : hasZone.test(text) ? text : `${text}Z`)
  return Number.isNaN(date.getTime()) ? null : { date, isDay }
}

/** Formats for display: a day is the same in every time zone, a moment is shown in the reader's own. */
export function formatApiDate(text: string, language: string, dateStyle: 'medium' | 'long' = 'medium'): string {
  const parsed = parseApiDate(text)
  if (parsed === null) return text
  const style: Intl.DateTimeFormatOptions = parsed.isDay
    ? { dateStyle, timeZone: 'UTC' }
    : { dateStyle, timeStyle: 'short' }
  return dateFormat(dateLocale(language), style).format(parsed.date)
}

/** The day of a moment in the reader's time zone, or a calendar day. */
export const formatDay = (text: string, language: string): string => dayFormat(language)(text)

/** The same for many rows: a format takes longer to make than to use. */
export function dayFormat(language: string): (text: string) => string {
  const [moments, days] = [{}, { timeZone: 'UTC' }].map((zone) =>
    dateFormat(dateLocale(language), { dateStyle: 'medium', ...zone }),
  ) as [Intl.DateTimeFormat, Intl.DateTimeFormat]
  return (text) => {
    const parsed = parseApiDate(text)
    return parsed === null ? text : (parsed.isDay ? days : moments).format(parsed.date)
  }
}

/**
 * The calendar day of a moment in a time zone, `YYYY-MM-DD`: "today" depends on the organisation or the user, not on the browser.
 */
export function dayIn(timeZone: string, time: Date): string {
  return dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)
}

/** Day and time of a moment in a time zone, without the zone: `2026-11-25T10:30:00`. */
export const wallClockIn = (timeZone: string, time: Date): string =>
  `${dayIn(timeZone, time)}T${dateFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(time)}`

/** Whole years from one calendar day to another, both YYYY-MM-DD; null when `to` is before `from`. */
export function yearsBetween(from: string, to: string): number | null {
  if (to < from) return null
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}
