import { sql } from 'kysely'
import type { Tx } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'

type Copied = 'participants' | 'protocol_responses' | 'item_responses' | 'takes' | 'feature_results' | 'session_indices'

/** Copies a row with a new id and some changed columns. */
export async function copyRow<Id extends string>(tx: Tx, table: Copied, id: string, changes: Record<string, unknown>) {
  const made = newId<Id>()
  const values = JSON.stringify({ id: made, ...changes })
  await sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, ${values}::jsonb)).* from ${sql.table(table)} t
    where id = ${id}`.execute(tx)
  return made
}
