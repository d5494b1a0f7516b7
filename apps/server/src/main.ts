import { enableCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { availableParallelism, constants, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepRunning, PostgresStartError, type RestartEvent, startEmbeddedPostgres } from '@fonema/embedded-postgres'
import { createIndicesOf } from './analysis/indices/view.ts'
import { readModelCatalogue } from './analysis/models/catalogue.ts'
import { createPlanner } from './analysis/plan.ts'
import { resultsOf } from './analysis/queries.ts'
import { WorkerRefused } from './analysis/remote/worker.ts'
import { buildApp, contentFolder } from './app.ts'
import { sealEntries } from './audit/chain.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openCatalogue } from './content/catalogue.ts'
import { ContentError } from './content/checks.ts'
import { readContent } from './content/files.ts'
import { loadContent } from './content/load.ts'
import { accountsFile, type DemoAccount } from './demonstration/accounts.ts'
import { demoOrganizationId, seedOrganizations } from './demonstration/seed.ts'
import { seedSessions } from './demonstration/seed-sessions.ts'
import { demonstration, type JobDeps, startJobs } from './jobs.ts'
import { issueSetupToken } from './organization/setup.ts'
import { createBackground } from './platform/background.ts'
import { systemClock as clock } from './platform/clock.ts'
import { type Database, openDatabase, requireRuntimeRole, WrongRole } from './platform/database/database.ts'
import { migrateDatabase, NewerDatabase } from './platform/database/migrate.ts'
import { openReplica } from './platform/database/replica.ts'
import { backUpBeforeUpgrade, UpgradeBackupFailed } from './platform/database/upgrade-backup.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { deriveKeys } from './platform/keys.ts'
import { errorFields, writeEvent, writeLog } from './platform/log.ts'
import { openStore } from './platform/objects/open-store.ts'
import { boundSpareMemory, releaseSpareMemory } from './platform/spare-memory.ts'
import { seedPopulations } from './populations/synthetic.ts'
import { startRemoteWorker } from './remote-worker.ts'

class PortTaken extends Error {}

const roles = ['all', 'web', 'worker'] as const
let stopping = false
const drainMs = 3_000
const say = (line: string) => writeLog(`${line}\n`)
// Drops the routine messages of PostgreSQL, which do not help anybody who starts a clinic.
const sayOfDatabase = (line: string) => {
  if (!/^(LOG|HINT):/.test(line)) say(line)
}

/** Rejects if another program uses the port, before the database starts. */
function requireFreePort({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new PortTaken(
              `Port ${port} on ${host} is taken by another program. Choose another one: PORT=8081 npm start`,
            )
          : error,
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Keeps one processor free for a browser that may record on the same machine. A worker alone uses all. */
const measuringProcesses = (role: (typeof roles)[number]) =>
  Math.max(1, role === 'worker' ? availableParallelism() : availableParallelism() - 1)

const logAs = (event: string) => (error: Error) => writeEvent('error', event, errorFields(error))

async function start(role: (typeof roles)[number]) {
  boundSpareMemory()
  const config = await readConfig(process.env)
  // For the children that measure: they start for each recording. `NODE_COMPILE_CACHE` names another folder.
  enableCompileCache(path.join(config.dataDir, 'compiled'))
  const servesWeb = role !== 'worker'
  const isDemo = config.demo.enabled && servesWeb
  // On a machine that also has web processes, calls get priority over jobs.
  if (!servesWeb) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // Stops what was started, in reverse order.
  const stops: JobDeps['stops'] = []
  const stop = async () => {
    stopping = true
    for (const end of stops.splice(0).reverse()) await end()
  }

  try {
    if (config.traces) stops.push((await import('./platform/traces/send-traces.ts')).sendTraces(config.traces, role))
    if (servesWeb) await requireFreePort(config)
    const databaseUrl = config.databaseUrl ?? (await startDatabase(config, stops))
    await upgrade(config, databaseUrl)
    const deps = await openDeps(config, databaseUrl, stops)
    // Seals the entries since the last round, so that they do not stay unsealed until the next start.
    if (servesWeb) stops.push(() => seal(deps).catch(logAs('audit_log_unsealed')))
    stops.push(deps.background.stop)
    const accounts = isDemo ? await seedDemonstration(deps) : []
    if (role !== 'web') await startJobs(deps, measuringProcesses(role))
    if (servesWeb) await serve(deps, accounts)
    if (isDemo) recordDemonstration(deps)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** Brings the database to this release, after a backup of what it holds. */
async function upgrade(config: Config, databaseUrl: string) {
  await migrateDatabase(databaseUrl, {
    async before(pending) {
      say(`Upgrading the database: ${pending.length} changes`)
      if (!config.upgradeBackup) return
      const { file, bytes } = await backUpBeforeUpgrade(config, databaseUrl)
      say(`Backup before the upgrade: ${file} (${(bytes / 1e6).toFixed(1)} MB)`)
    },
  })
}

/** Starts the database that the product brings, and restarts it if it ends. */
async function startDatabase({ dataDir }: Config, stops: JobDeps['stops']): Promise<string> {
  say('Starting the database')
  const postgres = await startEmbeddedPostgres({ dataDir, log: sayOfDatabase })
  stops.push(keepRunning(postgres, logRestart).stop)
  return postgres.connectionString
}

type Deps = Awaited<ReturnType<typeof openDeps>>

/** Loads the content, and opens the database, the file store and the queue. */
async function openDeps(config: Config, databaseUrl: string, stops: JobDeps['stops']) {
  say('Loading protocols and texts')
  const content = await readContent(contentFolder)
  await loadContent(databaseUrl, content)
  const catalogue = await openCatalogue(contentFolder, content)
  const models = await readModelCatalogue({ contentFolder, ...config.models })
  const connections = connectionsOf(config, databaseUrl)
  const database = open(connections, 'job', 10, stops)
  if (connections.throughPooler) await requireRuntimeRole(database)
  const store = await openStore(config)
  const queue = await openQueue(connections.url, logAs('queue_failed'), connections)
  stops.push(queue.stop)
  const background = createBackground()
  return { config, databaseUrl, content, catalogue, models, database, store, queue, clock, background, stops }
}

/** Where calls, jobs and the queue connect. Upgrades, content and the scrub need the database itself. */
const connectionsOf = ({ databasePoolUrl }: Config, databaseUrl: string) => ({
  url: databasePoolUrl ?? databaseUrl,
  throughPooler: databasePoolUrl !== undefined,
})

function open(
  { url, throughPooler }: ReturnType<typeof connectionsOf>,
  patienceOf: 'call' | 'job',
  maxConnections: number,
  stops: JobDeps['stops'],
) {
  const options = { patienceOf, throughPooler, maxConnections, onError: logAs('database_connection_lost') }
  const opened = openDatabase(url, options)
  stops.push(opened.close)
  return opened
}

async function openListsOf({ databaseReadUrl }: Config, primary: Database, stops: JobDeps['stops']) {
  if (databaseReadUrl === undefined) return undefined
  const replica = await openReplica(databaseReadUrl, primary, { patienceOf: 'call', onError: logAs('replica_failed') })
  stops.push(replica.close)
  return replica
}

const seal = ({ config, database }: Deps) => sealEntries(database, deriveKeys(config, 'audit'))

/** Answers calls, and shows how to sign in. */
async function serve(deps: Deps, accounts: readonly DemoAccount[]) {
  const { config, databaseUrl, database, background, stops } = deps
  const calls = open(connectionsOf(config, databaseUrl), 'call', 20, stops)
  const replica = await openListsOf(config, calls, stops)
  const app = await buildApp({ ...deps, database: calls, replica, isStopping: () => stopping })
  releaseSpareMemory()
  await app.listen({ port: config.port, host: config.host })
  stops.push(() => app.close())
  background.every('seal-audit-log', 15, () => seal(deps))
  say('')
  const address = config.publicUrl ?? app.listeningOrigin
  say(`Fonema is ready: ${address}`)
  const setupToken = await issueSetupToken({ database, clock })
  if (setupToken !== undefined) {
    say('No organisation yet. This link creates one, once and within 24 hours (each start prints a new link):')
    say(`  ${address}/setup/${setupToken}/`)
  }
  if (accounts.length > 0) {
    say('Demonstration accounts (no real patients here; DEMO=off with a new data folder ends the demonstration):')
    for (const { email, password } of accounts) say(`  ${email.padEnd(28)} ${password}`)
  } else if (config.demo.enabled && config.demo.password === undefined) {
    say(`Demonstration accounts: ${accountsFile(config.dataDir)}`)
  }
}

/** Creates the demonstration's organisations and populations, once. Returns the new accounts. */
async function seedDemonstration({ config, database, catalogue, content }: Deps) {
  const { organizations } = content.demo
  const accounts = await seedOrganizations(
    { database, clock, catalogue, protocols: content.protocols },
    organizations,
    {
      dataDir: config.dataDir,
      commonPassword: config.demo.password,
    },
  )
  for (const organization of organizations)
    await seedPopulations(database, demoOrganizationId(organization), content.populations, clock.now())
  return accounts
}

/** Records the demonstration's sessions in the background. */
function recordDemonstration({ config, database, catalogue, store, queue, content, background }: Deps) {
  const { maxAudioBytes } = config
  const planAnalysis = createPlanner({ queue, clock, background: true })
  const { demo, protocols } = content
  const indicesOf = createIndicesOf({ catalogue })
  // The demonstration's visits are planned beside its sessions, so its past sessions fulfil none.
  const onStarted = async () => {}
  const seeding = { database, clock, catalogue, store, maxAudioBytes, resultsOf, indicesOf, planAnalysis, onStarted }
  background.once('seed-demonstration', (signal) =>
    seedSessions({ ...seeding, protocols, audioFolder: demonstration.audio }, demo.organizations, signal),
  )
}

function logRestart({ event, ...fields }: RestartEvent) {
  const level = event === 'database_restarted' ? 'info' : 'error'
  writeEvent(level, event, 'error' in fields ? errorFields(fields.error) : fields)
}

/** The message alone for errors that an administrator can fix; the stack for bugs. */
function explain(error: unknown): string {
  const known = [
    ConfigError,
    ContentError,
    NewerDatabase,
    WrongRole,
    UpgradeBackupFailed,
    PostgresStartError,
    PortTaken,
    WorkerRefused,
  ]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const asked = process.argv[2] ?? 'all'
const role = asked === 'remote' ? asked : roles.find((name) => name === asked)
if (role === undefined) {
  process.stderr.write(`Unknown role ${asked}; it is one of ${[...roles, 'remote'].join(', ')}.\n`)
  process.exit(2)
}

// An unhandled rejection is a bug. It is logged and other work continues; an uncaught exception still ends the process.
process.on('unhandledRejection', (error) => writeEvent('error', 'unhandled_rejection', errorFields(error)))

function end(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

const started = role === 'remote' ? startRemoteWorker(process.env, end) : start(role)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    say('Stopping: waiting for work in progress')
    try {
      const stop = await started
      // Gives proxies time to see in `/api/ready` that the process is stopping, before it refuses connections.
      if (role === 'web') await sleep(drainMs)
      await stop()
      process.exit(0)
    } catch (error) {
      end(error)
    }
  })
}
started.catch(end)
