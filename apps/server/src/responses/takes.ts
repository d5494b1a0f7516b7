import type { SpeechFields } from '@fonema/contract'
import type { ItemResponseRow, TakeRow } from './queries.ts'

/**
 * The take that counts, of takes in the order of `findTakes`. A skip has none: the interrupted takes before it are
 * kept, but they answer nothing.
 */
export const countingTake = (answer: ItemResponseRow, takes: readonly TakeRow[]): TakeRow | undefined =>
  answer.skipped_purpose === null ? takes[0] : undefined

/** Ended by the loss of the microphone or of the page. */
export const isInterrupted = ({ settings }: SpeechFields): boolean => settings?.interrupted === true

/** What this page has sent under this number before. Another page's take of the same number is another take. */
export const findSent = (
  takes: readonly TakeRow[],
  { take, holder }: Pick<SpeechFields, 'take' | 'holder'>,
): TakeRow | undefined =>
  takes.find((candidate) => candidate.sent_take === take && candidate.holder === (holder ?? null))

/** The number that was asked for, or the next one when another page's take has it. */
export const freeNumber = (takes: readonly TakeRow[], asked: number): number =>
  takes.some(({ take }) => take === asked) ? Math.max(...takes.map(({ take }) => take)) + 1 : asked

/** The interrupted take that a take goes on with, as its own page numbered it. */
export const findContinued = (takes: readonly TakeRow[], { continues, holder }: SpeechFields): TakeRow | undefined =>
  continues === undefined ? undefined : findSent(takes, { take: continues, holder })

/** Seconds of a take and of all that it goes on with. */
export function secondsUpTo(takes: readonly TakeRow[], last: TakeRow | undefined): number {
  const seen = new Set<TakeRow>()
  for (let take = last; take !== undefined && !seen.has(take); ) {
    seen.add(take)
    const { continues }: TakeRow = take
    take = takes.find((candidate) => candidate.take === continues)
  }
  return [...seen].reduce((sum, { window_start, window_end }) => sum + window_end - window_start, 0)
}
