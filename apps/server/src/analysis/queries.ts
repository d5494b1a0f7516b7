import type { FeatureResult } from '@fonema/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { findTakes } from '../responses/queries.ts'
import '../responses/tables.ts'
import { secondsUpTo } from '../responses/takes.ts'
import { analysisFunctions, versionOf } from './functions.ts'
import './tables.ts'

type Row = Selectable<Tables['feature_results']>

const order = new Map(analysisFunctions.map(({ entry }, index) => [entry as string, index]))
const functionOf = new Map(analysisFunctions.map(({ id, name, entry }) => [entry as string, { id, name, entry }]))

const versions = new Map<string, number>(Object.entries(versionOf))

function toFeatureResult(row: Row): FeatureResult {
  const feature_extraction_func = functionOf.get(row.entry)
  if (feature_extraction_func === undefined) throw new Error(`unknown function ${row.entry}`)
  return {
    feature_extraction_func,
    status: row.status,
    ...(row.function_version < (versions.get(row.entry) ?? 0) && { outdated_version: row.function_version }),
    error: row.error,
    scores: row.scores,
    missing: row.missing,
    data: row.data,
    feature_population_distribution: null,
    semaphore: {},
    percentiles: {},
    compared: {},
  }
}

/** The newest result of every function, by take, in the order of display; one that is not there yet only if alone. */
export async function resultsOf(tx: Tx, takeIds: readonly string[]): Promise<Map<string, FeatureResult[]>> {
  if (takeIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feature_results')
    .distinctOn(['take_id', 'entry'])
    .selectAll()
    .where('take_id', 'in', takeIds)
    .orderBy('take_id')
    .orderBy('entry')
    .orderBy((row) => row('status', '=', 'pending'))
    .orderBy('function_version', 'desc')
    .execute()
  const byTake = Map.groupBy(rows, ({ take_id }) => take_id)
  return new Map(
    [...byTake].map(([takeId, results]) => [
      takeId,
      results.sort((a, b) => (order.get(a.entry) ?? 0) - (order.get(b.entry) ?? 0)).map(toFeatureResult),
    ]),
  )
}

/** How long a take may be: what its item allows, less what it goes on with. Null: as long as it likes. */
export async function findLongestSeconds(tx: Tx, takeId: string): Promise<number | null> {
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

/** What is still to be measured, each function once: a version that a newer one overtook is never made. */
export const findPending = (tx: Tx, takeId: string) =>
  tx
    .selectFrom('feature_results')
    .distinctOn('entry')
    .select(['id', 'entry'])
    .where('take_id', '=', takeId)
    .where('status', '=', 'pending')
    .orderBy('entry')
    .orderBy('function_version', 'desc')
    .execute()

export const findTake = (tx: Tx, takeId: string) =>
  tx.selectFrom('takes').selectAll().where('id', '=', takeId).executeTakeFirst()

type TakeToRenew = { organization_id: string; take_id: string; category: string }

/** Of all organisations, newest first. `present`: by category, each function's version. */
export async function findTakesToRenew(db: Kysely<Tables>, present: object): Promise<TakeToRenew[]> {
  const { rows } = await sql<TakeToRenew>`select * from takes_to_renew(${JSON.stringify(present)})`.execute(db)
  return rows
}
