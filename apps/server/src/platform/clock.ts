/** The current time, injected so that tests and the demonstration clinic can set it. */
export type Clock = { now(): Date }

/** How much the clocks of several machines may differ. */
export const clockSkewSeconds = 60

/** Whether a time was taken before the clock was set back. A period that starts at such a time would end too late. */
export const isFromTheFuture = (time: Date, now: Date) => time.getTime() > now.getTime() + clockSkewSeconds * 1000

export const systemClock: Clock = { now: () => new Date() }

/** The calendar day in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)
}
