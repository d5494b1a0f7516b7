/** The time of day, injected so that tests and the demonstration clinic can set it. */
export type Clock = { now(): Date }

/** The clocks of several machines may differ by so much. */
export const clockSkewSeconds = 60

/** Made before the clock was set back: nothing that counts time from then on would end in time. */
export const isFromTheFuture = (time: Date, now: Date) => time.getTime() > now.getTime() + clockSkewSeconds * 1000

export const systemClock: Clock = { now: () => new Date() }

/** The calendar day in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)
}
