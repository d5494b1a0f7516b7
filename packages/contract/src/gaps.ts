import type { z } from 'zod'
import type { Gap } from './takes.ts'

/**
 * Sorts gaps and merges those that overlap or touch, so that no loss counts twice. A pause precedes the take and stays
 * separate.
 */
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
