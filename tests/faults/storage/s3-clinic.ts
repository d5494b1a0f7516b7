import path from 'node:path'
import { openS3Store } from '../../../apps/server/src/platform/objects/s3-store.ts'
import { ensureDebianPackages } from '../../../scripts/debian-packages.mjs'
import { canStartRadosgw, RADOSGW_NEEDS, startRadosgw } from '../../../scripts/debian-radosgw.mjs'
import type { Clinic } from '../clinic.ts'
import { openLine } from '../proxy.ts'
import type { ScenarioResult } from '../scenario.ts'

export const withoutS3: ScenarioResult = { counts: {}, failures: [], leftOut: 'Ceph’s radosgw cannot be started here' }

export const canHaveS3 = () => ensureDebianPackages(RADOSGW_NEEDS).length === 0 && canStartRadosgw()

/** A store behind a line, the settings that connect a server to it, and access to what it really holds. */
export async function openS3(clinic: Clinic) {
  const store = await startRadosgw()
  const endpoint = new URL(store.environment.S3_ENDPOINT!)
  const line = await openLine({ host: endpoint.hostname, port: Number(endpoint.port) })
  const environment = { ...store.environment, S3_ENDPOINT: `http://127.0.0.1:${line.port}` }
  const { S3_BUCKET = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = environment
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
  const addresses = { endpoint: endpoint.href, publicEndpoint: endpoint.href }
  const direct = await openS3Store(
    { ...addresses, ...keys, bucket: S3_BUCKET, region: 'us-east-1' },
    path.join(clinic.dataDir, 'look'),
    // A generous limit, so that a busy machine causes no failure here.
    { answerMs: 30_000 },
  )
  return {
    environment,
    line,
    direct,
    gateway: store.process,
    async close() {
      await line.close()
      await store.stop()
    },
  }
}
export type S3 = Awaited<ReturnType<typeof openS3>>
