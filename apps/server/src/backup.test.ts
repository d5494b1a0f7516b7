// @module-tag long
import { createHook } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  type BackupSecret,
  BackupUnreadable,
  checkBackup,
  findStoredTables,
  restoreBackup,
  scrub,
  seal,
  TargetNotEmpty,
  unseal,
  writeBackup,
} from '@fonema/backup'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freshDraft, signWith } from '../testing/clinical-report.ts'
import { databaseUrl, withClient } from '../testing/database-setup.ts'
import { openTestApp } from '../testing/open-app.ts'
import { formOf, startTestSession, toneWav } from '../testing/recordings.ts'
import { turnOn } from '../testing/second-factor.ts'
import { putObject, storedKeys } from '../testing/stored.ts'
import { buildTestApp } from '../testing/test-app.ts'
import { verifyChains } from './audit/chain.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { queueSchema } from './platform/jobs/queue.ts'
import { deriveKeys } from './platform/keys.ts'
import { openLocalStore } from './platform/objects/object-store.ts'

const secret: BackupSecret = { kind: 'key', key: randomBytes(32) }

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A clinic with a queued recording of two microphones, a file, a participant's code with special characters, a second factor and an audit
 * log.
 */
async function openClinic() {
  const clinic = await buildTestApp()
  const headers = await clinic.signIn('examiner@demo.example')
  const session = await startTestSession(clinic, headers, 'Ñ "quoted"\t\\N')
  const wav = toneWav(4)
  const form = formOf(wav, { take: '1' }, 'speech', toneWav(4, 220))
  const url = session.itemUrl(session.items[0]!)
  await clinic.app.inject({ method: 'POST', url, headers: { ...form.headers, ...headers }, payload: form.payload })
  const file = formOf(Buffer.from('name;value\nä;1\n'), {}, 'file')
  const payload = Buffer.from(file.payload.toString('latin1').replace('item.wav', 'list.csv'), 'latin1')
  const files = `/api/files/${session.participant.id}/`
  await clinic.app.inject({ method: 'POST', url: files, headers: { ...file.headers, ...headers }, payload })
  await turnOn(clinic, await clinic.signIn('owner@demo.example'))
  return { ...clinic, headers, session, url: clinic.url, itemUrl: url, wav }
}
type Clinic = Awaited<ReturnType<typeof openClinic>>

const earlierSecretKeys = ['a secret that the clinic had before this one']

const backUp = async (clinic: Clinic, using: BackupSecret = secret) => {
  const file = path.join(await temporaryFolder(), 'clinic.backup')
  const { url, store, config } = clinic
  const source = { databaseUrl: url, store, secretKey: config.secretKey, earlierSecretKeys }
  const manifest = await writeBackup({ ...source, productVersion: 'test', queueSchema }, using, file)
  return { file, manifest }
}

/** An empty database on the same server, and an empty store. */
async function emptyTarget() {
  const templateUrl = inject('templateUrl')
  const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
  const maintenance = (statement: string) =>
    withClient(databaseUrl(templateUrl, 'postgres'), (client) => client.query(statement))
  await maintenance(`create database ${name}`)
  onTestFinished(async () => void (await maintenance(`drop database if exists ${name} with (force)`)))
  const store = await openLocalStore(await temporaryFolder())
  return { databaseUrl: databaseUrl(templateUrl, name), store, migrate: migrateDatabase, queueSchema }
}

/** All rows of all tables, as text. */
const allRows = (url: string) =>
  withClient(url, async (client) => {
    const found: Record<string, string[]> = {}
    for (const { name } of await findStoredTables(client)) {
      const { rows } = await client.query(`select t::text as row from "${name}" t order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })

/** A signed report, with the bytes of its file. */
async function signReport(clinic: Clinic) {
  const { url } = await freshDraft(clinic, clinic.headers)
  const { pdf_sha256 } = (await signWith(clinic, clinic.headers, url)).json()
  return { url, pdf_sha256, pdf: await clinic.app.inject({ url: `${url}pdf/`, headers: clinic.headers }) }
}

/** The restored clinic finds the report intact, and gives out the same bytes. */
async function expectIntact({ config }: Clinic, signed: Awaited<ReturnType<typeof signReport>>, databaseUrl: string) {
  const restored = await openTestApp(databaseUrl, { SECRET_KEY: config.secretKey })
  onTestFinished(restored.close)
  const headers = await restored.signIn('examiner@demo.example')
  const read = (path: string) => restored.app.inject({ url: `${signed.url}${path}`, headers })
  const { pdf_sha256, pdf } = signed
  expect((await read('verify/')).json()).toEqual({ intact: true, faults: [], reprint: 'equal', pdf_sha256 })
  expect((await read('pdf/')).rawPayload.equals(pdf.rawPayload)).toBe(true)
  expect(pdf.statusCode).toBe(200)
}

test('a restored clinic has every row, object, queued job and seal of the backed-up one', async () => {
  const clinic = await openClinic()
  const signed = await signReport(clinic)
  const { file, manifest } = await backUp(clinic)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(manifest).toMatchObject({ objects: 4, problems: [] })
  const target = await emptyTarget()
  const { start } = await restoreBackup(file, secret, target)
  expect(start).toMatchObject({ secret_key: clinic.config.secretKey, earlier_secret_keys: earlierSecretKeys })

  const before = await allRows(clinic.url)
  expect([before.takes, before.recovery_codes].map((rows) => rows?.length)).toEqual([2, 10])
  expect(await allRows(target.databaseUrl)).toEqual(before)
  const report = await scrub(target)
  expect(report).toMatchObject({ checked: 4, missing: [], changed: [], orphans: [] })
  const jobs = (url: string) =>
    withClient(
      url,
      async (client) => (await client.query('select name, data from pgboss.job order by name, data::text')).rows,
    )
  expect(await jobs(target.databaseUrl)).toEqual(await jobs(clinic.url))

  const database = openDatabase(target.databaseUrl, { maxConnections: 2 })
  onTestFinished(database.close)
  const chains = await verifyChains(database, deriveKeys(clinic.config, 'audit'))
  expect(chains.flatMap(({ problems }) => problems)).toEqual([])
  await expectIntact(clinic, signed, target.databaseUrl)
  // New entries are written to the audit log after the restored ones.
  await database.tenant(clinic.organizationId, (tx) => tx.updateTable('participants').set({ active: false }).execute())
  const after = await allRows(target.databaseUrl)
  expect(after.audit_entries!.length).toBeGreaterThan(before.audit_entries!.length)
})

test('refuses to restore into a database or store with contents', async () => {
  const clinic = await openClinic()
  const { file } = await backUp(clinic)
  const taken = { ...(await emptyTarget()), databaseUrl: clinic.url }
  await expect(restoreBackup(file, secret, taken)).rejects.toThrow(TargetNotEmpty)
  const target = await emptyTarget()
  const { store } = target
  await putObject(store, 'org/there', Buffer.from('x'))
  await expect(restoreBackup(file, secret, target)).rejects.toThrow(TargetNotEmpty)
})

test('a backup is unreadable without its secret, and every altered or missing byte is detected', async () => {
  const clinic = await openClinic()
  const { file } = await backUp(clinic)
  const bytes = await readFile(file)
  for (const canary of [
    'examiner@demo.example',
    'quoted',
    'list.csv',
    'RIFF',
    clinic.config.secretKey,
    ...earlierSecretKeys,
  ])
    expect(bytes.includes(canary)).toBe(false)
  expect(await checkBackup(file, secret)).toMatchObject({ manifest: { objects: 3 } })
  const refuse = (using: BackupSecret) => expect(checkBackup(file, using)).rejects.toThrow(BackupUnreadable)
  await refuse({ kind: 'key', key: randomBytes(32) })
  await refuse({ kind: 'passphrase', passphrase: 'something of sixteen letters' })
  for (let i = 0; i < 25; i++) {
    const at = Math.floor((bytes.length * i) / 25)
    const altered = Buffer.from(bytes)
    altered[at]! ^= 1
    await writeFile(file, altered)
    await refuse(secret)
    await writeFile(file, bytes.subarray(0, at))
    await refuse(secret)
  }
  await writeFile(file, Buffer.concat([bytes, Buffer.from([0])]))
  await refuse(secret)
  const target = await emptyTarget()
  await expect(restoreBackup(file, secret, target)).rejects.toThrow(BackupUnreadable)
  // A failed restore leaves the target empty.
  await writeFile(file, bytes)
  await restoreBackup(file, secret, target)
})

test('a passphrase opens what it sealed, across several frames, and swapped frames are refused', async () => {
  const using: BackupSecret = { kind: 'passphrase', passphrase: 'seven words that nobody would ever guess' }
  const plain = randomBytes(5_300_000)
  const chunks = Array.from({ length: 53 }, (_, i) => plain.subarray(i * 100_000, (i + 1) * 100_000))
  const sealed = Buffer.concat(await Array.fromAsync(seal(Readable.from(chunks), using)))
  const open = async (bytes: Buffer) => Buffer.concat(await Array.fromAsync(unseal(Readable.from([bytes]), using)))
  expect((await open(sealed)).equals(plain)).toBe(true)
  const header = 33
  const frame = 4 + (1 << 20) + 16
  const [first, second] = [0, 1].map((i) => sealed.subarray(header + i * frame, header + (i + 1) * frame))
  const swapped = Buffer.concat([sealed.subarray(0, header), second!, first!, sealed.subarray(header + 2 * frame)])
  await expect(open(swapped)).rejects.toThrow(BackupUnreadable)
  const shortened = Buffer.concat([sealed.subarray(0, header + frame), sealed.subarray(header + 2 * frame)])
  await expect(open(shortened)).rejects.toThrow(BackupUnreadable)
})

test('a restore derives the key of its passphrase once, though it reads the backup twice', async () => {
  const using: BackupSecret = { kind: 'passphrase', passphrase: 'seven words that nobody would ever guess' }
  const { file } = await backUp(await openClinic(), using)
  const target = await emptyTarget()
  let derivations = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') derivations++
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  await restoreBackup(file, using, target)
  expect(derivations).toBe(1)
})

test('backup and scrub report lost and altered objects; scrub reports objects without a row after a day', async () => {
  const clinic = await openClinic()
  const { store } = clinic
  const keys = await storedKeys(clinic)
  const [take, channel] = keys.filter((key) => key.includes('/takes/')) as [string, string]
  const file = keys.find((key) => key.includes('/files/'))!
  await putObject(store, take, toneWav(4, 200))
  await store.remove(file)
  const [orphan, young] = ['orphan', 'young'].map((name) => `${clinic.organizationId}/takes/${name}`) as [
    string,
    string,
  ]
  for (const key of [orphan, young]) await putObject(store, key, Buffer.from('left'))
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  const aged: typeof store = {
    ...store,
    async *list() {
      for await (const found of store.list()) yield found.key === orphan ? { ...found, changedAt: twoDaysAgo } : found
    },
  }

  const { manifest } = await backUp(clinic)
  expect(manifest.problems.map(({ problem }) => problem).sort()).toEqual(['changed', 'missing'])
  const source = { databaseUrl: clinic.url, store: aged }
  expect(await scrub(source)).toMatchObject({ changed: [take], missing: [file], orphans: [orphan] })
  expect(await store.size(orphan)).toBe(4)
  await scrub(source, { removeOrphans: true })
  expect(await storedKeys(clinic)).toEqual([take, channel, young].sort())
})
