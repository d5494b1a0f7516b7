import type { NewTranscript, OrganizationId, TakeId, TranscriptVersion, TypedWord, UserId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Page } from '../platform/http/pages.ts'
import type { Examiner } from '../platform/http/principal.ts'
import type { ItemPath } from '../responses/answers.ts'
import { findItemResponse, findTakes } from '../responses/queries.ts'
import { requireOpenSession, requireSession } from '../responses/service.ts'
import { shownTake } from '../responses/takes.ts'
import { alignWords } from './align-words.ts'
import { lockTake } from './queries.ts'
import { refuseBlind } from './second-opinion/blind.ts'
import {
  findSpokenItem,
  findTranscripts,
  heardWords,
  insertTranscript,
  type SpokenItem,
  saveWordResults,
  type TranscriptRow,
  toVersion,
  transcriptsOf,
} from './transcripts.ts'

/** Recognisers place the end of the last word up to this much after the end of the recording. */
const lateS = 0.5

/** The take whose transcript is shown for an item. */
export async function requireTake(tx: Tx, examiner: Examiner, path: ItemPath): Promise<TakeId> {
  const { id } = await requireSession(tx, examiner, path)
  const answer = await findItemResponse(tx, id, path.protocol_item_id)
  const take = answer && shownTake(answer, await findTakes(tx, [answer.id]))
  if (take === undefined) throw new AppError('not_found')
  return take.id
}

/** The same, of an open session, locked until the end of the transaction. */
export async function requireOpenTake(tx: Tx, examiner: Examiner, path: ItemPath): Promise<TakeId> {
  await requireOpenSession(tx, examiner, path)
  const takeId = await requireTake(tx, examiner, path)
  await lockTake(tx, takeId)
  return takeId
}

export async function listTranscripts(
  tx: Tx,
  page: Page,
  examiner: Examiner,
  path: ItemPath,
): Promise<TranscriptVersion[]> {
  const rows = await page.read(tx, transcriptsOf(tx, await requireTake(tx, examiner, path)))
  const ids = [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))]
  const people =
    ids.length === 0
      ? []
      : await tx.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
  return rows.map((row) => toVersion(row, people.find(({ id }) => id === row.author_id) ?? null))
}

export type CorrectionDeps = { catalogue: Catalogue; clock: Clock }

/**
 * A person's version of a transcript. The corrected version is kept. The correction must be based on the newest
 * version.
 */
export async function correctTranscript(
  deps: CorrectionDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  { text, words, based_on }: NewTranscript,
): Promise<TranscriptVersion> {
  await requireOpenSession(tx, examiner, path)
  const takeId = await requireTake(tx, examiner, path)
  await refuseBlind(tx, takeId, examiner.userId)
  // PostgreSQL stores no NUL, and other control characters have no place in a transcript.
  const typed = words ?? (text ?? '').replace(/(?![\t\n])\p{Cc}/gu, '')
  const row = await typeTranscript(deps, tx, { takeId, organizationId: examiner.organizationId }, typed, {
    authorId: examiner.userId,
    basedOn: based_on,
  })
  const author = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', examiner.userId)
    .executeTakeFirstOrThrow()
  return toVersion(row, author)
}

/** @throws {InvalidFields} for a word after the end of the marked window */
export function requireWithin({ window }: SpokenItem, words: readonly TypedWord[]): void {
  const lengthS = window.end - window.start + lateS
  if (words.some(({ start, end }) => (end ?? start ?? 0) > lengthS))
    throw new InvalidFields({ words: ['out_of_range'] })
}

/**
 * Writes the next version of a take's transcript and measures its words again.
 *
 * @param typed the text, whose unchanged words keep their times, speakers and marks, or the words
 * @throws {AppError} `conflict` when there is a newer version, and for a take without speech
 * @throws {InvalidFields} for a word after the end of the marked window
 */
export async function typeTranscript(
  { catalogue, clock }: CorrectionDeps,
  tx: Tx,
  { takeId, organizationId }: { takeId: TakeId; organizationId: OrganizationId },
  typed: string | readonly TypedWord[],
  { authorId, basedOn }: { authorId: UserId | null; basedOn: number },
): Promise<TranscriptRow> {
  await lockTake(tx, takeId)
  const results = await tx
    .selectFrom('feature_results')
    .select(['entry', 'scores'])
    .where('take_id', '=', takeId)
    .where('entry', 'in', ['transcript', 'timing'])
    .execute()
  const item = await findSpokenItem(tx, takeId)
  if (item === undefined) throw new AppError('not_found')
  if (!results.some(({ entry }) => entry === 'transcript')) throw new AppError('conflict')
  const [newest] = await findTranscripts(tx, takeId)
  if ((newest?.version ?? 0) !== basedOn) throw new AppError('conflict')
  if (typeof typed !== 'string') requireWithin(item, typed)
  const timing = results.find(({ entry }) => entry === 'timing')?.scores
  const now = clock.now()
  const row = await insertTranscript(tx, {
    id: uuidv7(),
    organization_id: organizationId,
    take_id: takeId,
    version: basedOn + 1,
    text: typeof typed === 'string' ? typed : typed.map((word) => word.text).join(' '),
    words: JSON.stringify(
      typeof typed === 'string' ? alignWords(typed, newest === undefined ? [] : heardWords(newest)) : typed,
    ),
    segments: JSON.stringify([]),
    engine: 'typed',
    model: null,
    model_words: null,
    is_calibrated: false,
    model_sha256: null,
    settings: JSON.stringify({}),
    author_id: authorId,
    based_on: newest?.version ?? null,
    speech_span_s: newest?.speech_span_s ?? timing?.speech_span_s ?? null,
    phonation_s: newest?.phonation_s ?? timing?.phonation_time_s ?? null,
    created_at: now,
  })
  await saveWordResults(tx, catalogue, item, row, now)
  return row
}
