import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { OrganizationId } from '@fonema/contract'
import { startEmbeddedPostgres } from '@fonema/embedded-postgres'
import { contentFolder } from '../../apps/server/src/app.ts'
import { readContent } from '../../apps/server/src/content/files.ts'
import { loadContent } from '../../apps/server/src/content/load.ts'
import { createOrganization } from '../../apps/server/src/organization/service.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { sharedCompileCache } from '../../scripts/compile-cache.ts'

export const password = 'Correct-Horse-7!'
export const email = 'examiner@faults.example'
export const secretKey = 'a key for the scenarios only, never for real use'

const program = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')

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
  /** Its output on standard error. */
  output: { text: string }
  /** SIGKILL, like a sudden end of this process alone. Resolves when it has ended. */
  kill(): Promise<void>
}

export type ServerOptions = {
  role?: 'web' | 'worker' | 'remote' | 'all'
  plant?: Plant
  environment?: Record<string, string>
  /** A command that starts the program, such as a limit or a tracer. */
  through?: readonly string[]
  /** Destination of its log; nowhere by default. */
  stdout?: number
}

/** A database with one examiner, a folder for recordings, and servers that start and stop. */
export type Clinic = {
  databaseUrl: string
  dataDir: string
  database: Database
  organizationId: OrganizationId
  baseUrl: string
  startServer(options?: ServerOptions): Promise<Server>
  /** `pg_ctl -m immediate`: the database ends without a shutdown. Servers of `startServer` keep running without it. */
  crashPostgres(): Promise<void>
  startPostgres(): Promise<void>
  stopPostgres(): Promise<void>
  killServers(): Promise<void>
  /** `last` runs before the folder is removed. */
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
    databaseUrl,
    dataDir,
    database,
    organizationId,
    baseUrl,
    async startServer({ role = 'web', plant, environment = {}, through = [], stdout } = {}) {
      const plantUrl = plant && pathToFileURL(path.join(import.meta.dirname, 'plants', `${plant}.ts`)).href
      const planted = plantUrl === undefined ? [] : ['--import', plantUrl]
      const [command = process.execPath, ...words] = [...through, process.execPath, ...planted, program, role]
      const child = spawn(command, words, {
        env: {
          PATH: process.env.PATH,
          ...sharedCompileCache(),
          DATABASE_URL: databaseUrl,
          SECRET_KEY: secretKey,
          DATA_DIR: dataDir,
          PORT: String(port),
          DEMO: 'off',
          LOG_LEVEL: 'error',
          TRANSCRIBER: 'none',
          RATE_LIMITS: 'off',
          ...environment,
        },
        stdio: ['ignore', stdout ?? 'ignore', 'pipe'],
      })
      const output = { text: '' }
      child.stderr!.on('data', (chunk) => (output.text += chunk))
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      const server: Server = {
        process: child,
        output,
        async kill() {
          child.kill('SIGKILL')
          await ended
          servers.delete(server)
        },
      }
      servers.add(server)
      while (!['worker', 'remote'].includes(role) && !(await isReady(baseUrl))) {
        if (child.exitCode !== null) throw new Error(`The server did not start: ${output.text}`)
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
export async function createClinicIn(database: Database): Promise<OrganizationId> {
  const id = newId<OrganizationId>()
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

/** Below the ports that the system assigns to connections, so that none takes it while the server is down. */
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
