import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { contentFolder } from '../../../apps/server/src/app.ts'
import { readContent } from '../../../apps/server/src/content/files.ts'
import { loadContent } from '../../../apps/server/src/content/load.ts'
import { openDatabase, runtimeRole } from '../../../apps/server/src/platform/database/database.ts'
import { migrateDatabase } from '../../../apps/server/src/platform/database/migrate.ts'
import { ensureDebianPackages } from '../../../scripts/debian-packages.mjs'
import { DEBIAN_POSTGRES } from '../../../scripts/debian-postgres.mjs'
import { canStartRadosgw, RADOSGW_NEEDS } from '../../../scripts/debian-radosgw.mjs'
import { FAILOVER_NEEDS } from '../../../scripts/failover/daemons.ts'
import { startPgBouncer } from '../../../scripts/failover/pgbouncer.ts'
import { type Clinic, createClinicIn, secretKey } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { audit, failuresOf, readStored } from '../stored.ts'
import { type Archive, openArchive } from './archive.ts'
import { onceWith, type Patroni, startPatroni } from './patroni.ts'
import { keepUploading, type Timed, type Uploads } from './uploads.ts'

const exec = promisify(execFile)

const writesBackSeconds = 30
const plantedFailovers = 5

/** The machine that writes ends under upload, again and again. Then the rows are restored as they were at random moments. */
export const failover: Scenario = {
  name: 'failover',
  longOnly: true,
  title:
    'The writing one of three database machines ends under upload, behind PgBouncer and HAProxy; restore to a second',
  async run({ clinic, short, random }) {
    const missing = ensureDebianPackages([
      ...FAILOVER_NEEDS,
      ...RADOSGW_NEEDS,
      { file: DEBIAN_POSTGRES, package: 'postgresql-15' },
    ])
    if (missing.length > 0 || !canStartRadosgw())
      return { counts: {}, failures: [], leftOut: `needs root and ${missing.map((need) => need.package).join(', ')}` }
    const place = await openPlace(clinic)
    try {
      return await failAndRestore(
        clinic,
        place,
        random,
        short ? { failovers: 2, restores: 1, isTimed: false } : { failovers: 50, restores: 20, isTimed: true },
      )
    } finally {
      await place.close()
    }
  },
}

type Place = Awaited<ReturnType<typeof openPlace>>

/** Three database machines with their archive, and a clinic on them whose web process connects through PgBouncer. */
async function openPlace(clinic: Clinic) {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-failover-data-'))
    closing.push(() => rm(dataDir, { recursive: true, force: true }))
    const archive = await openArchive()
    closing.push(archive.close)
    const patroni = await startPatroni({ archiveOptions: archive.options })
    closing.push(patroni.stop)
    const password = randomUUID()
    await onceWith(patroni.url, (client) => client.query(`create role ${runtimeRole} login password '${password}'`))
    const server = new URL(patroni.url)
    const pooler = await startPgBouncer({ server, role: runtimeRole, password })
    closing.push(pooler.stop)
    await migrateDatabase(patroni.url)
    await loadContent(patroni.url, await readContent(contentFolder))
    const database = openDatabase(patroni.url, { maxConnections: 2 })
    closing.push(database.close)
    const organizationId = await createClinicIn(database)
    const environment = { DATABASE_URL: patroni.url, DATABASE_POOL_URL: pooler.url, DATA_DIR: dataDir }
    const web = await clinic.startServer({ environment })
    closing.push(web.kill)
    return { archive, patroni, web, held: { database, organizationId, dataDir }, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function failAndRestore(
  clinic: Clinic,
  { archive, patroni, web, held }: Place,
  random: () => number,
  { failovers, restores, isTimed }: { failovers: number; restores: number; isTimed: boolean },
) {
  const failures: string[] = []
  await archive.backUp(patroni)
  const begun = Date.now()
  const uploads = await keepUploading(clinic.baseUrl)
  const waits: number[] = []
  for (let i = 0; i < failovers; i++) waits.push(await failOver(patroni, uploads, random))
  await uploads.stop()
  const ended = Date.now()
  const late = waits.filter((seconds) => seconds > writesBackSeconds).length
  // A matter of time, which the short form on a busy machine only prints.
  if (late > 0 && isTimed) failures.push(`writes were not back within ${writesBackSeconds} s after ${late} failovers`)
  const result = await audit(held, uploads.sent)
  failures.push(...failuresOf(result))
  await archive.plantDeadEnd(patroni)
  const gap = await archive.check(patroni).then(
    () => null,
    (error: Error) => error.message,
  )
  if (gap !== null) failures.push(`the archive is incomplete: ${gap}`)
  let compared = 0
  for (let i = 0; i < (gap === null ? restores : 0); i++) {
    const at = new Date(begun + random() * (ended - begun))
    const restored = await compareWith(patroni, archive, held, uploads.sent, at)
    compared += restored.compared
    failures.push(...restored.failures)
  }
  const planted = await failWithoutSynchrony(clinic, patroni, held, random)
  if (planted.lost === 0) failures.push('asynchronous replication lost nothing: the check cannot fail')
  if (web.process.exitCode !== null) failures.push(`the web process ended: ${web.output.text.slice(-600)}`)
  if (web.output.text.includes('unhandled_rejection')) failures.push('an unhandled rejection')
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    counts: {
      failovers,
      ...result,
      'seconds until writes are back, median and longest': `${sorted[sorted.length >> 1]!.toFixed(1)} ${sorted.at(-1)!.toFixed(1)}`,
      [`not back within ${writesBackSeconds} s`]: late,
      restores: gap === null ? restores : 0,
      'recordings compared after a restore': compared,
      'lost with asynchronous replication': `${planted.lost} in ${planted.failovers} failovers`,
    },
    failures,
  }
}

/**
 * The primary ends at a random moment, just after the line to its standbys was cut, as a machine does whose power fails.
 * What was on the line is gone.
 *
 * @returns the seconds until a recording was acknowledged that was sent afterwards
 */
async function failOver(patroni: Patroni, uploads: Uploads, random: () => number): Promise<number> {
  const primary = await patroni.settled()
  await uploads.firstSince(Date.now(), 60)
  await sleep(random() * 2_000)
  const lose = patroni.nodes.filter((node) => node !== primary).map((node) => node.cutReplication())
  await sleep(300 + random() * 700)
  await primary.kill()
  const killed = Date.now()
  for (const each of lose) each()
  const back = await uploads.firstSince(killed, 90)
  primary.start()
  return back === undefined ? Number.POSITIVE_INFINITY : (back - killed) / 1000
}

/** The planted fault: the same with asynchronous replication, until something acknowledged is lost. */
async function failWithoutSynchrony(clinic: Clinic, patroni: Patroni, held: Place['held'], random: () => number) {
  await patroni.replicateSynchronously(false)
  const uploads = await keepUploading(clinic.baseUrl)
  let failovers = 0
  let lost = 0
  while (lost === 0 && failovers < plantedFailovers) {
    await failOver(patroni, uploads, random)
    failovers++
    lost = (await audit(held, uploads.sent)).lost
  }
  await uploads.stop()
  return { failovers, lost }
}

/** What was acknowledged before the moment is there, what was sent later is not, and every file fits its row. */
async function compareWith(patroni: Patroni, archive: Archive, held: Place['held'], sent: readonly Timed[], at: Date) {
  const server = await archive.restoreTo(patroni, at)
  const database = openDatabase(server.url, { maxConnections: 2 })
  const failures: string[] = []
  try {
    const stored = await readStored({ ...held, database })
    const hashes = new Set(stored.map(({ sha256 }) => sha256))
    const lost = sent.filter(({ until, sha256 }) => until < at.getTime() && !hashes.has(sha256)).length
    const early = sent.filter(({ from, sha256 }) => from > at.getTime() && hashes.has(sha256)).length
    if (lost > 0) failures.push(`${at.toISOString()}: ${lost} recordings from before are missing`)
    if (early > 0) failures.push(`${at.toISOString()}: ${early} recordings from later are there`)
    await scrub(server.url, held.dataDir).catch((error: Error) => failures.push(`scrub: ${error.message}`))
    return { compared: stored.length, failures }
  } finally {
    await database.close()
    await server.stop()
  }
}

const scrub = (databaseUrl: string, dataDir: string) =>
  exec(process.execPath, [path.resolve(import.meta.dirname, '../../../scripts/scrub.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, DATA_DIR: dataDir },
  })
