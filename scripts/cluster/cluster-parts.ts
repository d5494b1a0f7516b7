import { rm } from 'node:fs/promises'
import type { S3Settings } from '../../apps/server/src/platform/objects/s3-store.ts'
import { startDebianPostgres } from '../debian-postgres.mjs'
import { type S3Variables, startRadosgw } from '../debian-radosgw.mjs'
import { makeTestDatabaseFolder } from '../test-database-folder.ts'

/** The parts that the machines of a cluster share. */
export type ClusterParts = { DATABASE_URL: string } & S3Variables

/** Debian's PostgreSQL 15 and Ceph's S3 store, both empty; all their data is removed when they stop. */
export async function startClusterParts(): Promise<{ parts: ClusterParts; stop(): Promise<void> }> {
  const dataDir = await makeTestDatabaseFolder()
  const [postgres, store] = await Promise.all([startDebianPostgres({ dataDir }), startRadosgw()])
  return {
    parts: { DATABASE_URL: postgres.url, ...store.environment },
    async stop() {
      await Promise.all([postgres.stop(), store.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The settings as the product reads them from its environment. */
export const s3SettingsOf = (parts: ClusterParts): S3Settings => ({
  endpoint: parts.S3_ENDPOINT,
  publicEndpoint: parts.S3_ENDPOINT,
  bucket: parts.S3_BUCKET,
  region: 'us-east-1',
  accessKeyId: parts.S3_ACCESS_KEY_ID,
  secretAccessKey: parts.S3_SECRET_ACCESS_KEY,
})

/** The parts that `TEST_CLUSTER` describes as JSON, shared by several stages of a run; otherwise new ones. */
export async function clusterPartsForTests(): Promise<{ parts: ClusterParts; stop(): Promise<void> }> {
  const given = process.env.TEST_CLUSTER
  if (!given?.startsWith('{')) return startClusterParts()
  return { parts: JSON.parse(given), stop: async () => {} }
}
