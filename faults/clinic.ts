import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { contentFolder } from '../apps/server/src/app.ts'
import { readContent } from '../apps/server/src/content/files.ts'
import { loadContent } from '../apps/server/src/content/load.ts'
import { createOrganization } from '../apps/server/src/organization/service.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { migrateDatabase } from '../apps/server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'

export const password = 'Correct-Horse-7!'
export const email = 'examiner@faults.example'
export const secretKey = 'a key for the rigs alone, never anywhere else'

const program = path.resolve(import.meta.dirname, '../apps/server/src/main.ts')

/** Changes the product from outside, before it is loaded: a planted bug, or a crash at a certain step. */
export type Plant =
  | 'late-commit'
  | 'no-fsync'
  | 'crash-at'
  | 'any-signature'
  | 'lost-put'
  | 'no-dummy-hash'
  | 'calls-home'
  | 'failing-tasks'

export type Server = {
  process: ChildProcess
  /** What it wrote to its standard error. */
  said: { text: string }
  /** SIGKILL: what a power cut of the process alone would do. Resolves when it has ended. */
  kill(): Promise<void>
}

export type ServerOptions = {
  role?: 'web' | 'worker' | 'all'
  plant?: Plant
  environment?: Record<string, string>
  /** A command before the program, such as a limit or a tracer. */
  through?: readonly string[]
  /** Where its log goes; nowhere by default. */
  stdout?: number
}

/** A database with one examiner, a folder for recordings, and servers that come and go. */
export type Clinic = {
  databaseUrl: string
  dataDir: string
  database: Database
  organizationId: string
  baseUrl: string
  startServer(options?: ServerOptions): Promise<Server>
  /** `pg_ctl -m immediate`: the database ends without a farewell. The servers go on; those of `startServer` find it away. */
  crashPostgres(): Promise<void>
  startPostgres(): Promise<void>
  stopPostgres(): Promise<void>
  killServers(): Promise<void>
  /** `last`: before its folder is removed. */
  close(last?: () => void): Promise<void>
}

export async function openClinic({
  prepare = () => {},
}: {
  prepare?: (dataDir: string) => void
} = {}): Promise<Clinic> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-faults-'))
  prepare(dataDir)
  let postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const databaseUrl = postgres.connectionString
  await migrateDatabase(databaseUrl)
  await loadContent(databaseUrl, await readContent(contentFolder))
  const database = openDatabase(databaseUrl)
  const organizationId = await createClinicIn(database)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const servers = new Set<Server>()
  const killServers = async () => {
    for (const server of servers) await server.kill()
  }

  return {
    ...{ databaseUrl, dataDir, database, organizationId, baseUrl },
    async startServer({ role = 'web', plant, environment = {}, through = [], stdout } = {}) {
      const plantUrl = plant && pathToFileURL(path.join(import.meta.dirname, 'plants', `${plant}.ts`)).href
      const planted = plantUrl === undefined ? [] : ['--import', plantUrl]
      const [command = process.execPath, ...words] = [...through, process.execPath, ...planted, program, role]
      const child = spawn(command, words, {
        env: {
          ...{ PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, DATA_DIR: dataDir },
          ...{ PORT: String(port), DEMO: 'off', LOG_LEVEL: 'error', TRANSCRIBER: 'none', RATE_LIMITS: 'off' },
          ...environment,
        },
        stdio: ['ignore', stdout ?? 'ignore', 'pipe'],
      })
      const said = { text: '' }
      child.stderr!.on('data', (chunk) => (said.text += chunk))
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      const server: Server = {
        process: child,
        said,
        async kill() {
          child.kill('SIGKILL')
          await ended
          servers.delete(server)
        },
      }
      servers.add(server)
      while (role !== 'worker' && !(await isReady(baseUrl))) {
        if (child.exitCode !== null) throw new Error(`The server does not start: ${said.text}`)
        await sleep(20)
      }
      return server
    },
    async crashPostgres() {
      const [pid] = (await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await postgres.ended
      await postgres.stop()
    },
    stopPostgres: () => postgres.stop(),
    async startPostgres() {
      postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    },
    killServers,
    async close(last = () => {}) {
      await killServers()
      await database.close()
      await postgres.stop()
      last()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** An organisation with one examiner. */
export async function createClinicIn(database: Database): Promise<string> {
  const id = uuidv7()
  const organization = { id, name: 'Faults', timeZone: 'UTC', isDemonstration: false, now: new Date() }
  await database.tenant(id, async (tx) => {
    const locale = await tx.selectFrom('locales').select('id').where('code', '=', 'es-ES').executeTakeFirstOrThrow()
    const person = { email, first_name: 'Ana', last_name: 'Prueba', localeId: locale.id, password }
    await createOrganization(tx, organization, [{ ...person, roles: ['owner', 'examiner'] }])
  })
  return id
}

async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/ready`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status === 200
}

/** Below the ports that the system gives to connections, so that nothing takes it while the server is down. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
