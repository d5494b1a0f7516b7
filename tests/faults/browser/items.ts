import pg from 'pg'
import type { Item } from '../client.ts'
import type { Clinic } from '../clinic.ts'

/** Removes the limits of an item's duration, except a minimum of one second. The product cannot change items. */
export async function unlimit({ databaseUrl }: Clinic, { id }: Item): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('update protocol_items set min_duration = 1, max_duration = null where id = $1', [id])
  } finally {
    await client.end()
  }
}
