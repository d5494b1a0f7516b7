import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ObjectStore } from '../../apps/server/src/platform/objects/object-store.ts'
import type { Clinic } from './clinic.ts'

/** A clinic's database, with its disk or its store. */
type Held = Pick<Clinic, 'database' | 'organizationId'> & ({ dataDir: string } | { store: Pick<ObjectStore, 'read'> })

export type StoredTake = {
  sessionId: string
  itemId: string
  take: number
  sha256: string
  /** The hash of the bytes on the disk; null when there are none. */
  fileSha256: string | null
}

/** Reads what the clinic holds from its database and its disk or store, not from its answers. */
export async function readStored(clinic: Held): Promise<StoredTake[]> {
  const rows = await clinic.database.tenant(clinic.organizationId, (tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'item_response_id')
      .select(['protocol_response_id', 'protocol_item_id', 'take', 'sha256', 'object_key'])
      .execute(),
  )
  const stored: StoredTake[] = []
  for (const row of rows) {
    const bytes =
      'store' in clinic
        ? clinic.store.read(row.object_key)
        : createReadStream(path.join(clinic.dataDir, 'files', 'objects', row.object_key))
    const fileSha256 = await hashOf(bytes)
    const { protocol_response_id: sessionId, protocol_item_id: itemId, take, sha256 } = row
    stored.push({ sessionId, itemId, take, sha256, fileSha256 })
  }
  return stored
}

async function hashOf(bytes: Readable): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(bytes, hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}

export type Sent = { sessionId: string; itemId: string; sha256: string; acknowledged: boolean }

/**
 * Compares what was sent with what is stored: acknowledged recordings must be there once and whole, the others once and
 * whole or not at all.
 */
export async function audit(clinic: Held, sent: readonly Sent[]) {
  const stored = Map.groupBy(await readStored(clinic), ({ sessionId, itemId, sha256 }) =>
    [sessionId, itemId, sha256].join(),
  )
  const found = sent.map((entry) => ({
    ...entry,
    takes: stored.get([entry.sessionId, entry.itemId, entry.sha256].join()) ?? [],
  }))
  const count = (is: (entry: (typeof found)[number]) => boolean) => found.filter(is).length
  return {
    sent: sent.length,
    acknowledged: count(({ acknowledged }) => acknowledged),
    'not acknowledged, stored whole': count(({ acknowledged, takes }) => !acknowledged && takes.length === 1),
    'not acknowledged, absent': count(({ acknowledged, takes }) => !acknowledged && takes.length === 0),
    lost: count(({ acknowledged, takes }) => acknowledged && takes.length === 0),
    doubled: count(({ takes }) => takes.length > 1),
    torn: count(({ takes }) => takes.some(({ sha256, fileSha256 }) => sha256 !== fileSha256)),
  }
}
export type Audit = Awaited<ReturnType<typeof audit>>

export const failuresOf = ({ lost, doubled, torn }: Audit, where = ''): string[] =>
  Object.entries({ lost, doubled, torn }).flatMap(([name, count]) => (count > 0 ? [`${where}${count} ${name}`] : []))

/** Counts files without a row and partial files, which a killed server leaves behind and a later start removes. */
export async function countLeftovers(clinic: Clinic) {
  const objects = path.join(clinic.dataDir, 'files', 'objects')
  const files = (await readdir(objects, { recursive: true })).filter((name) => name.endsWith('.wav'))
  const rows = await clinic.database.tenant(clinic.organizationId, (tx) =>
    tx.selectFrom('takes').select('object_key').execute(),
  )
  const known = new Set(rows.map(({ object_key }) => object_key))
  return {
    'files without a row': files.filter((name) => !known.has(name.split(path.sep).join('/'))).length,
    'partial files': (await readdir(path.join(clinic.dataDir, 'files', 'staging'))).length,
  }
}
