import { createServer } from 'node:net'
import { availableParallelism, constants, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { giveUpTake, measureTake } from './analysis/jobs.ts'
import { readModelCatalogue } from './analysis/models/catalogue.ts'
import { defaultNetwork } from './analysis/models/download-file.ts'
import { DownloadModel, noteModels, runModelDownload } from './analysis/models/jobs.ts'
import { createPlanner, MeasureTake } from './analysis/plan.ts'
import { resultsOf } from './analysis/queries.ts'
import { planRenewal } from './analysis/renewal.ts'
import { findSandbox, sandboxNotes } from './analysis/sandbox.ts'
import { giveUpTranscript, retryUntranscribed, transcribeTake } from './analysis/transcribe-job.ts'
import { createTranscriber, modelsFolder } from './analysis/transcription/transcriber.ts'
import { buildApp, contentFolder } from './app.ts'
import { sealEntries } from './audit/chain.ts'
import { PasswordMail } from './auth/password-tokens.ts'
import { forgetTokens } from './auth/refresh-tokens.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openCatalogue } from './content/catalogue.ts'
import { ContentError, readContent } from './content/files.ts'
import { loadContent } from './content/load.ts'
import { accountsFile } from './demonstration/accounts.ts'
import { demoOrganizationId, seedOrganizations } from './demonstration/seed.ts'
import { seedSessions } from './demonstration/seed-sessions.ts'
import { sendPasswordMail } from './organization/password-mail.ts'
import { issueSetupToken } from './organization/setup.ts'
import { createBackground } from './platform/background.ts'
import { describeScrub, isClean, scrub } from './platform/backup/scrub.ts'
import { systemClock as clock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrateDatabase, NewerDatabase } from './platform/database/migrate.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { forgetTheFuture } from './platform/jobs/set-back.ts'
import { createSlots } from './platform/jobs/slots.ts'
import { deriveKeys } from './platform/keys.ts'
import { errorFields, writeEvent, writeLog } from './platform/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { openStore } from './platform/objects/open-store.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { keepRunning } from './platform/postgres/keep-running.ts'
import { PostgresStartError } from './platform/postgres/postgres-start-error.ts'
import { ComputePopulation, computePopulation } from './populations/rules.ts'
import { seedPopulations } from './populations/synthetic.ts'
import { makeTakeout, RemoveObjects, removeObjects } from './takeouts/jobs.ts'
import { MakeTakeout } from './takeouts/service.ts'

class PortTaken extends Error {}

/** The model of the demonstration's synthetic voices; never a real organisation's. */
const demonstration = {
  model: path.join(contentFolder, 'demo', 'model'),
  audio: path.join(contentFolder, 'demo', 'audio'),
}

const roles = ['all', 'web', 'worker'] as const
let stopping = false
const drainMs = 3_000
const say = (line: string) => writeLog(`${line}\n`)
// What PostgreSQL says of its ordinary life interests nobody who starts a clinic.
const sayOfDatabase = (line: string) => {
  if (!/^(LOG|HINT):/.test(line)) say(line)
}

/** Says at once, before any database starts, that somebody else has the port. */
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

/** Where the browser records on this very machine, one processor is kept for it. */
const measuringProcesses = (role: (typeof roles)[number]) =>
  Math.max(1, role === 'worker' ? availableParallelism() : availableParallelism() - 1)

async function start(role: (typeof roles)[number]) {
  const config = await readConfig(process.env)
  const servesWeb = role !== 'worker'
  const works = role !== 'web'
  // Where a machine has web processes as well, calls go before takeouts.
  if (!servesWeb) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const logAs = (event: string) => (error: Error) => writeEvent('error', event, errorFields(error))
  // What was started, to be stopped in the opposite order.
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    stopping = true
    for (const end of stops.splice(0).reverse()) await end()
  }

  try {
    if (servesWeb) await requireFreePort(config)
    let { databaseUrl } = config
    if (databaseUrl === undefined) {
      say('Starting the database')
      const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: sayOfDatabase })
      stops.push(keepRunning(postgres).stop)
      databaseUrl = postgres.connectionString
    }
    await migrateDatabase(databaseUrl)
    say('Loading protocols and texts')
    const content = await readContent(contentFolder)
    await loadContent(databaseUrl, content)
    const catalogue = await openCatalogue(contentFolder, content)
    const models = await readModelCatalogue({ contentFolder, ...config.models })

    const openFor = (patienceOf: 'call' | 'job', maxConnections: number) => {
      const opened = openDatabase(databaseUrl, {
        patienceOf,
        maxConnections,
        onError: logAs('database_connection_lost'),
      })
      stops.push(opened.close)
      return opened
    }
    const database = openFor('job', 10)
    const store = await openStore(config)
    const queue = await openQueue(databaseUrl, logAs('queue_failed'))
    stops.push(queue.stop)
    const background = createBackground()
    const auditKeys = deriveKeys(config, 'audit')
    // What came since the last round does not wait for the next start.
    if (servesWeb) stops.push(() => sealEntries(database, auditKeys).catch(logAs('audit_log_unsealed')))
    stops.push(background.stop)

    const demo = content.demo.organizations
    const isDemo = config.demo.enabled && servesWeb
    const accounts = isDemo
      ? await seedOrganizations({ database, clock, catalogue }, demo, {
          dataDir: config.dataDir,
          commonPassword: config.demo.password,
        })
      : []

    if (isDemo)
      for (const organization of demo)
        await seedPopulations(database, demoOrganizationId(organization), content.populations, clock.now())

    if (works) {
      say(sandboxNotes[await findSandbox()])
      background.every('watch-clock', 30, () => forgetTheFuture(database))
      const processes = measuringProcesses(role)
      const inSlot = createSlots(processes)
      const measuring = { database, store, clock }
      await queue.work(
        'measure-take',
        MeasureTake,
        processes,
        (job) => inSlot(() => measureTake(measuring, job)),
        (job) => giveUpTake(measuring, job),
      )
      const transcriber = createTranscriber(config.transcriber, { dataDir: config.dataDir, demonstration })
      const transcribing = { database, store, clock, catalogue, transcriber, queue }
      await queue.work(
        'transcribe-take',
        MeasureTake,
        1,
        (job) => inSlot(() => transcribeTake(transcribing, job)),
        (job) => giveUpTranscript(transcribing, job),
      )
      const folder = modelsFolder(config.dataDir)
      // A model may be put there while the clinic runs.
      background.every('look-for-models', 60, async () => {
        await noteModels({ database, clock, models, folder })
        await retryUntranscribed(transcribing)
      })
      await queue.work('compute-population', ComputePopulation, 1, (job) => computePopulation({ database, clock }, job))
      const downloading = new AbortController()
      stops.push(async () => downloading.abort())
      await queue.work('download-model', DownloadModel, 1, async (job) => {
        const { signal } = downloading
        const isThere = await runModelDownload(
          { database, clock, models, folder, network: defaultNetwork, signal },
          job,
        )
        if (isThere) await retryUntranscribed(transcribing)
      })
      await queue.work('make-takeout', MakeTakeout, 1, (job) => makeTakeout({ database, store, catalogue, clock }, job))
      await queue.work('remove-objects', RemoveObjects, 1, (job) => removeObjects({ store }, job))
      background.once('plan-renewal', (signal) => planRenewal({ database, queue, clock, signal }))
      const scrubbing = new AbortController()
      stops.push(async () => scrubbing.abort())
      await queue.work('scrub', z.unknown(), 1, async () => {
        const report = await scrub({ databaseUrl, store }, { signal: scrubbing.signal })
        if (!isClean(report)) writeEvent('error', 'scrub_found_faults', { report: describeScrub(report) })
      })
      await queue.schedule('scrub', '30 2 * * *')
      await queue.work('forget-tokens', z.unknown(), 1, () => forgetTokens({ database, clock, config }))
      await queue.schedule('forget-tokens', '15 2 * * *')
      const send = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir, say })
      const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
      await queue.work('send-password-mail', PasswordMail, 1, (mail) =>
        sendPasswordMail({ database, clock, catalogue, send, publicUrl }, mail),
      )
    }

    if (servesWeb) {
      const isStopping = () => stopping
      const calls = openFor('call', 20)
      const app = await buildApp({ config, database: calls, store, queue, clock, catalogue, models, isStopping })
      await app.listen({ port: config.port, host: config.host })
      stops.push(() => app.close())
      background.every('seal-audit-log', 15, () => sealEntries(database, auditKeys))
      say('')
      const address = config.publicUrl ?? app.listeningOrigin
      say(`Fonema is ready: ${address}`)
      const setupToken = await issueSetupToken({ database, clock })
      if (setupToken !== undefined) {
        say(
          'There is no organisation yet. This link makes one, once and within 24 hours (a new start prints a new one):',
        )
        say(`  ${address}/setup/${setupToken}/`)
      }
      if (accounts.length > 0) {
        say('Demonstration accounts (no real patients here; DEMO=off with a new data folder ends the demonstration):')
        for (const { email, password } of accounts) say(`  ${email.padEnd(28)} ${password}`)
      } else if (isDemo && config.demo.password === undefined) {
        say(`Demonstration accounts: ${accountsFile(config.dataDir)}`)
      }
    }
    if (isDemo) {
      const { maxAudioBytes } = config
      const planAnalysis = createPlanner({ queue, clock, background: true })
      const audioFolder = demonstration.audio
      const { protocols } = content
      const seeding = { database, clock, catalogue, store, maxAudioBytes, resultsOf, planAnalysis }
      background.once('seed-demonstration', (signal) =>
        seedSessions({ ...seeding, protocols, audioFolder }, demo, signal),
      )
    }
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** One line for what an administrator can mend; a stack for a bug. */
function explain(error: unknown): string {
  const known = [ConfigError, ContentError, NewerDatabase, PostgresStartError, PortTaken]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const role = roles.find((name) => name === (process.argv[2] ?? 'all'))
if (role === undefined) {
  process.stderr.write(`Unknown role ${process.argv[2]}; it is one of ${roles.join(', ')}.\n`)
  process.exit(2)
}

// A bug: every promise has somebody who catches. The others' work goes on; an exception that nobody caught still ends us.
process.on('unhandledRejection', (error) => writeEvent('error', 'unhandled_rejection', errorFields(error)))

const started = start(role)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    say('Stopping: waiting for what runs')
    try {
      const stop = await started
      // A proxy that asks whether it is ready gets to know before connections are refused.
      if (role === 'web') await sleep(drainMs)
      await stop()
      process.exit(0)
    } catch (error) {
      process.stderr.write(`${explain(error)}\n`)
      process.exit(1)
    }
  })
}
started.catch((error) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
