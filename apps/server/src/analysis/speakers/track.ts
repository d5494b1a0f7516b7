import type { NewSpeakerTrack, SpeakerTrackVersion, TakeId } from '@fonema/contract'
import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import type { Page } from '../../platform/http/pages.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import type { ItemPath } from '../../responses/answers.ts'
import type { MeasurementRequest } from '../measurement.ts'
import type { PlanDeps } from '../plan.ts'
import { findCategory, findTake } from '../queries.ts'
import '../tables.ts'
import { requireOpenTake, requireTake } from '../transcript-service.ts'
import { mayHaveOthers, measureAgain } from './say-people.ts'

type Row = Selectable<Tables['speaker_tracks']>
type Author = SpeakerTrackVersion['author']

const tracksOf = (tx: Tx, takeId: TakeId) => tx.selectFrom('speaker_tracks').selectAll().where('take_id', '=', takeId)

/** Who speaks when, as a person corrected it; null: nobody did, or what was found by voice counts again. */
export async function findTrack(tx: Tx, takeId: TakeId): Promise<MeasurementRequest['track']> {
  const row = await tracksOf(tx, takeId).orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row === undefined || row.segments === null ? null : { version: row.version, segments: row.segments }
}

export async function listTracks(
  tx: Tx,
  page: Page,
  examiner: Examiner,
  path: ItemPath,
): Promise<SpeakerTrackVersion[]> {
  const rows = await page.read(tx, tracksOf(tx, await requireTake(tx, examiner, path)))
  const ids = [...new Set(rows.map(({ author_id }) => author_id))]
  const people = ids.length === 0 ? [] : await findAuthors(tx, ids)
  return rows.flatMap((row) => {
    const author = people.find(({ id }) => id === row.author_id)
    return author === undefined ? [] : [toVersion(row, author)]
  })
}

const findAuthors = (tx: Tx, ids: readonly Author['id'][]): Promise<Author[]> =>
  tx.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()

/** The page knows the length of the window in milliseconds. */
const roundingS = 0.001

/**
 * Stores a person's version of who speaks when, and plans the measures of the sound again.
 *
 * @throws {AppError} `conflict` when there is a newer version, and for a take in which only the participant speaks
 * @throws {InvalidFields} for a segment after the end of the marked window
 */
export async function correctTrack(
  deps: PlanDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  { segments, based_on }: NewSpeakerTrack,
): Promise<SpeakerTrackVersion> {
  const takeId = await requireOpenTake(tx, examiner, path)
  const take = await findTake(tx, takeId)
  const category = await findCategory(tx, takeId)
  if (take === undefined || take.people < 2 || !mayHaveOthers(category)) throw new AppError('conflict')
  if ((take.speaker_track ?? 0) !== based_on) throw new AppError('conflict')
  const length = take.window_end - take.window_start
  if ((segments ?? []).some(({ end_s }) => end_s > length + roundingS))
    throw new InvalidFields({ segments: ['out_of_range'] })
  const version = based_on + 1
  const row = await tx
    .insertInto('speaker_tracks')
    .values({
      id: uuidv7(),
      organization_id: examiner.organizationId,
      take_id: takeId,
      version,
      segments: segments && JSON.stringify(segments.map((each) => ({ ...each, end_s: Math.min(each.end_s, length) }))),
      author_id: examiner.userId,
      created_at: deps.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.updateTable('takes').set({ speaker_track: version }).where('id', '=', takeId).execute()
  await measureAgain(deps, tx, { organization_id: examiner.organizationId, take_id: takeId }, category)
  const [author] = await findAuthors(tx, [examiner.userId])
  return toVersion(row, author!)
}

const toVersion = ({ version, segments, created_at }: Row, author: Author): SpeakerTrackVersion => ({
  version,
  segments,
  author,
  created_at: created_at.toISOString(),
})
