import type { LeftOutReason, ParticipantId } from '@fonema/contract'
import type { Span } from '@fonema/speech'
import { readSilenced } from '../analysis/hiding/silent-audio.ts'
import type { Catalogue } from '../content/catalogue.ts'
import { byteOrderMark, type CsvCell, csvLine } from '../platform/csv/write-csv.ts'
import type { Database } from '../platform/database/database.ts'
import { deriveKey, type Secrets } from '../platform/keys.ts'
import type { ObjectStore, StagedObject } from '../platform/objects/object-store.ts'
import { productVersion } from '../platform/product-version.ts'
import { dictionary, dictionaryHeader, headerOf, schemaVersion, type TableName, tables } from './columns.ts'
import { functionalRows } from './functionals.ts'
import { indexRows } from './indices.ts'
import type { TakeoutRow } from './queries.ts'
import { readmeOf } from './readme.ts'
import {
  type Enclosed,
  fileRows,
  itemRows,
  type LeftOut,
  participantRows,
  sessionRows,
  transcriptRows,
} from './records.ts'
import { addReports, findReports, reportRows } from './reports.ts'
import { readResearch, writeResearch } from './research/pack-research.ts'
import { openPreparedAudio } from './research/prepared-audio.ts'
import { createPseudonyms } from './research/pseudonyms.ts'
import { type Content, namesOf } from './scope.ts'
import { scoreLines } from './scores.ts'
import { sessionRecordingRows } from './session-recordings.ts'
import { surveyTables } from './surveys.ts'
import { withoutPeople } from './without-people.ts'
import { createZip, type Zip } from './zip.ts'

export type PackDeps = {
  database: Database
  store: ObjectStore
  catalogue: Catalogue
  config: Secrets & { dataDir: string }
}

export type Order = {
  takeout: TakeoutRow
  /** The language of the user who ordered the takeout. */
  language: string
  mayReadSurveys: boolean
  now: Date
  /** Called from time to time with the number of bytes of enclosed files. */
  onProgress(done: number, total: number): Promise<unknown>
}

type Packed = { staged: StagedObject; participants: ParticipantId[] }

/** A stored object that is missing or altered, or left out because its names cannot be hidden. */
type Problem = { path: string; problem: 'missing' | 'altered' | LeftOutReason }

/**
 * Packs the content of the takeout into a staged object. Reads the tables in one snapshot, then copies the recordings
 * without a transaction, one file at a time.
 */
export async function pack(deps: PackDeps, order: Order): Promise<Packed> {
  const isResearch = order.takeout.form === 'research'
  // The same content gives the same bytes, whenever it is packed.
  const zip = createZip(isResearch ? new Date(0) : order.now)
  const participants: ParticipantId[] = []
  const staging = deps.store.stage(zip.output, Number.POSITIVE_INFINITY).catch((error: Error) => {
    zip.abort(error)
    throw error
  })
  // Awaited below. Until then the ZIP writer reports a storage failure, so this rejection needs no handler.
  staging.catch(() => {})
  try {
    participants.push(...(await (isResearch ? fillResearch : fill)(deps, order, zip)))
    zip.end()
  } catch (error) {
    zip.output.destroy(error as Error)
    await staging.then(deps.store.discard, () => {})
    throw error
  }
  return { staged: await staging, participants }
}

/** A tree for research, in place of tables for spreadsheets. */
async function fillResearch({ database, store, catalogue, config }: PackDeps, order: Order, zip: Zip) {
  const { takeout, onProgress } = order
  const { organization_id: organizationId, created_day: day, include_audio: withAudio } = takeout
  const { dataset_author: author, audio_format: audioFormat } = takeout
  const pseudonyms = createPseudonyms(deriveKey(config.secretKey, 'research', organizationId))
  const content = await database.snapshot(organizationId, async (tx) => {
    const { time_zone } = await tx.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow()
    const read = {
      tx,
      takeout,
      timeZone: time_zone,
      catalogue,
      mayReadSurveys: false,
      subjects: new Map(),
      names: new Map(),
    }
    return readResearch(read, zip, pseudonyms)
  })
  const facts = { author, version: productVersion, day, withAudio, audioFormat }
  const prepared = await openPreparedAudio(config.dataDir, takeout.id, productVersion)
  await writeResearch(zip, facts, { store, prepared, content, onProgress })
  return content.participants
}

async function fill({ database, store, catalogue }: PackDeps, order: Order, zip: Zip): Promise<ParticipantId[]> {
  const { takeout } = order
  // Surveys have free text.
  const mayReadSurveys = order.mayReadSurveys && !takeout.deidentified
  const { organization_id: organizationId } = takeout
  const enclosed: Enclosed[] = []
  const leftOut: LeftOut[] = []
  const { deidentified } = takeout
  const isOnePerson = takeout.scope === 'participant'
  const read = await database.snapshot(organizationId, async (tx) => {
    const organization = await tx.selectFrom('organizations').select(['name', 'time_zone']).executeTakeFirstOrThrow()
    const names = await namesOf(tx)
    const timeZone = organization.time_zone
    const content: Content = { tx, takeout, timeZone, catalogue, mayReadSurveys, subjects: new Map(), names }
    const table = (name: TableName, rows: AsyncIterable<CsvCell[]>) =>
      zip.add(`${name}.csv`, csvOf(headerOf(tables[name]), deidentified ? withoutPeople(name, rows) : rows), {
        compress: true,
      })
    await table('participants', participantRows(content))
    await table('protocol_responses', sessionRows(content))
    await table('items', itemRows(content, enclosed, leftOut))
    // Names nobody.
    await zip.add('scores.csv', csvOf(headerOf(tables.scores), scoreLines(content)), { compress: true })
    await table('functionals', functionalRows(content))
    await table('indices', indexRows(content))
    await table('transcripts', transcriptRows(content))
    const reports = deidentified ? [] : await findReports(content)
    await table('reports', reportRows(content, reports))
    await addReports(content, reports, zip)
    if (isOnePerson) {
      await table('session_recordings', sessionRecordingRows(content, enclosed))
      await table('files', fileRows(content, enclosed))
    }
    const described: CsvCell[][] = []
    if (mayReadSurveys)
      for await (const survey of surveyTables(content)) {
        await zip.add(survey.path, csvOf(survey.header, survey.rows), { compress: true })
        described.push(...survey.described)
      }
    const rows = dictionary(isOnePerson, described)
    await zip.add('data_dictionary.csv', csvOf(dictionaryHeader, rows), { compress: true })
    return { organization: organization.name, participants: [...content.subjects.keys()] }
  })

  const { problems: unread, silenced } = await enclose(store, order, zip, enclosed)
  const problems = [...leftOut, ...unread]
  const createdAt = order.now.toISOString()
  const damaged = problems.filter(({ problem }) => problem === 'missing' || problem === 'altered')
  const facts = { organization: read.organization, createdAt, takeout, mayReadSurveys, problems: damaged.length }
  await zip.add('README.txt', once(readmeOf(order.language, facts)), { compress: true })
  const manifest = {
    product: 'Fonema',
    schema_version: schemaVersion,
    takeout: takeout.id,
    scope: takeout.scope,
    organization: read.organization,
    created_at: createdAt,
    start_date: takeout.start_date,
    end_date: takeout.end_date,
    include_audio: takeout.include_audio,
    deidentified,
    problems,
    ...(deidentified && { silenced }),
    members: zip.members,
  }
  await zip.add('manifest.json', once(`${JSON.stringify(manifest, null, 1)}\n`), { compress: true })
  return read.participants
}

/** Copies the stored objects into the archive and checks each against its stored hash. */
async function enclose(store: ObjectStore, order: Order, zip: Zip, enclosed: readonly Enclosed[]) {
  const total = enclosed.reduce((sum, { size }) => sum + size, 0)
  const problems: Problem[] = []
  const silenced: { path: string; spans: Span[] }[] = []
  let done = 0
  let reportedAt = 0
  await order.onProgress(0, total)
  for (const { key, path, sha256, size, silent } of enclosed) {
    if (silent !== undefined) {
      const hidden = new Set(silent.words.keys())
      const audio = await readSilenced(store, silent.take, { ...silent, hidden })
      if ('reason' in audio) problems.push({ path, problem: audio.reason })
      else {
        await zip.add(path, once(audio.bytes), { compress: false })
        silenced.push({ path, spans: audio.silenced })
      }
    } else if ((await store.size(key)) === undefined) problems.push({ path, problem: 'missing' })
    else {
      const member = await zip.add(path, store.read(key), { compress: false })
      if (member.sha256 !== sha256) problems.push({ path, problem: 'altered' })
    }
    done += size
    if (Date.now() - reportedAt < 1000) continue
    reportedAt = Date.now()
    await order.onProgress(done, total)
  }
  return { problems, silenced }
}

/** @param rows a text is one or more finished lines */
async function* csvOf(
  header: readonly string[],
  rows: AsyncIterable<CsvCell[] | string> | Iterable<CsvCell[]>,
): AsyncGenerator<string> {
  // Many lines in one chunk, because each chunk costs a hash update and a turn of the stream.
  let text = `${byteOrderMark}${csvLine(header)}`
  for await (const row of rows) {
    text += typeof row === 'string' ? row : csvLine(row)
    if (text.length < 32_768) continue
    yield text
    text = ''
  }
  yield text
}

async function* once<Content>(content: Content): AsyncGenerator<Content> {
  yield content
}
