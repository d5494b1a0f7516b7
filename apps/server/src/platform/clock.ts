/** The time of day, injected so that tests and the demonstration clinic can set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The calendar day in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)
}
