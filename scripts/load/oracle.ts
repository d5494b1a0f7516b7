import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { functionVersions } from '@fonema/speech'
import pg from 'pg'
import type { ObjectStore } from '../../apps/server/src/platform/objects/object-store.ts'
import type { Sent } from './clinician.ts'

export type Verdict = { acknowledged: number; unknown: number; lost: number; wrong: number; doubled: number }

/** Compares acknowledged items with the database and the store: each must be there once, with the bytes sent. */
export async function judge(sent: readonly Sent[], databaseUrl: string, store: ObjectStore): Promise<Verdict> {
  const found: Verdict = { acknowledged: 0, unknown: 0, lost: 0, wrong: 0, doubled: 0 }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const item of sent) {
      found[item.isAcknowledged ? 'acknowledged' : 'unknown']++
      const { rows } = await client.query<{ sha256: string; object_key: string }>(
        `select sha256, object_key from takes join item_responses r on r.id = item_response_id
         where r.protocol_response_id = $1 and r.protocol_item_id = $2`,
        [item.session, item.item],
      )
      if (rows.length === 0 && item.isAcknowledged) found.lost++
      if (rows.length > 1) found.doubled++
      for (const { sha256, object_key } of rows) {
        const stored = await store.lend(object_key, hashOf)
        if (stored === undefined) found.lost++
        else if (sha256 !== item.sha256 || stored !== item.sha256) found.wrong++
      }
    }
  } finally {
    await client.end()
  }
  return found
}

export type Stretch = { from: Date; to: Date }
export type Queue = { measured: number; waitingBefore: number; waiting: number }

/** Items since `opened`: how many were measured in a period, and how many waited before and after it. */
export async function countMeasured(databaseUrl: string, opened: Date, { from, to }: Stretch): Promise<Queue> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Queue>(
    `select count(*) filter (where ended between $2 and $3)::int as measured,
       count(*) filter (where stored < $2 and coalesce(ended >= $2, true))::int as "waitingBefore",
       count(*) filter (where stored < $3 and coalesce(ended >= $3, true))::int as waiting
     from (select r.answered_at as stored, min(f.updated_at) filter (where f.status <> 'pending') as ended
       from item_responses r join takes t on t.item_response_id = r.id join feature_results f on f.take_id = t.id
       where r.answered_at >= $1 and f.entry = any($4) group by t.id, r.answered_at) item`,
    [opened, from, to, Object.keys(functionVersions)],
  )
  await client.end()
  return rows[0]!
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
