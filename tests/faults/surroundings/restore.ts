import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@fonema/embedded-postgres'
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts'
import { databaseUrl, withClient } from '../../../apps/server/testing/database-setup.ts'
import { DEBIAN_POSTGRES, startDebianPostgres } from '../../../scripts/debian-postgres.mjs'
import { recordingOf, signIn, startSession, upload } from '../client.ts'
import { type Clinic, secretKey } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { readStored } from '../stored.ts'

const exec = promisify(execFile)
const phrase = { BACKUP_PASSPHRASE: 'seven words that nobody would ever guess' }

/** An empty place for a clinic: a data folder, and a database once `settings` have been used. */
type Place = { settings: Record<string, string>; openDatabase(): Promise<{ url: string; close(): Promise<void> }> }

/** F32: everything is lost except the backup. */
export const restore: Scenario = {
  name: 'restore',
  longOnly: true,
  title: 'A clinic is backed up while it records, and restored into an empty one, embedded and PostgreSQL 15',
  async run({ clinic, short }) {
    const times = short ? 1 : 5
    const postgres = existsSync(DEBIAN_POSTGRES) ? await startDebianPostgres({ dataDir: clinic.dataDir }) : undefined
    const kinds: Record<string, (dataDir: string) => Promise<Place>> = {
      embedded: embeddedIn,
      ...(postgres && { 'PostgreSQL 15': (dataDir) => emptyDatabaseOf(postgres.url, dataDir) }),
    }
    const failures = new Set<string>()
    const counts = { 'times each': times, restored: 0, 'recordings compared': 0, 'signed in': 0 }
    const recorder = await openRecorder(clinic)
    for (const [kind, emptyPlace] of Object.entries(kinds))
      for (let i = 0; i < times; i++) {
        const folder = await mkdtemp(path.join(tmpdir(), 'fonema-restored-'))
        const backup = path.join(folder, 'backup')
        const acknowledged = await recorder.whileRecording(() => backUp(clinic, backup))
        const place = await emptyPlace(path.join(folder, 'data'))
        await runScript('restore.ts', backup, place.settings)
        counts.restored++
        const { url, close } = await place.openDatabase()
        const dataDir = place.settings.DATA_DIR!
        const { compared, wrong } = await compare({ ...clinic, dataDir }, url, acknowledged)
        counts['recordings compared'] += compared
        for (const what of wrong) failures.add(`${kind}: ${what}`)
        if (await signsIn(clinic, { DATABASE_URL: url, DATA_DIR: dataDir })) counts['signed in']++
        else failures.add(`${kind}: nobody can sign in`)
        await close()
        await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
      }
    await postgres?.stop()
    return {
      counts,
      failures: [...failures],
      ...(!postgres && { leftOut: 'into PostgreSQL 15, which is not installed' }),
    }
  },
}

const runScript = (script: string, file: string, settings: Record<string, string>) =>
  exec(process.execPath, [path.resolve(import.meta.dirname, '../../../scripts', script), file], {
    env: { PATH: process.env.PATH, ...phrase, ...settings },
  })

const backUp = ({ databaseUrl: url, dataDir }: Clinic, file: string) =>
  runScript('backup.ts', file, { DATABASE_URL: url, SECRET_KEY: secretKey, DATA_DIR: dataDir })

async function embeddedIn(dataDir: string): Promise<Place> {
  return {
    settings: { DATA_DIR: dataDir },
    async openDatabase() {
      const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} })
      return { url: connectionString, close: stop }
    },
  }
}

async function emptyDatabaseOf(server: string, dataDir: string): Promise<Place> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await withClient(server, (client) => client.query(`create database ${name}`))
  const url = databaseUrl(server, name)
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEY: secretKey },
    openDatabase: async () => ({ url, close: async () => {} }),
  }
}

async function openRecorder(clinic: Clinic) {
  const hashes: string[] = []
  return {
    /** @returns what had been acknowledged before `work` began */
    async whileRecording(work: () => Promise<unknown>): Promise<string[]> {
      const server = await clinic.startServer()
      const examiner = await signIn(clinic.baseUrl)
      const session = await startSession(examiner)
      const record = async (take: string) => {
        for (const item of session.items.slice(0, 2)) {
          const recording = recordingOf(item.min_duration + 1)
          const { status } = await upload(clinic.baseUrl, examiner, session.pathOf(item), recording, { take })
          if (status === 201) hashes.push(recording.sha256)
        }
      }
      await record('1')
      const before = [...hashes]
      const running = { isSo: true }
      const working = work().finally(() => {
        running.isSo = false
      })
      for (let take = 2; running.isSo; take++) await record(String(take))
      await working
      await server.kill()
      return before
    },
  }
}

/** Checks that everything acknowledged before the backup is there, with the hashes that the database names. */
async function compare(clinic: Clinic, url: string, acknowledged: readonly string[]) {
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    const stored = await readStored({ ...clinic, database })
    const hashes = new Set(stored.map(({ sha256 }) => sha256))
    const lost = acknowledged.filter((sha256) => !hashes.has(sha256)).length
    const torn = stored.filter(({ sha256, fileSha256 }) => sha256 !== fileSha256).length
    const wrong = Object.entries({ lost, torn }).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
    return { compared: stored.length, wrong }
  } finally {
    await database.close()
  }
}

async function signsIn(clinic: Clinic, environment: Record<string, string>): Promise<boolean> {
  const server = await clinic.startServer({ environment })
  const examiner = await signIn(clinic.baseUrl).catch(() => undefined)
  await server.kill()
  return examiner !== undefined
}
