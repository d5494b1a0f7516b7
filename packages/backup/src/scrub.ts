import { createHash } from 'node:crypto'
import pg from 'pg'
import type { BackupStore } from './store.ts'
import { isNamed, namedObjects } from './stored-tables.ts'

type ScrubReport = {
  checked: number
  bytes: number
  /** Have a row in the database, but are not in the store. */
  missing: string[]
  /** Are in the store, but with other bytes than were stored. */
  changed: string[]
  /** Are in the store without a row, and too old for an upload in progress. */
  orphans: string[]
  orphanBytes: number
}

/** An upload gets its row within minutes. An object that is a day old and has no row never gets one. */
const orphanAfterMs = 24 * 3_600_000

/**
 * Reads every stored object and compares its hash with the database; finds objects without a row. Changes nothing,
 * except that `removeOrphans` removes those.
 */
export async function scrub(
  { databaseUrl, store }: { databaseUrl: string; store: BackupStore },
  {
    removeOrphans = false,
    now = new Date(),
    signal,
  }: { removeOrphans?: boolean; now?: Date; signal?: AbortSignal } = {},
): Promise<ScrubReport> {
  const report: ScrubReport = { checked: 0, bytes: 0, missing: [], changed: [], orphans: [], orphanBytes: 0 }
  // Connects as the database's owner, to see every organisation.
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fonema-scrub' })
  // If the connection is lost while an object is read, the next statement fails. Without a listener, the process would
  // end.
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

/** The report as text. Keys contain an organisation's id and a random number, but no personal data. */
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
