import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'

/** Bytes that an organisation may store; undefined for no limit. */
export type Quota = number | undefined

/**
 * Refuses bytes that exceed an organisation's quota. Only files and new sessions are checked; recordings are always
 * stored.
 *
 * @throws {AppError} `quota_exceeded`
 */
export async function requireRoom(tx: Tx, quota: Quota, bytes: number): Promise<void> {
  if (quota === undefined) return
  // Without this lock two simultaneous files could both use the same room.
  await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
  const { rows } = await sql<{ used: number }>`
    select (select coalesce(sum(size_bytes), 0) from files) + (select coalesce(sum(size_bytes), 0) from takes)
      + (select coalesce(sum(size_bytes), 0) from session_recording_pieces)
      + (select coalesce(sum(size_bytes), 0) from examiner_channels)
      + (select coalesce(sum(size), 0) from protocol_media) as used
  `.execute(tx)
  // A sum of bigints is numeric, which the driver returns as text.
  if (Number(rows[0]!.used) + bytes > quota) throw new AppError('quota_exceeded')
}
