import type { FeatureResult, OrganizationId, ReadyResult, TakeId } from '@fonema/contract'
import type { Speaker } from '@fonema/speech'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { findTakes } from '../responses/queries.ts'
import '../responses/tables.ts'
import { secondsUpTo } from '../responses/takes.ts'
import { analysisFunctions, versionOf } from './functions.ts'
import './tables.ts'

type Row = Pick<
  Selectable<Tables['feature_results']>,
  'take_id' | 'entry' | 'function_version' | 'status' | 'error' | 'scores' | 'missing' | 'data'
>

const order = new Map(analysisFunctions.map(({ entry }, index) => [entry as string, index]))
const functionOf = new Map(analysisFunctions.map(({ id, name, entry }) => [entry as string, { id, name, entry }]))

const versions = new Map<string, number>(Object.entries(versionOf))

const unmeasured = { scores: {}, missing: {}, data: {} }
const uncompared = {
  feature_population_distribution: null,
  semaphore: {},
  percentiles: {},
  intervals: {},
  compared: {},
  uncompared: {},
}

/** Only a ready result has measures, even if the row of another status still holds some. */
function toFeatureResult(row: Row): FeatureResult {
  const feature_extraction_func = functionOf.get(row.entry)
  if (feature_extraction_func === undefined) throw new Error(`unknown function ${row.entry}`)
  const made = {
    feature_extraction_func,
    ...(row.function_version < (versions.get(row.entry) ?? 0) && { outdated_version: row.function_version }),
  }
  switch (row.status) {
    case 'pending':
      return { ...made, status: row.status, error: null, ...uncompared, ...unmeasured }
    case 'failed':
      return { ...made, status: row.status, error: row.error ?? 'not_measured', ...uncompared, ...unmeasured }
    case 'ready': {
      // Only takeouts have the functionals.
      const { functionals: _, ...data } = row.data
      const { status, scores, missing } = row
      return { ...made, status, error: null, ...uncompared, scores, missing, data }
    }
  }
}

const newestResults = (tx: Tx, takeIds: readonly TakeId[]) =>
  tx
    .selectFrom('feature_results')
    .distinctOn(['take_id', 'entry'])
    .select(['take_id', 'entry', 'function_version', 'status', 'error', 'scores', 'missing'])
    .where(sql<boolean>`take_id = any(${takeIds})`)
    .orderBy('take_id')
    .orderBy('entry')
    .orderBy((row) => row('status', '=', 'pending'))
    .orderBy('function_version', 'desc')

function inOrder(rows: readonly Row[]): Map<TakeId, FeatureResult[]> {
  const byTake = Map.groupBy(rows, ({ take_id }) => take_id)
  return new Map(
    [...byTake].map(([takeId, results]) => [
      takeId,
      results.sort((a, b) => (order.get(a.entry) ?? 0) - (order.get(b.entry) ?? 0)).map(toFeatureResult),
    ]),
  )
}

/**
 * The newest result of every function, by take, in the order of display. A pending result only if there is no other.
 */
export async function resultsOf(tx: Tx, takeIds: readonly TakeId[]): Promise<Map<TakeId, FeatureResult[]>> {
  if (takeIds.length === 0) return new Map()
  return inOrder(await newestResults(tx, takeIds).select('data').execute())
}

/** The same without their data, which is most of what a result holds: only whether a word waits for an examiner. */
export async function resultsWithoutData(tx: Tx, takeIds: readonly TakeId[]): Promise<Map<TakeId, FeatureResult[]>> {
  if (takeIds.length === 0) return new Map()
  const rows = await newestResults(tx, takeIds)
    .select(sql<boolean>`coalesce(data -> 'provisional' = 'true', false)`.as('provisional'))
    .execute()
  return inOrder(rows.map(({ provisional, ...row }) => ({ ...row, data: { provisional } })))
}

/** A result whose scores may be compared: measured, and with no word that waits for an examiner. */
export const isFinal = (result: FeatureResult): result is ReadyResult =>
  result.status === 'ready' && result.data.provisional !== true

/** The maximum length of a take: what its item allows, minus the take that it continues. Null: no maximum. */
export async function findLongestSeconds(tx: Tx, takeId: TakeId): Promise<number | null> {
  const row = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .select(['item_response_id', 'continues', 'max_duration'])
    .where('takes.id', '=', takeId)
    .executeTakeFirst()
  if (row === undefined || row.max_duration === null) return null
  const takes = await findTakes(tx, [row.item_response_id])
  return (
    row.max_duration -
    secondsUpTo(
      takes,
      takes.find(({ take }) => take === row.continues),
    )
  )
}

/** The category of the take's item; empty for a take that was erased. */
export async function findCategory(tx: Tx, takeId: TakeId): Promise<string> {
  const row = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .select('item_categories.name')
    .where('takes.id', '=', takeId)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** Sex, and completed years on the day of the session; nothing of either for a take that was erased. */
export async function findSpeaker(tx: Tx, takeId: TakeId): Promise<Speaker> {
  const row = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
    .select('participants.sex')
    .select(
      sql<number | null>`extract(year from age(protocol_responses.date_created, participants.birthday))::int`.as(
        'years',
      ),
    )
    .where('takes.id', '=', takeId)
    .executeTakeFirst()
  return { sex: row?.sex ?? null, ageYears: row?.years ?? null }
}

/** The pending results, one for each function: a version with a newer one is never measured. */
export const findPending = (tx: Tx, takeId: TakeId) =>
  tx
    .selectFrom('feature_results')
    .distinctOn('entry')
    .select(['id', 'entry'])
    .where('take_id', '=', takeId)
    .where('status', '=', 'pending')
    .orderBy('entry')
    .orderBy('function_version', 'desc')
    .execute()

/** Until the end of the transaction, nobody else changes the take and what belongs to it. */
export const lockTake = (tx: Tx, takeId: TakeId) =>
  tx.selectFrom('takes').select('id').where('id', '=', takeId).forUpdate().execute()

export const findTake = (tx: Tx, takeId: TakeId) =>
  tx.selectFrom('takes').selectAll().where('id', '=', takeId).executeTakeFirst()

/** `stored_at` is text, because a Date has no microseconds. */
type TakeToRenew = { organization_id: OrganizationId; take_id: TakeId; category: string; stored_at: string }

/**
 * A batch of takes of all organisations, newest first.
 *
 * @param present each function's version, by category
 * @param last where the batch before ended
 */
export async function findTakesToRenew(
  db: Kysely<Tables>,
  present: object,
  last: Pick<TakeToRenew, 'take_id' | 'stored_at'> | undefined,
  most: number,
): Promise<TakeToRenew[]> {
  const { rows } = await sql<TakeToRenew>`
    select * from takes_to_renew(${JSON.stringify(present)}, ${last?.stored_at ?? null}, ${last?.take_id ?? null}, ${most})
  `.execute(db)
  return rows
}
