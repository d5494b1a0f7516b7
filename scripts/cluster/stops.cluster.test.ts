import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OrganizationId } from '@fonema/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import type { ObjectStore } from '../../apps/server/src/platform/objects/object-store.ts'
import { openStore } from '../../apps/server/src/platform/objects/open-store.ts'
import { databaseUrl, withClient } from '../../apps/server/testing/database-setup.ts'
import { type Examiner, recordingOf, signIn, startSession, upload } from '../../tests/faults/client.ts'
import { createClinicIn } from '../../tests/faults/clinic.ts'
import { audit, failuresOf, type Sent } from '../../tests/faults/stored.ts'
import { type Cluster, startCluster } from './start-cluster.ts'

const clients = 8
const templateUrl = inject('emptyTemplateUrl')
const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
const maintenance = (statement: string) =>
  withClient(databaseUrl(templateUrl, 'postgres'), (client) => client.query(statement))

let cluster: Cluster
let database: Database
let store: ObjectStore
let dataDir: string
let organizationId: OrganizationId
let examiner: Examiner

beforeAll(async () => {
  await maintenance(`create database ${name} template ${new URL(templateUrl).pathname.slice(1)}`)
  const url = databaseUrl(templateUrl, name)
  database = openDatabase(url, { maxConnections: 2 })
  organizationId = await createClinicIn(database)
  dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-stops-'))
  const s3 = { ...inject('s3')!, bucket: `stops-${name.slice(-12)}` }
  store = await openStore({ s3, dataDir })
  const environment = {
    DATABASE_URL: url,
    SECRET_KEY: 'a key for this test only, never for real use',
    DEMO: 'off',
    LOG_LEVEL: 'error',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    RATE_LIMITS: 'off',
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  cluster = await startCluster({ environment, dataDir, count: { web: 3, worker: 0 } })
  examiner = await signIn(cluster.url)
}, 120_000)

afterAll(async () => {
  await cluster?.stop()
  await database?.close()
  await maintenance(`drop database if exists ${name} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

/**
 * Eight clients that send one recording after the other through the proxy, each once and in its own session, until the
 * event is over and every client has sent another one since.
 */
async function sendDuring(event: () => Promise<void>) {
  const sent: Sent[] = []
  const answers: (number | 'none')[] = []
  let isOver = false
  const client = async () => {
    for (let wasOver = false; !wasOver; ) {
      wasOver = isOver
      const session = await startSession(examiner).catch(() => undefined)
      if (session === undefined) {
        answers.push('none')
        continue
      }
      const [item] = session.items.filter(({ min_duration }) => min_duration <= 4)
      const recording = recordingOf(5)
      const sending = upload(cluster.url, examiner, session.pathOf(item!), recording)
      const status = await sending.then((answer) => answer.status).catch(() => 'none' as const)
      answers.push(status)
      const acknowledged = status === 201
      sent.push({ sessionId: session.id, itemId: item!.id, sha256: recording.sha256, acknowledged })
    }
  }
  const sending = Array.from({ length: clients }, client)
  await event().finally(() => {
    isOver = true
  })
  await Promise.all(sending)
  return { answers: [...new Set(answers)], found: await audit({ database, organizationId, store }, sent) }
}

const machineOf = (name: string) => cluster.machines.find((machine) => machine.name === name)!

test('a stopping web process refuses none of the recordings that eight clients send', async () => {
  const machine = machineOf('web-3')
  const { answers, found } = await sendDuring(async () => {
    await storedAtLeast(clients)
    machine.process.kill('SIGTERM')
    await machine.ended
  })
  expect([machine.process.exitCode, answers]).toEqual([0, [201]])
  expect(failuresOf(found)).toEqual([])
  expect(found.acknowledged).toBe(found.sent)
})

test('loses no acknowledged recording when a web process is killed, and the other one keeps answering', async () => {
  const machine = machineOf('web-2')
  const { found } = await sendDuring(async () => {
    await storedAtLeast(2 * clients)
    machine.process.kill('SIGKILL')
    await machine.ended
  })
  expect(failuresOf(found)).toEqual([])
  expect(found.acknowledged).toBeGreaterThan(clients)
  for (let i = 0; i < 20; i++) expect((await examiner.get('/user/participants/')).status).toBe(200)
})

async function storedAtLeast(count: number) {
  const takes = () =>
    database.tenant(organizationId, (tx) =>
      tx
        .selectFrom('takes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    )
  const before = (await takes()).count
  await expect.poll(async () => (await takes()).count, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + count)
}
