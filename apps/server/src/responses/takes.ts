import type { SpeechFields, Take } from '@fonema/contract'
import type { ItemResponseRow, SessionRow, TakeRow } from './queries.ts'

/** How long a completed session accepts retakes, by the server's clock. */
const retakeHours = 24

/** Whether a session is closed: a take that arrives afterwards is late and does not count. */
export const isClosed = ({ completed_at }: SessionRow, now: Date): boolean =>
  completed_at !== null && now.getTime() - completed_at.getTime() > retakeHours * 3_600_000

type Ranked = Pick<TakeRow, 'generation' | 'take'>
const outranks = (a: Ranked, b: Ranked): boolean =>
  a.generation === b.generation ? a.take > b.take : a.generation > b.generation

/** Whether a new take replaces the counting one. It must also outrank every other take that could have counted. */
export const isNext = (take: Ranked, stored: readonly TakeRow[]): boolean =>
  stored.every((other) => (!other.counts && (other.late || other.interrupted)) || outranks(take, other))

/** The current status of a take within its item. */
export function statusOf({ counts, late, interrupted }: TakeRow): Take['status'] {
  if (counts) return 'counting'
  if (late) return 'late'
  return interrupted ? 'interrupted' : 'superseded'
}

/**
 * The take that an item shows, from takes in the order of `findTakes`: the counting one, or otherwise an interrupted
 * one. A skipped item shows none.
 */
export const shownTake = (answer: ItemResponseRow, takes: readonly TakeRow[]): TakeRow | undefined =>
  answer.skipped_purpose === null ? takes[0] : undefined

/** Whether the loss of the microphone or the page ended the take. */
export const isInterrupted = ({ settings }: SpeechFields): boolean => settings?.interrupted === true

/**
 * The take that this page sent before with this number. Another page's take with the same number is a different take.
 */
export const findSent = (
  takes: readonly TakeRow[],
  { take, holder }: Pick<SpeechFields, 'take' | 'holder'>,
): TakeRow | undefined =>
  takes.find((candidate) => candidate.sent_take === take && candidate.holder === (holder ?? null))

/** The requested number, or the next free one if another page's take has it. */
export const freeNumber = (takes: readonly TakeRow[], asked: number): number =>
  takes.some(({ take }) => take === asked) ? Math.max(...takes.map(({ take }) => take)) + 1 : asked

/** The interrupted take that a take continues, by its page's number. */
export const findContinued = (takes: readonly TakeRow[], { continues, holder }: SpeechFields): TakeRow | undefined =>
  continues === undefined ? undefined : findSent(takes, { take: continues, holder })

/** Seconds of a take and of all takes that it continues. */
export function secondsUpTo(takes: readonly TakeRow[], last: TakeRow | undefined): number {
  const seen = new Set<TakeRow>()
  for (let take = last; take !== undefined && !seen.has(take); ) {
    seen.add(take)
    const { continues }: TakeRow = take
    take = takes.find((candidate) => candidate.take === continues)
  }
  return [...seen].reduce((sum, { window_start, window_end }) => sum + window_end - window_start, 0)
}
