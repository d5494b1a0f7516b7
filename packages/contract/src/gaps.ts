import type { z } from 'zod'
import type { Gap } from './responses.ts'

/** In order, and what overlaps or touches as one: nothing is lost twice. A pause lies before the take and stays apart. */
export function joinGaps(gaps: readonly z.infer<typeof Gap>[]): z.infer<typeof Gap>[] {
  const pauses = gaps.filter(({ pause }) => pause)
  const joined: { at: number; length: number }[] = []
  for (const { at, length } of gaps.filter(({ pause }) => !pause).toSorted((a, b) => a.at - b.at)) {
    const last = joined.at(-1)
    if (last !== undefined && at <= last.at + last.length) last.length = Math.max(last.length, at + length - last.at)
    else joined.push({ at, length })
  }
  return [...pauses, ...joined]
}
