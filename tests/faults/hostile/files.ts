import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AudioError, readAudioFile } from '@fonema/audio'
import { measureTake } from '../../../apps/server/src/analysis/jobs.ts'
import { contentFolder } from '../../../apps/server/src/app.ts'
import { openCatalogue } from '../../../apps/server/src/content/catalogue.ts'
import { readContent } from '../../../apps/server/src/content/files.ts'
import { systemClock as clock } from '../../../apps/server/src/platform/clock.ts'
import { openLocalStore } from '../../../apps/server/src/platform/objects/object-store.ts'
import { formOf } from '../../../apps/server/testing/recordings.ts'
import { call, type Examiner, recordingOf, type Session, signIn, startSession, upload } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { openBeacon } from './beacon.ts'
import { type HostileFile, hostileFiles } from './hostile-files.ts'
import { executionsOf } from './open-files.ts'

const patienceMs = 60_000

/** Files that try to be run, followed or unpacked, or to mislead a parser. */
export const files: Scenario = {
  name: 'files',
  title: 'Hostile files as recordings and as participant files: none runs, none escapes, none stops a worker',
  inBrowser: true,
  async run({ clinic, short, random }) {
    await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    const beacon = await openBeacon()
    const all = hostileFiles(beacon.url)
    const corpus = short ? all.toSorted(() => random() - 0.5).slice(0, 16) : all
    const failures: string[] = []
    const leftByOthers = await strayFiles(clinic)

    const recorded = await sendAll(examiner, corpus, (file, index) =>
      sendRecording(clinic, examiner, session, file, index + 1),
    )
    const kept = await sendAll(examiner, corpus, (file) => sendFile(clinic, examiner, session, file))
    for (const { name, status, milliseconds } of [...recorded, ...kept]) {
      if (status >= 500) failures.push(`${name}: ${status}`)
      if (milliseconds > patienceMs / 3) failures.push(`${name}: answered after ${(milliseconds / 1000).toFixed(0)} s`)
    }
    const accepted = kept.filter(({ status }) => status === 201)
    failures.push(...(await measureAll(clinic, session, short ? 1 : Infinity)))
    failures.push(...(await decodeStored(clinic, short ? 3 : Infinity)))
    failures.push(...(await strayFiles(clinic)).filter((stray) => !leftByOthers.includes(stray)))
    if (beacon.hits.length > 0) failures.push(`a file made something call: ${beacon.hits.join(' ')}`)
    const opened = await executionsOf(clinic, examiner, session, beacon, accepted.slice(0, short ? 4 : Infinity))
    failures.push(...opened.failures)
    await examiner.renew()
    failures.push(...(await requireGoodOne(clinic, examiner)))
    beacon.close()
    return {
      counts: {
        'files sent': recorded.length + kept.length,
        'accepted as a recording': recorded.filter(({ status }) => status === 201).length,
        'accepted as a file of a participant': accepted.length,
        'ways to open them in Chromium': opened.ways,
        'ran in Chromium': opened.ran,
        'ran when served without our headers': opened.ranWithoutHeaders,
      },
      failures,
    }
  },
}

type Sent = { name: string; status: number; milliseconds: number }

async function sendAll(
  examiner: Examiner,
  corpus: readonly HostileFile[],
  send: (file: HostileFile, index: number) => Promise<number>,
) {
  const sent: Sent[] = []
  for (const [index, file] of corpus.entries()) {
    // The scenario may take longer than a token is valid.
    if (index % 20 === 0) await examiner.renew()
    const begun = performance.now()
    const status = await send(file, index)
    sent.push({ name: file.name, status, milliseconds: performance.now() - begun })
  }
  return sent
}

async function sendRecording(
  { baseUrl }: Clinic,
  examiner: Examiner,
  session: Session,
  file: HostileFile,
  take: number,
) {
  const form = formOf(file.bytes, { take: String(take) })
  const headers = { ...form.headers, ...examiner.headers(), 'content-length': String(form.payload.length) }
  const url = `${baseUrl}/api${session.pathOf(session.items[0]!)}`
  return (await call(url, { headers, body: form.payload })).status
}

async function sendFile(
  { baseUrl }: Clinic,
  examiner: Examiner,
  { participantId }: Session,
  { name, bytes }: HostileFile,
) {
  const form = formOf(bytes, {}, 'file')
  const body = Buffer.from(
    form.payload.toString('latin1').replace('filename="item.wav"', `filename="${name}"`),
    'latin1',
  )
  const headers = { ...form.headers, ...examiner.headers(), 'content-length': String(body.length) }
  return (await call(`${baseUrl}/api/files/${participantId}/`, { headers, body })).status
}

/** No worker waits for what the measuring plans. */
const noQueue = { add: async () => {} }

/** Runs the jobs that measure the accepted files, as a worker would: each must end, whatever the file. */
async function measureAll(
  { database, organizationId, dataDir }: Clinic,
  session: Session,
  most: number,
): Promise<string[]> {
  const store = await openLocalStore(path.join(dataDir, 'files'))
  const takes = await database.tenant(organizationId, (tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'item_response_id')
      .select('takes.id')
      .where('protocol_response_id', '=', session.id)
      .execute(),
  )
  const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))
  const failures: string[] = []
  for (const { id } of takes.slice(0, most)) {
    const job = measureTake(
      { database, store, clock, queue: noQueue, catalogue },
      { organization_id: organizationId, take_id: id },
    )
    const ended = await Promise.race([job.then(() => true), sleep(4 * patienceMs, false)])
    const pending = await database.tenant(organizationId, (tx) =>
      tx.selectFrom('feature_results').select('id').where('take_id', '=', id).where('status', '=', 'pending').execute(),
    )
    if (!ended || pending.length > 0) failures.push(`take ${id}: ${pending.length} results are still pending`)
  }
  return failures
}

/** Decodes every stored file as if it were a recording. The result must be samples or an `AudioError`. */
async function decodeStored({ dataDir }: Clinic, most: number): Promise<string[]> {
  const failures: string[] = []
  for (const file of (await storedIn(dataDir)).slice(0, most)) {
    const begun = performance.now()
    await readAudioFile(file).catch((error) => {
      if (!(error instanceof AudioError)) failures.push(`decoding ${path.basename(file)}: ${error}`)
    })
    if (performance.now() - begun > patienceMs) failures.push(`decoding ${path.basename(file)} took more than a minute`)
  }
  return failures
}

async function storedIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
}

/**
 * Files outside their organisation's folder or without one of our ids as a name, including staged ones. A server that
 * another scenario killed during an upload leaves its staged part there until a later start removes it.
 */
async function strayFiles({ dataDir, organizationId }: Clinic): Promise<string[]> {
  const id = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  const object = new RegExp(`^objects/${organizationId}/(takes|files)/${id}(\\.(wav|flac))?$`)
  return (await storedIn(dataDir))
    .map((file) => path.relative(path.join(dataDir, 'files'), file))
    .filter((file) => !object.test(file))
    .map((file) => `a file at ${file}`)
}

async function requireGoodOne(clinic: Clinic, examiner: Examiner): Promise<string[]> {
  const session = await startSession(examiner)
  const { status } = await upload(clinic.baseUrl, examiner, session.pathOf(session.items[0]!), recordingOf(8))
  return status === 201 ? measureAll(clinic, session, Infinity) : [`a good recording afterwards: ${status}`]
}
