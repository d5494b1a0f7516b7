import { createHash } from 'node:crypto'
import pg from 'pg'
import type { ObjectStore } from '../objects/object-store.ts'
import { isNamed, namedObjects } from './stored-tables.ts'

export type ScrubReport = {
  checked: number
  bytes: number
  /** Named by the database, but not in the store. */
  missing: string[]
  /** In the store, with other bytes than were stored. */
  changed: string[]
  /** In the store, named by nothing, and old enough that nobody is just about to name it. */
  orphans: string[]
  orphanBytes: number
}

/** An upload names its object within minutes; what is a day old and has no row never gets one. */
const orphanAfterMs = 24 * 3_600_000

/**
 * Reads every stored object and compares its hash with the database's; looks for objects without a row. `removeOrphans`
 * also removes those; nothing else is ever changed.
 */
export async function scrub(
  { databaseUrl, store }: { databaseUrl: string; store: ObjectStore },
  {
    removeOrphans = false,
    now = new Date(),
    signal,
  }: { removeOrphans?: boolean; now?: Date; signal?: AbortSignal } = {},
): Promise<ScrubReport> {
  const report: ScrubReport = { checked: 0, bytes: 0, missing: [], changed: [], orphans: [], orphanBytes: 0 }
  // As the database's owner: it looks at every organisation.
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fonema-scrub' })
  // Lost while an object is read; the next statement fails. Without a listener the loss ends the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const named = new Set<string>()
    for await (const { key, sha256 } of namedObjects(client)) {
      if (signal?.aborted) return report
      named.add(key)
      const size = await store.size(key)
      if (size === undefined) {
        if (await isNamed(client, key)) report.missing.push(key)
        continue
      }
      const hash = createHash('sha256')
      for await (const chunk of store.read(key)) hash.update(chunk as Buffer)
      report.checked++
      report.bytes += size
      if (hash.digest('hex') !== sha256) report.changed.push(key)
    }
    for await (const { key, sizeBytes, changedAt } of store.list()) {
      if (named.has(key) || now.getTime() - changedAt.getTime() < orphanAfterMs) continue
      if (await isNamed(client, key)) continue
      report.orphans.push(key)
      report.orphanBytes += sizeBytes
      if (removeOrphans) await store.remove(key)
    }
    return report
  } finally {
    await client.end()
  }
}

export const isClean = ({ missing, changed, orphans }: ScrubReport) =>
  missing.length + changed.length + orphans.length === 0

/** In words; keys name an organisation and a random number, and nothing of a person. */
export function describeScrub({ checked, bytes, missing, changed, orphans, orphanBytes }: ScrubReport): string {
  const megabytes = (count: number) => `${(count / 1e6).toFixed(1)} MB`
  return [
    `${checked} objects read, ${megabytes(bytes)}`,
    ...missing.map((key) => `MISSING  ${key}`),
    ...changed.map((key) => `CHANGED  ${key}`),
    ...orphans.map((key) => `no row   ${key}`),
    ...(orphans.length > 0 ? [`${orphans.length} objects without a row, ${megabytes(orphanBytes)}`] : []),
  ].join('\n')
}
