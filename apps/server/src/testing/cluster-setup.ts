import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDebianPostgres } from '../../../../scripts/debian-postgres.mjs'
import { startRadosgw } from '../../../../scripts/debian-radosgw.mjs'
import type { S3Settings } from '../platform/objects/s3-store.ts'
import setUpDatabase from './database-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real S3 store for the run; a test takes a bucket of its own. */
    s3: S3Settings
  }
}

/** What several machines share: Debian's PostgreSQL 15 and Ceph's S3 store, both empty, for one run. */
export default async function setUpCluster(project: TestProject) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-cluster-'))
  const [postgres, store] = await Promise.all([startDebianPostgres({ dataDir }), startRadosgw()])
  process.env.TEST_DATABASE_URL = postgres.url
  const tearDownDatabase = await setUpDatabase(project)
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = store.environment
  project.provide('s3', {
    endpoint: S3_ENDPOINT,
    publicEndpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
  return async () => {
    await tearDownDatabase()
    await Promise.all([postgres.stop(), store.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}
