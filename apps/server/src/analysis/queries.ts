import type { FeatureResult } from '@fonema/contract'
import type { Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import '../responses/tables.ts'
import { analysisFunctions } from './functions.ts'
import './tables.ts'

type Row = Selectable<Tables['feature_results']>

const order = new Map(analysisFunctions.map(({ entry }, index) => [entry as string, index]))
const functionOf = new Map(analysisFunctions.map(({ id, name, entry }) => [entry as string, { id, name, entry }]))

function toFeatureResult(row: Row): FeatureResult {
  const feature_extraction_func = functionOf.get(row.entry)
  if (feature_extraction_func === undefined) throw new Error(`unknown function ${row.entry}`)
  return {
    feature_extraction_func,
    status: row.status,
    error: row.error,
    scores: row.scores,
    missing: row.missing,
    data: row.data,
    feature_population_distribution: null,
    semaphore: {},
  }
}

/** The newest version of every function's result, by take, in the order of display. */
export async function resultsOf(tx: Tx, takeIds: readonly string[]): Promise<Map<string, FeatureResult[]>> {
  if (takeIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feature_results')
    .distinctOn(['take_id', 'entry'])
    .selectAll()
    .where('take_id', 'in', takeIds)
    .orderBy('take_id')
    .orderBy('entry')
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

export const findPending = (tx: Tx, takeId: string) =>
  tx
    .selectFrom('feature_results')
    .select(['id', 'entry', 'function_version'])
    .where('take_id', '=', takeId)
    .where('status', '=', 'pending')
    .execute()

export const findTake = (tx: Tx, takeId: string) =>
  tx.selectFrom('takes').selectAll().where('id', '=', takeId).executeTakeFirst()
