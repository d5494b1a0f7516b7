import type { TakeId, TypedWord } from '@fonema/contract'
import type { Transcript } from '@fonema/transcript-exchange'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import '../../responses/tables.ts'
import { findSpokenItem, findTranscripts, heardWords, type SpokenItem, type TranscriptRow } from '../transcripts.ts'

export type Recorded = { item: SpokenItem; totalSeconds: number; newest: TranscriptRow | undefined }

/**
 * A take with its newest transcript.
 *
 * @throws {AppError} `not_found`
 */
export async function findRecorded(tx: Tx, takeId: TakeId): Promise<Recorded> {
  const item = await findSpokenItem(tx, takeId)
  if (item === undefined) throw new AppError('not_found')
  const { total_seconds } = await tx
    .selectFrom('takes')
    .select('total_seconds')
    .where('id', '=', takeId)
    .executeTakeFirstOrThrow()
  const [newest] = await findTranscripts(tx, takeId)
  return { item, totalSeconds: total_seconds, newest }
}

/** Words as a person leaves them, without what a recogniser thinks of them. */
export const typedWords = (row: Pick<TranscriptRow, 'words'>): TypedWord[] =>
  heardWords(row).map(({ text, start, end, speaker, marks }) => ({
    text,
    start: end === null ? null : start,
    end: start === null ? null : end,
    ...(speaker !== undefined && { speaker }),
    ...(marks !== undefined && { marks }),
  }))

/** Microseconds: shorter than a sample, and without the rests of a sum. */
const exact = (seconds: number) => Math.round(seconds * 1e6) / 1e6

const moved = (word: TypedWord, by: number): TypedWord => {
  const { start, end } = word
  return start === null || end === null ? word : { ...word, start: exact(start + by), end: exact(end + by) }
}

/** The transcript with times from the start of the recording, as its file has them. */
export function ofRecording({ item, totalSeconds }: Recorded, row: TranscriptRow): Transcript {
  const words = typedWords(row).map((word) => moved(word, item.window.start))
  return { words, duration: totalSeconds, language: item.language, made: row.created_at }
}

/**
 * Words of a file with times from the start of the marked window.
 *
 * @returns null when a word is outside the window
 */
export function ofWindow({ item: { window } }: Recorded, words: readonly TypedWord[]): TypedWord[] | null {
  // Formats in milliseconds round.
  const tolerance = 0.002
  const length = window.end - window.start
  const within = words.map((word) => moved(word, -window.start))
  const isOutside = within.some(({ start, end }) => (start ?? 0) < -tolerance || (end ?? 0) > length + tolerance)
  if (isOutside) return null
  const limited = (seconds: number | null) => seconds && Math.min(Math.max(seconds, 0), length)
  return within.map((word) => ({ ...word, start: limited(word.start), end: limited(word.end) }))
}
