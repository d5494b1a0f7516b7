import type { ProtocolResponse } from './responses.ts'

/**
 * When the device says that the session's first take was recorded, if that is a day before the session's own: a session
 * made without a network begins when it arrives. The device's clock may be wrong, so it is shown and decides nothing.
 *
 * @param dayIn the calendar day of a time, `YYYY-MM-DD`
 * @returns a timestamp; null: the same day, or a later one
 */
export function deviceDate(
  { date_created, responses }: Pick<ProtocolResponse, 'date_created' | 'responses'>,
  dayIn: (time: Date) => string,
): string | null {
  const times = responses.flatMap(({ takes }) => takes.map(({ recorded_at }) => Date.parse(recorded_at)))
  if (times.length === 0) return null
  const first = new Date(Math.min(...times))
  return dayIn(first) < dayIn(new Date(date_created)) ? first.toISOString() : null
}
