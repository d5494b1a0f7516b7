import { createHmac } from 'node:crypto'
import type { OrganizationId, ParticipantId } from '@fonema/contract'
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { type KeyRing, nameOfKey } from '../platform/keys.ts'
import './tables.ts'

const batch = 2_000

type SealedRow = { id: number; text: string }

/** An entry as one text that never changes. */
const entryText = sql<string>`json_build_array(e.id, e.organization_id, e.user_id, e.session_id, e.examiner_id, e.mode,
  e.action, e.subject, e.object_id, e.participant_id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  e.old, e.new)::text`

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

const linkOf = (key: Buffer, before: Buffer, position: number, mac: Buffer) => hmac(key, before, `${position}\n`, mac)

const organizations = { unsealed: sql`audit_unsealed()`, all: sql`audit_organizations()` }

async function organizationsOf(database: Database, which: keyof typeof organizations): Promise<OrganizationId[]> {
  const { rows } = await sql<{ id: OrganizationId }>`select * from ${organizations[which]} as id`.execute(
    database.shared,
  )
  return rows.map(({ id }) => id)
}

/**
 * Adds new entries to the chain. The transactions of the changes write the entries; this seals them later, in batches.
 * A chain that each change had to extend would serialise all writers.
 *
 * @returns how many entries were sealed
 */
export async function sealEntries(database: Database, keys: KeyRing): Promise<number> {
  let sealed = 0
  for (const organizationId of await organizationsOf(database, 'unsealed')) {
    for (let count = batch; count === batch; sealed += count)
      count = await database.tenant(organizationId, (tx) => sealBatch(tx, organizationId, keys))
  }
  return sealed
}

async function sealBatch(tx: Tx, organizationId: OrganizationId, keys: KeyRing): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 50))`.execute(tx)
  const last = await tx
    .selectFrom('audit_seals')
    .select(['position', 'chain', 'key_id'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const key = await findSealingKey(tx, keys, last?.key_id ?? null)
  if (key === undefined) return 0
  const key_id = nameOfKey(key)
  const { rows } = await sql<SealedRow>`select e.id, ${entryText} as text from audit_unsealed_entries
    join audit_entries e on e.id = entry_id and e.organization_id = ${organizationId} order by entry_id limit ${batch}`.execute(
    tx,
  )
  let chain = last?.chain ?? Buffer.alloc(0)
  let position = last?.position ?? 0
  const seals = rows.map(({ id, text }) => {
    const mac = hmac(key, text)
    position++
    chain = linkOf(key, chain, position, mac)
    return { organization_id: organizationId, position, entry_id: id, mac, chain, key_id }
  })
  if (seals.length === 0) return 0
  await tx.insertInto('audit_seals').values(seals).execute()
  const sealed = rows.map(({ id }) => id)
  await sql`delete from audit_unsealed_entries where entry_id = any(${sealed}::bigint[])`.execute(tx)
  return seals.length
}

/**
 * The first key, unless the chain has moved on to a newer one. A process that is still configured with the older key
 * first then uses the newer key if it has it; otherwise other processes do the sealing.
 */
async function findSealingKey(tx: Tx, keys: KeyRing, lastId: string | null): Promise<Buffer | undefined> {
  const firstId = nameOfKey(keys[0])
  if (lastId === null || lastId === firstId) return keys[0]
  const earlier = tx.selectFrom('audit_seals').select('position').where('key_id', '=', firstId).limit(1)
  const isLeftBehind = (await earlier.executeTakeFirst()) !== undefined
  return isLeftBehind ? keys.find((key) => nameOfKey(key) === lastId) : keys[0]
}

type ChainReport = {
  organizationId: OrganizationId
  sealed: number
  unsealed: number
  /** The last link, in hexadecimal. A copy kept elsewhere proves that the end of the chain was not removed. */
  head: string
  problems: string[]
}

/** Recomputes every organisation's chain. Each key is valid until the next one replaces it. */
export async function verifyChains(database: Database, keys: KeyRing): Promise<ChainReport[]> {
  const reports: ChainReport[] = []
  for (const organizationId of await organizationsOf(database, 'all'))
    reports.push(await database.tenant(organizationId, (tx) => verifyChain(tx, organizationId, keys)))
  return reports
}

/** The remaining entries of an erased participant, up to the last emptied one. */
async function findLeft(tx: Tx, participantId: ParticipantId, upTo: number) {
  const { rows } = await sql<SealedRow>`select e.id, ${entryText} as text from audit_entries e
    where e.participant_id = ${participantId} and e.id <= ${upTo} order by e.id`.execute(tx)
  const all = rows.map(({ text }) => `${text}\n`).join('')
  return { entries: rows.length, digestBy: (key: Buffer) => hmac(key, all).toString('hex') }
}

/**
 * Records that a participant was erased, with a digest of what is left of their entries. Those no longer match their
 * seals; this entry, sealed like any other, states their valid content instead.
 */
export async function noteErasure(
  tx: Tx,
  key: Buffer,
  person: Omit<Insertable<Tables['audit_entries']>, 'action' | 'subject'>,
  participantId: ParticipantId,
): Promise<void> {
  const { up_to } = await tx
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('id').as('up_to'))
    .where('participant_id', '=', participantId)
    .executeTakeFirstOrThrow()
  const { entries, digestBy } = await findLeft(tx, participantId, up_to)
  await tx
    .insertInto('audit_entries')
    .values({
      ...person,
      action: 'erase',
      subject: 'participants',
      object_id: participantId,
      participant_id: participantId,
      new: JSON.stringify({ up_to, entries, digest: digestBy(key) }),
    })
    .execute()
}

type Emptied = { id: number; participantId: ParticipantId }

/** Which of these emptied entries differ from what their erasure left. */
async function findAltered(tx: Tx, keys: KeyRing, emptied: readonly Emptied[]): Promise<number[]> {
  const altered: number[] = []
  for (const [participantId, entries] of Map.groupBy(emptied, (entry) => entry.participantId)) {
    const erasures = await tx
      .selectFrom('audit_entries')
      .select('new')
      .where('participant_id', '=', participantId)
      .where('action', '=', 'erase')
      .where('new', 'is not', null)
      .execute()
    const limits: number[] = []
    for (const { new: recorded } of erasures) {
      const { up_to, entries, digest } = (recorded ?? {}) as { up_to: number; entries: number; digest: string }
      const left = await findLeft(tx, participantId, up_to)
      if (left.entries === entries && keys.some((key) => left.digestBy(key) === digest)) limits.push(up_to)
    }
    const upTo = Math.max(0, ...limits)
    altered.push(...entries.filter(({ id }) => id > upTo).map(({ id }) => id))
  }
  return altered
}

type Link = {
  position: number
  entry_id: number
  mac: Buffer
  chain: Buffer
  text: string | null
  /** The participant of an entry without values. */
  emptied: ParticipantId | null
}

async function verifyChain(tx: Tx, organizationId: OrganizationId, keys: KeyRing): Promise<ChainReport> {
  const problems: string[] = []
  const emptied: Emptied[] = []
  const replaced = new Set<Buffer | undefined>()
  let current: Buffer | undefined
  let chain: Buffer = Buffer.alloc(0)
  let position = 0
  let sealed = 0
  for (let count = batch; count === batch; sealed += count) {
    const { rows } = await sql<Link>`select s.position, s.entry_id, s.mac, s.chain,
        case when e.id is null then null else ${entryText} end as text,
        case when e.old is null and e.new is null then e.participant_id end as emptied
      from audit_seals s left join audit_entries e on e.id = s.entry_id and e.organization_id = s.organization_id
      where s.position > ${position} order by s.position limit ${batch}`.execute(tx)
    for (const link of rows) {
      if (link.position !== position + 1) problems.push(`the seals ${position + 1} to ${link.position - 1} are missing`)
      const { text, mac } = link
      const key = keys.find((each) => linkOf(each, chain, link.position, mac).equals(link.chain))
      const candidates = key === undefined ? keys : [key]
      if (text === null) problems.push(`entry ${link.entry_id} is missing`)
      else if (!candidates.some((each) => hmac(each, text).equals(mac))) {
        if (link.emptied === null) problems.push(`entry ${link.entry_id} was changed`)
        else emptied.push({ id: link.entry_id, participantId: link.emptied })
      }
      if (key === undefined) problems.push(`the chain is broken at entry ${link.entry_id}`)
      else if (key !== current) {
        // Somebody with an old key must not be able to extend the chain with it.
        if (replaced.has(key)) problems.push(`entry ${link.entry_id} was sealed with a key that had been replaced`)
        replaced.add(current)
        current = key
      }
      // Continue from the stored link, so that each problem is reported once.
      chain = link.chain
      position = link.position
    }
    count = rows.length
  }
  for (const id of await findAltered(tx, keys, emptied)) problems.push(`entry ${id} was changed`)
  const { rows } = await sql<{ unsealed: number }>`select count(*) as unsealed from audit_entries e
    where not exists (select from audit_seals s where s.entry_id = e.id)`.execute(tx)
  return { organizationId, sealed, unsealed: rows[0]!.unsealed, head: chain.toString('hex'), problems }
}
