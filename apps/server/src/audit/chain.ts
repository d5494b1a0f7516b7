import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import './tables.ts'

const batch = 2_000

type SealedRow = { id: number; text: string }

/** The whole of an entry as one text that is the same for ever. */
const entryText = sql<string>`json_build_array(e.id, e.organization_id, e.user_id, e.session_id, e.examiner_id, e.mode,
  e.action, e.subject, e.object_id, e.participant_id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  e.old, e.new)::text`

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

const linkOf = (key: Buffer, before: Buffer, position: number, mac: Buffer) => hmac(key, before, `${position}\n`, mac)

const organizationsOf = async (database: Database, list: 'audit_unsealed' | 'audit_organizations') =>
  (await sql<{ id: string }>`select * from ${sql.raw(`${list}()`)} as id`.execute(database.shared)).rows.map(
    ({ id }) => id,
  )

/**
 * Takes what was written since into the chain. Entries are written by the changes' own transactions and sealed
 * afterwards, in batches: a chain that each change had to prolong would put all writers in one queue.
 *
 * @returns how many entries were sealed
 */
export async function sealEntries(database: Database, key: Buffer): Promise<number> {
  let sealed = 0
  for (const organizationId of await organizationsOf(database, 'audit_unsealed')) {
    for (let count = batch; count === batch; sealed += count)
      count = await database.tenant(organizationId, (tx) => sealBatch(tx, organizationId, key))
  }
  return sealed
}

async function sealBatch(tx: Tx, organizationId: string, key: Buffer): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 50))`.execute(tx)
  const last = await tx
    .selectFrom('audit_seals')
    .select(['position', 'chain'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows } = await sql<SealedRow>`select e.id, ${entryText} as text from audit_entries e
    where not exists (select from audit_seals s where s.entry_id = e.id) order by e.id limit ${batch}`.execute(tx)
  let chain = last?.chain ?? Buffer.alloc(0)
  let position = last?.position ?? 0
  const seals = rows.map(({ id, text }) => {
    const mac = hmac(key, text)
    position++
    chain = linkOf(key, chain, position, mac)
    return { organization_id: organizationId, position, entry_id: id, mac, chain }
  })
  if (seals.length > 0) await tx.insertInto('audit_seals').values(seals).execute()
  return seals.length
}

export type ChainReport = {
  organizationId: string
  sealed: number
  unsealed: number
  /** The last link, in hexadecimal: kept elsewhere, it shows that nothing was cut off the end. */
  head: string
  problems: string[]
}

/** Computes every organisation's chain again. */
export async function verifyChains(database: Database, key: Buffer): Promise<ChainReport[]> {
  const reports: ChainReport[] = []
  for (const organizationId of await organizationsOf(database, 'audit_organizations'))
    reports.push(await database.tenant(organizationId, (tx) => verifyChain(tx, organizationId, key)))
  return reports
}

type Link = { position: number; entry_id: number; mac: Buffer; chain: Buffer; text: string | null }

async function verifyChain(tx: Tx, organizationId: string, key: Buffer): Promise<ChainReport> {
  const problems: string[] = []
  let chain: Buffer = Buffer.alloc(0)
  let position = 0
  let sealed = 0
  for (let count = batch; count === batch; sealed += count) {
    const { rows } = await sql<Link>`select s.position, s.entry_id, s.mac, s.chain,
        case when e.id is null then null else ${entryText} end as text
      from audit_seals s left join audit_entries e on e.id = s.entry_id
      where s.position > ${position} order by s.position limit ${batch}`.execute(tx)
    for (const link of rows) {
      if (link.position !== position + 1) problems.push(`the seals ${position + 1} to ${link.position - 1} are missing`)
      if (link.text === null) problems.push(`entry ${link.entry_id} is missing`)
      else if (!hmac(key, link.text).equals(link.mac)) problems.push(`entry ${link.entry_id} was changed`)
      if (!linkOf(key, chain, link.position, link.mac).equals(link.chain))
        problems.push(`the chain is broken at entry ${link.entry_id}`)
      // From here on as it stands: each problem is told once.
      chain = link.chain
      position = link.position
    }
    count = rows.length
  }
  const { rows } = await sql<{ unsealed: number }>`select count(*) as unsealed from audit_entries e
    where not exists (select from audit_seals s where s.entry_id = e.id)`.execute(tx)
  return { organizationId, sealed, unsealed: rows[0]!.unsealed, head: chain.toString('hex'), problems }
}
