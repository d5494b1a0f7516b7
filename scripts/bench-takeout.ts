// npm run tool -- bench-takeout [--recordings 2000 --kilobytes 800 --no-kill --form research --audio-format flac]
// Creates a takeout of that many recordings with a web process and a worker of their own, on the embedded database.
// Measures how much memory each process grows, how long reads take meanwhile, and the speed compared with `zip -0` of
// the same files. Kills the worker once halfway and starts another one. Downloads the archive in two pieces, unzips it
// and verifies it by its manifest.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ItemResponseId, OrganizationId, ParticipantId, SessionId, TakeId } from '@fonema/contract'
import { startEmbeddedPostgres } from '@fonema/embedded-postgres'
import { functionVersions, writeWav16 } from '@fonema/speech'
import { contentFolder } from '../apps/server/src/app.ts'
import { openCatalogue } from '../apps/server/src/content/catalogue.ts'
import { readContent } from '../apps/server/src/content/files.ts'
import { loadContent } from '../apps/server/src/content/load.ts'
import { createOrganization } from '../apps/server/src/organization/service.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { migrateDatabase } from '../apps/server/src/platform/database/migrate.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import '../apps/server/src/analysis/tables.ts'
import '../apps/server/src/participants/tables.ts'
import '../apps/server/src/responses/tables.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    recordings: { type: 'string', default: '2000' },
    kilobytes: { type: 'string', default: '800' },
    port: { type: 'string', default: '8181' },
    kill: { type: 'boolean', default: true },
    form: { type: 'string', default: 'tables' },
    'audio-format': { type: 'string', default: 'wav' },
  },
})
const recordings = Number(values.recordings)
const isResearch = values.form === 'research'
const bytesEach = Number(values.kilobytes) * 1000
const order = isResearch ? { form: 'research', audio_format: values['audio-format'] } : {}
const password = 'Correct-Horse-7!'
const origin = `http://127.0.0.1:${values.port}`
const say = (line: string) => process.stdout.write(`${line}\n`)
const secondsEach = isResearch ? (bytesEach - 44) / 96_000 : 8
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)

const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-bench-'))
const children = new Set<ChildProcess>()
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
const database = openDatabase(postgres.connectionString, { maxConnections: 2 })
try {
  await run()
} finally {
  for (const child of children) child.kill('SIGKILL')
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function run() {
  await migrateDatabase(postgres.connectionString)
  const content = await readContent(contentFolder)
  await loadContent(postgres.connectionString, content)
  const organizationId = await seed(database, await openCatalogue(contentFolder, content))
  const web = start('web')
  while ((await fetch(`${origin}/api/ready`).catch(() => undefined))?.status !== 200) await sleep(200)
  let worker = start('worker')
  await sleep(3000)

  const owner = { authorization: await signIn() }
  let signedInAt = performance.now()
  const read = async () => {
    const begun = performance.now()
    await (await fetch(`${origin}/api/organizations/stats/`, { headers: owner })).text()
    return performance.now() - begun
  }
  // Warm-up: the growth of a process with its first requests does not belong to the takeout.
  for (let i = 0; i < 1000; i++) await read()
  const before = { web: memoryOf(web), worker: memoryOf(worker) }
  const most = { ...before }

  const { uuid } = await post('takeouts/organization/', order, owner)
  const latencies: number[] = []
  let begun = performance.now()
  let kills = 0
  let size = 0
  for (;;) {
    // An access token ends after five minutes.
    if (performance.now() - signedInAt > 200_000) {
      owner.authorization = await signIn()
      signedInAt = performance.now()
    }
    latencies.push(await read())
    most.web = Math.max(most.web, memoryOf(web))
    most.worker = Math.max(most.worker, memoryOf(worker))
    const answer = await fetch(`${origin}/api/takeouts/organization/`, { headers: owner })
    const [takeout] = (await answer.json()) as {
      status: string
      progress: number
      error: string | null
      size: number | null
    }[]
    size = takeout!.size ?? 0
    if (takeout!.status === 'complete') break
    if (takeout!.status === 'failed') throw new Error(`the takeout failed: ${takeout!.error}`)
    if (values.kill && kills === 0 && takeout!.progress > 0.3) {
      kills++
      worker.kill('SIGKILL')
      worker = start('worker')
      say(`killed the worker at ${Math.round(takeout!.progress * 100)} %`)
      begun = 0
    } else if (begun === 0 && takeout!.progress === 0) begun = -1
    else if (begun === -1 && takeout!.progress > 0) begun = performance.now()
    await sleep(25)
  }
  const seconds = (performance.now() - begun) / 1000
  const total = recordings * bytesEach
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!
  say(`${recordings} recordings, ${megabytes(total)} MB`)
  say(
    `memory: worker ${megabytes(before.worker)} → ${megabytes(most.worker)} MB, web ${megabytes(before.web)} → ${megabytes(most.web)} MB`,
  )
  say(
    `reads meanwhile: ${latencies.length}, median ${quantile(0.5).toFixed(0)} ms, p95 ${quantile(0.95).toFixed(0)} ms, most ${quantile(1).toFixed(0)} ms`,
  )
  say(`packed in ${seconds.toFixed(1)} s, ${(total / 1e6 / seconds).toFixed(0)} MB/s`)
  await verify(String(uuid), size, owner)
  say(`archives kept: ${archivesOf(organizationId).length}`)
  if (!isResearch) compareWithZip(organizationId, total)
}

async function signIn() {
  const { access } = await post('user/api/token/', { email: 'owner@bench.example', password })
  return `Bearer ${access}`
}

function start(role: 'web' | 'worker') {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../apps/server/src/main.ts'), role], {
    env: {
      PATH: process.env.PATH,
      PORT: values.port,
      DATA_DIR: dataDir,
      DEMO: 'off',
      TRANSCRIBER: 'none',
      RATE_LIMITS: 'off',
      DATABASE_URL: postgres.connectionString,
      SECRET_KEY: 'a key for a measurement that keeps nothing',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.add(child)
  return child
}

function memoryOf({ pid }: ChildProcess): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) * 1024
}

async function post(url: string, body: object, headers = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(`${origin}/api/${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** A clinic whose sessions have a recording of each item. The bytes are where the store would have put them. */
async function seed(db: Database, catalogue: Awaited<ReturnType<typeof openCatalogue>>): Promise<OrganizationId> {
  const organization = {
    id: newId<OrganizationId>(),
    name: 'Bench',
    timeZone: 'UTC',
    isDemonstration: false,
    now: new Date(),
  }
  const localeId = catalogue.locales[0]!.id
  const objects = path.join(dataDir, 'files', 'objects', organization.id, 'takes')
  await mkdir(objects, { recursive: true })
  const noise = isResearch ? spokenLike() : randomBytes(bytesEach)
  await db.tenant(organization.id, async (tx) => {
    const person = { first_name: 'Olga', last_name: 'Bench', localeId, password }
    const [user] = await createOrganization(tx, organization, [
      { ...person, email: 'owner@bench.example', roles: ['owner', 'manager', 'examiner'] },
    ])
    const owned = { organization_id: organization.id }
    const items = await tx
      .selectFrom('protocol_items')
      .innerJoin('item_categories', 'item_categories.id', 'category_id')
      .select(['protocol_items.id', 'protocol_id'])
      // Speech is left out of research archives until somebody confirms its words.
      .$if(isResearch, (query) => query.where('item_categories.name', '=', 'sustained_vowel'))
      .orderBy('protocol_id')
      .execute()
    const ofProtocol = [...Map.groupBy(items, ({ protocol_id }) => protocol_id)].sort(
      (a, b) => b[1].length - a[1].length,
    )
    const [protocolId, asked] = ofProtocol[0]!
    for (let made = 0; made < recordings; ) {
      const now = new Date()
      const [participant_id, session] = [newId<ParticipantId>(), newId<SessionId>()]
      const by = { created_by: user!.userId, examiner_id: user!.examinerId! }
      const consents = { consent_research: true, birthday: '1950-06-15', sex: 'f' as const }
      const named = { id: participant_id, code: `B${made}`, locale_id: localeId, created_at: now, ...consents }
      await tx
        .insertInto('participants')
        .values({ ...owned, ...by, ...named })
        .execute()
      await tx
        .insertInto('protocol_responses')
        .values({ ...owned, ...by, id: session, participant_id, protocol_id: protocolId, date_created: now })
        .execute()
      for (const { id: item } of asked.slice(0, recordings - made)) {
        const [answer, take] = [newId<ItemResponseId>(), newId<TakeId>()]
        // Behind the header of a WAV.
        noise.writeUInt32LE(made++, 44)
        await writeFile(path.join(objects, take), noise)
        await tx
          .insertInto('item_responses')
          .values({
            ...owned,
            id: answer,
            protocol_response_id: session,
            protocol_item_id: item,
            skipped_purpose: null,
            answered_at: now,
            answered_by: user!.userId,
          })
          .execute()
        await tx
          .insertInto('takes')
          .values({
            ...owned,
            id: take,
            item_response_id: answer,
            take: 1,
            sent_take: 1,
            content_type: 'audio/wav',
            object_key: `${organization.id}/takes/${take}`,
            size_bytes: bytesEach,
            sample_rate_hz: 48_000,
            sha256: createHash('sha256').update(noise).digest('hex'),
            total_seconds: secondsEach,
            window_start: 0.5,
            window_end: secondsEach - 0.5,
            settings: '{}',
            gaps: '[]',
            counts: true,
            recorded_at: now,
            stored_at: now,
            recorded_by: user!.userId,
          })
          .execute()
        if (isResearch)
          await tx
            .insertInto('feature_results')
            .values({ id: randomUUID(), ...owned, take_id: take, ...measured(now) })
            .execute()
      }
    }
  })
  return organization.id
}

/** A recording that compresses like a quiet voice: 16 bits, of which the upper ones repeat. */
function spokenLike(): Buffer {
  const samples = Int16Array.from({ length: (bytesEach - 44) / 2 }, (_, i) =>
    Math.round(4000 * Math.sin(i / 40) * Math.sin(i / 9000) + 60 * Math.random()),
  )
  return Buffer.from(writeWav16(samples, 48_000))
}

/** As many measures as a sustained vowel has. */
function measured(now: Date) {
  return {
    entry: 'voice_quality' as const,
    function_version: functionVersions.voice_quality,
    status: 'ready' as const,
    scores: JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`measure_${i}`, Math.random()]))),
    missing: '{}',
    updated_at: now,
  }
}

/** Downloads the archive in two pieces, and compares every member with the manifest's hash. */
async function verify(uuid: string, size: number, headers: object) {
  const { url } = await post(`takeouts/download_link/${uuid}/`, {}, headers)
  const file = path.join(dataDir, 'takeout.zip')
  const half = Math.floor(size / 2)
  for (const range of [`bytes=0-${half - 1}`, `bytes=${half}-`]) {
    const answer = await fetch(`${origin}${url}`, { headers: { range } })
    for await (const chunk of answer.body!) await appendFile(file, chunk)
  }
  const folder = path.join(dataDir, 'unzipped')
  execFileSync('unzip', ['-q', file, '-d', folder])
  const { members, problems } = isResearch ? readChecksums(folder) : readManifest(folder)
  for (const { path: name, sha256 } of members) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path.join(folder, name))) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw new Error(`${name} differs from its hash in the manifest`)
  }
  say(`verified: ${members.length} members, ${problems.length} problems, ${megabytes(statSync(file).size)} MB`)
  if (problems.length > 0) say(`the first problem: ${JSON.stringify(problems[0])}`)
}

type Listed = { members: { path: string; sha256: string }[]; problems: unknown[] }

function readManifest(folder: string): Listed {
  return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Listed
}

/** A recording that was left out is a problem. */
function readChecksums(folder: string): Listed {
  const linesOf = (file: string) => readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n')
  const members = linesOf('manifest-sha256.txt').map((line) => ({ sha256: line.slice(0, 64), path: line.slice(66) }))
  return { members, problems: linesOf('left_out.tsv').slice(1) }
}

function archivesOf(organizationId: OrganizationId): string[] {
  const folder = path.join(dataDir, 'files', 'objects', organizationId, 'takeouts')
  return execFileSync('ls', [folder], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

function compareWithZip(organizationId: OrganizationId, total: number) {
  const begun = performance.now()
  try {
    const folder = path.join(dataDir, 'files', 'objects', organizationId, 'takes')
    execFileSync('zip', ['-q', '-0', '-r', path.join(dataDir, 'beside.zip'), folder])
  } catch {
    return say('zip is not installed: the speed is not compared')
  }
  const seconds = (performance.now() - begun) / 1000
  say(`zip -0 of the same files: ${seconds.toFixed(1)} s, ${(total / 1e6 / seconds).toFixed(0)} MB/s`)
}
