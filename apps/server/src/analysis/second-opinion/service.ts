import type { FinishedOpinion, SecondOpinion, Settlement, TakeId, TranscriptVersion, UserId } from '@fonema/contract'
import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import type { ItemPath } from '../../responses/answers.ts'
import {
  type CorrectionDeps,
  requireOpenTake,
  requireTake,
  requireWithin,
  typeTranscript,
} from '../transcript-service.ts'
import '../transcript-tables.ts'
import { findSpokenItem, findTranscripts, heardWords, toVersion } from '../transcripts.ts'
import { agreementOf, pairWords, settledWords } from './compare.ts'

type Row = Selectable<Tables['second_opinions']>

const opinionsOf = (tx: Tx, takeId: TakeId) =>
  tx.selectFrom('second_opinions').selectAll().where('take_id', '=', takeId).orderBy('date_created', 'desc')

async function personOf(tx: Tx, id: UserId) {
  return tx.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** The caller's own open opinion, or else the newest one of anybody. */
export async function viewOpinion(tx: Tx, examiner: Examiner, path: ItemPath): Promise<SecondOpinion> {
  return view(tx, examiner, await requireTake(tx, examiner, path))
}

async function view(tx: Tx, { userId }: Examiner, takeId: TakeId): Promise<SecondOpinion> {
  const rows = await opinionsOf(tx, takeId).execute()
  const row = rows.find(({ user_id, finished_at }) => user_id === userId && finished_at === null) ?? rows[0]
  if (row === undefined) return { state: 'none', may_start: await mayStart(tx, takeId, userId) }
  const started_at = row.date_created.toISOString()
  const second = await personOf(tx, row.user_id)
  if (row.finished_at === null || row.words === null)
    return row.user_id === userId
      ? { state: 'open', started_at, words: await recognisedWords(tx, takeId) }
      : { state: 'waiting', started_at, second }
  const versions = await findTranscripts(tx, takeId)
  const pairs = await pairsOf(tx, row)
  const author = versions.find(({ version }) => version === row.first_version)?.author_id ?? null
  return {
    state: 'finished',
    finished_at: row.finished_at.toISOString(),
    first: { version: row.first_version, author: author === null ? null : await personOf(tx, author) },
    second,
    agreement: agreementOf(pairs),
    differences: pairs.filter(({ about }) => about.length > 0),
    newest_version: versions[0]?.version ?? 0,
    settled:
      row.settled_version === null || row.settled_by === null
        ? null
        : { version: row.settled_version, by: await personOf(tx, row.settled_by) },
  }
}

/** What the person begins with: the newest version of a recogniser, without what it doubts. */
async function recognisedWords(tx: Tx, takeId: TakeId) {
  const recognised = (await findTranscripts(tx, takeId)).find(({ engine }) => engine !== 'typed')
  return recognised?.words ?? []
}

async function pairsOf(tx: Tx, { take_id, first_version, words }: Row) {
  const first = (await findTranscripts(tx, take_id)).find(({ version }) => version === first_version)
  return pairWords(first === undefined ? [] : heardWords(first), words ?? [])
}

/** Somebody else corrected the words, and nobody's opinion is open or waits to be settled. */
async function mayStart(tx: Tx, takeId: TakeId, userId: UserId): Promise<boolean> {
  const versions = await findTranscripts(tx, takeId)
  const opinions = await opinionsOf(tx, takeId).execute()
  return (
    versions[0]?.engine === 'typed' &&
    versions.every(({ author_id }) => author_id !== userId) &&
    opinions.every(({ user_id, settled_version }) => user_id !== userId && settled_version !== null)
  )
}

/** @throws {AppError} `conflict` when nobody else corrected the words, or the person has seen them as an author */
export async function startOpinion(
  { clock }: CorrectionDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
): Promise<SecondOpinion> {
  const takeId = await requireOpenTake(tx, examiner, path)
  if (!(await mayStart(tx, takeId, examiner.userId))) throw new AppError('conflict')
  const [newest] = await findTranscripts(tx, takeId)
  await tx
    .insertInto('second_opinions')
    .values({
      id: uuidv7(),
      organization_id: examiner.organizationId,
      take_id: takeId,
      user_id: examiner.userId,
      first_version: newest!.version,
      date_created: clock.now(),
    })
    .execute()
  return view(tx, examiner, takeId)
}

/**
 * Stores the person's words. From now on they see the others'.
 *
 * @throws {AppError} `conflict` when they have not begun, or have finished
 */
export async function finishOpinion(
  { clock }: CorrectionDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  { words }: FinishedOpinion,
): Promise<SecondOpinion> {
  const takeId = await requireOpenTake(tx, examiner, path)
  const item = await findSpokenItem(tx, takeId)
  if (item === undefined) throw new AppError('not_found')
  requireWithin(item, words)
  const { numUpdatedRows } = await tx
    .updateTable('second_opinions')
    .set({ words: JSON.stringify(words), finished_at: clock.now() })
    .where('take_id', '=', takeId)
    .where('user_id', '=', examiner.userId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict')
  return view(tx, examiner, takeId)
}

/**
 * Makes the next version of both transcripts, by the choices of whoever settles.
 *
 * @throws {AppError} `conflict` when nothing waits to be settled, or there is a newer version
 * @throws {InvalidFields} when there are not as many choices as differences
 */
export async function settleOpinion(
  deps: CorrectionDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  { choices, based_on }: Settlement,
): Promise<TranscriptVersion> {
  const takeId = await requireOpenTake(tx, examiner, path)
  const row = await opinionsOf(tx, takeId)
    .where('finished_at', 'is not', null)
    .where('settled_version', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('conflict')
  const pairs = await pairsOf(tx, row)
  if (choices.length !== pairs.filter(({ about }) => about.length > 0).length)
    throw new InvalidFields({ choices: ['invalid'] })
  const owner = { takeId, organizationId: examiner.organizationId }
  const made = { authorId: examiner.userId, basedOn: based_on }
  const version = await typeTranscript(deps, tx, owner, settledWords(pairs, choices), made)
  await tx
    .updateTable('second_opinions')
    .set({ settled_version: version.version, settled_by: examiner.userId })
    .where('id', '=', row.id)
    .execute()
  return toVersion(version, await personOf(tx, examiner.userId))
}
