import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl, withClient } from '../apps/server/testing/database-setup.ts'
import { formOf, startTestSession, toneWav } from '../apps/server/testing/recordings.ts'
import { buildTestApp } from '../apps/server/testing/test-app.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-moved-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
  return folder
}

/** Runs one of the commands as an administrator would. */
function run(script: string, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  return new Promise<{ code: number | null; text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text: output.text })),
  )
}

/** A database whose role may create roles but is no superuser, as with a rented database. */
async function rentedDatabase(): Promise<string> {
  const templateUrl = inject('templateUrl')
  const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
  const admin = (statement: string) =>
    withClient(databaseUrl(templateUrl, 'postgres'), (client) => client.query(statement))
  await admin(`create role ${name} login createrole password 'rented'`)
  await admin(`create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await admin(`drop database if exists ${name} with (force)`)
    await admin(`drop role if exists ${name}`)
  })
  const url = new URL(databaseUrl(templateUrl, name))
  url.username = name
  url.password = 'rented'
  return url.href
}

test('a clinic moves from PostgreSQL 15 and S3 to the embedded database, then to a rented one', async () => {
  const clinic = await buildTestApp()
  const headers = await clinic.signIn('examiner@demo.example')
  const session = await startTestSession(clinic, headers)
  const url = session.itemUrl(session.items[0]!)
  const form = formOf(toneWav(4), { take: '1' })
  await clinic.app.inject({ method: 'POST', url, headers: { ...form.headers, ...headers }, payload: form.payload })

  const folder = await temporaryFolder()
  const s3 = inject('s3')!
  const secret = { BACKUP_PASSPHRASE: 'seven words that nobody would ever guess' }
  const external = {
    DATABASE_URL: clinic.url,
    SECRET_KEY: clinic.config.secretKey,
    DATA_DIR: clinic.dataDir,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: clinic.config.s3!.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ...secret,
  }
  const embedded = { DATA_DIR: await temporaryFolder(), ...secret }
  const rented = {
    DATABASE_URL: await rentedDatabase(),
    SECRET_KEY: 'another key of the new clinic, 32 signs',
    ...secret,
    DATA_DIR: await temporaryFolder(),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: `moved-${randomUUID()}`,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]

  expect(await run('backup.ts', [first], external)).toMatchObject({ code: 0 })
  expect(await run('restore.ts', ['--check', first], external)).toMatchObject({ code: 0 })
  expect(await run('restore.ts', [first], embedded)).toMatchObject({ code: 0 })
  expect((await readFile(path.join(embedded.DATA_DIR, 'secret-key'), 'utf8')).trim()).toBe(clinic.config.secretKey)
  expect(await run('audit-verify.ts', [], embedded)).toMatchObject({ code: 0 })
  const again = await run('restore.ts', [first], embedded)
  expect([again.code, again.text]).toEqual([1, expect.stringContaining('not empty')])

  expect(await run('backup.ts', [second], embedded)).toMatchObject({ code: 0 })
  const moved = await run('restore.ts', [second], rented)
  expect([moved.code, moved.text]).toEqual([0, expect.stringContaining('SECRET_KEY is not the one')])
  const scrubbed = await run('scrub.ts', [], rented)
  expect([scrubbed.code, scrubbed.text]).toEqual([0, expect.stringContaining('1 objects read')])
  expect((await run('backup.ts', [second], { ...embedded, BACKUP_PASSPHRASE: '' })).text).toContain('BACKUP_KEY_FILE')
})
