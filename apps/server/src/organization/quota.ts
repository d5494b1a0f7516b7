import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'

/** Bytes that an organisation may store; undefined: as many as there is room for. */
export type Quota = number | undefined

/**
 * Refuses what would take an organisation over its quota. Only what begins asks: files, and sessions before they are
 * recorded. What was spoken is stored whatever it takes.
 *
 * @throws {AppError} `quota_exceeded`
 */
export async function requireRoom(tx: Tx, quota: Quota, bytes: number): Promise<void> {
  if (quota === undefined) return
  // Two files at once would both see the room of one.
  await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
  const { rows } = await sql<{ used: number }>`
    select (select coalesce(sum(size_bytes), 0) from files) + (select coalesce(sum(size_bytes), 0) from takes) as used
  `.execute(tx)
  // A sum of bigints is numeric, which comes as text.
  if (Number(rows[0]!.used) + bytes > quota) throw new AppError('quota_exceeded')
}
