import type { SpeechFields, Take } from '@fonema/contract'
import type { ItemResponseRow, SessionRow, TakeRow } from './queries.ts'

/** By the server's clock, a completed session accepts retakes for this long. */
const retakeHours = 24

/** Whether the examiner can no longer be recording: from then on a take that arrives is late and does not count. */
export const isClosed = ({ completed_at }: SessionRow, now: Date): boolean =>
  completed_at !== null && now.getTime() - completed_at.getTime() > retakeHours * 3_600_000

type Ranked = Pick<TakeRow, 'generation' | 'take'>
const outranks = (a: Ranked, b: Ranked): boolean =>
  a.generation === b.generation ? a.take > b.take : a.generation > b.generation

/** Whether a new take replaces the one that counts. It must also come after every other that could have counted. */
export const isNext = (take: Ranked, stored: readonly TakeRow[]): boolean =>
  stored.every((other) => (!other.counts && (other.late || other.interrupted)) || outranks(take, other))

/** What a take is to its item now. */
export function statusOf({ counts, late, interrupted }: TakeRow): Take['status'] {
  if (counts) return 'counting'
  if (late) return 'late'
  return interrupted ? 'interrupted' : 'superseded'
}

/**
 * The take that an item shows, of takes in the order of `findTakes`: the one that counts, or else an interrupted one.
 * A skip has none.
 */
export const shownTake = (answer: ItemResponseRow, takes: readonly TakeRow[]): TakeRow | undefined =>
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
