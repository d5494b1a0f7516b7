import { randomInt } from 'node:crypto'

const minute = 60
const hour = 60 * minute

/** From the first attempt on. */
export const retrySeconds = 72 * hour
const [firstDelay, growth, maxDelay] = [5, 4, 12 * hour]

/**
 * When to try again after this many attempts: 5 s, 20 s, 80 s … up to 12 h, each up to a fifth later, so that the
 * deliveries of an outage do not return together. The last attempt is at the end of the retries. Null: it has passed.
 */
export function nextAttempt(attempts: number, first: Date, now: Date): Date | null {
  const end = first.getTime() + retrySeconds * 1000
  if (now.getTime() >= end) return null
  const seconds = Math.min(maxDelay, firstDelay * growth ** (attempts - 1))
  const jittered = seconds * 1000 + randomInt(Math.ceil(seconds * 200))
  return new Date(Math.min(end, now.getTime() + jittered))
}
