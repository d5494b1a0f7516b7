import { completenessOf, type ParticipantId } from '@fonema/contract'
import type { Span } from '@fonema/speech'
import { versionOf } from '../../analysis/functions.ts'
import { hidingsOf, silentSpans } from '../../analysis/hiding/hiding.ts'
import { readSilenced } from '../../analysis/hiding/silent-audio.ts'
import { resultsOf } from '../../analysis/queries.ts'
import { csvLine } from '../../platform/csv/write-csv.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { answersOf, isSpoken, type Spoken } from '../answers.ts'
import { hiddenOf } from '../records.ts'
import type { Content } from '../scope.ts'
import type { Zip } from '../zip.ts'
import {
  bidsIgnore,
  citation,
  croissant,
  datasetDescription,
  derivativeDescription,
  type Facts,
  licence,
  readme,
  redcapRows,
  roCrate,
  smallGroup,
} from './documents.ts'
import { createParquet } from './parquet.ts'
import { groupSizes, type Person, type ResearchSession, readPeople } from './people.ts'
import { type Instrument, readInstruments } from './phenotype.ts'
import type { PreparedAudio } from './prepared-audio.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import {
  itemColumns,
  measureColumns,
  measureDictionary,
  participantColumns,
  type ResearchColumn,
  sessionColumns,
  sidecarOf,
} from './tables.ts'
import { type TsvCell, tsvLine } from './tsv.ts'

/** Results that are read at once. */
const atOnce = 50

const derived = 'derivatives/fonema'

type Recording = Spoken & {
  place: [subject: string, session: string, task: string, run: number]
  /** Of its files, without the suffix. */
  base: string
}

/** What a research archive needs from the database, read in one snapshot. */
type ResearchContent = {
  participants: ParticipantId[]
  people: ReadonlyMap<ParticipantId, Person>
  sessions: readonly ResearchSession[]
  recordings: readonly Recording[]
  /** The surveys that these people answered. */
  instruments: readonly Instrument[]
  /** Hidden words of each recording, or why it is left out, in the order of the recordings. */
  hidings: readonly (Awaited<ReturnType<typeof hidingsOf>> extends Map<unknown, infer H> ? H : never)[]
}

/**
 * Writes the tables that are read from the database: the measures, as TSV and Parquet. Returns what the rest of the
 * archive needs.
 */
export async function readResearch(content: Content, zip: Zip, pseudonyms: Pseudonyms): Promise<ResearchContent> {
  const { people, sessions } = await readPeople(content, pseudonyms)
  const recordings: Recording[] = []
  const hidings: ResearchContent['hidings'][number][] = []
  const runs = new Map<string, number>()
  const parquet = createParquet(measureColumns)
  async function* measures() {
    yield headerOf(measureColumns)
    for await (const rows of answersOf(content, atOnce)) {
      const counting = rows.filter(isSpoken).filter(({ take, item }) => take.counts && sessions.has(item.session_id))
      const ids = counting.map(({ take }) => take.id)
      const results = await resultsOf(content.tx, ids)
      const found = await hidingsOf(content.tx, ids)
      let text = ''
      for (const spoken of counting) {
        const recording = placed(spoken, sessions.get(spoken.item.session_id)!, runs)
        recordings.push(recording)
        hidings.push(found.get(spoken.take.id) ?? { reason: 'not_analysed' })
        for (const row of measureRows(results.get(spoken.take.id) ?? [])) {
          const cells = [...recording.place, ...row]
          parquet.add(cells)
          text += tsvLine(cells)
        }
      }
      yield text
      // Measures of thousands of recordings: other work comes in between.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await zip.add(`${derived}/measures.tsv`, measures(), { compress: true })
  await zip.add(`${derived}/measures.parquet`, once(parquet.bytes()), { compress: false })
  const inOrder = [...sessions.values()].sort((a, b) => (a.subject + a.session < b.subject + b.session ? -1 : 1))
  const instruments = await readInstruments(content, people, pseudonyms)
  return { participants: [...people.keys()], people, sessions: inOrder, recordings, instruments, hidings }
}

function placed(spoken: Spoken, { subject, session }: ResearchSession, runs: Map<string, number>): Recording {
  const task = spoken.item.key.replace(/[^A-Za-z0-9]/g, '')
  const stem = `${subject}_${session}_task-${task}`
  const run = (runs.get(stem) ?? 0) + 1
  runs.set(stem, run)
  const base = `${subject}/${session}/beh/${stem}_run-${String(run).padStart(2, '0')}`
  return { ...spoken, place: [subject, session, task, run], base }
}

function* measureRows(results: Awaited<ReturnType<typeof resultsOf>> extends Map<unknown, infer R> ? R : never) {
  for (const result of results) {
    if (result.status !== 'ready') continue
    const { entry } = result.feature_extraction_func
    const version = result.outdated_version ?? versionOf[entry as keyof typeof versionOf]
    for (const [measure, value] of Object.entries(result.scores)) yield [entry, version, measure, value, null]
    for (const [measure, reason] of Object.entries(result.missing)) yield [entry, version, measure, null, reason]
  }
}

type Ordered = Pick<Facts, 'author' | 'version' | 'day' | 'withAudio' | 'audioFormat'>

type Enclosing = {
  store: ObjectStore
  prepared: PreparedAudio
  content: ResearchContent
  onProgress(done: number, total: number): Promise<unknown>
}

/** Writes the recordings, the remaining tables and the documents. */
export async function writeResearch(zip: Zip, facts: Ordered, given: Enclosing) {
  const { content } = given
  const { people, sessions, recordings } = content
  const leftOut = await encloseAudio(zip, facts, given)
  const groups = groupSizes(people.values())
  const all: Facts = {
    ...facts,
    people: people.size,
    sessions: sessions.length,
    recordings: recordings.length,
    leftOut: leftOut.size,
    instruments: content.instruments.length,
    inSmallGroups: groups.filter((group) => group.people < smallGroup).reduce((sum, group) => sum + group.people, 0),
  }
  const text = (path: string, body: string) => zip.add(path, once(body), { compress: true })
  const json = (path: string, body: unknown) => text(path, `${JSON.stringify(body, null, 2)}\n`)
  const table = async (path: string, columns: readonly ResearchColumn[], rows: Iterable<TsvCell[]>) => {
    await text(`${path}.tsv`, headerOf(columns) + [...rows].map(tsvLine).join(''))
    await json(`${path}.json`, sidecarOf(columns))
  }

  await table(
    'participants',
    participantColumns,
    [...people.values()].map((person) => [
      person.subject,
      person.age,
      person.sex,
      person.educationYears,
      person.locale,
      person.sessions,
    ]),
  )
  for (const [subject, own] of Map.groupBy(sessions, (session) => session.subject)) {
    const rows = own.map((row) => [row.session, `${row.day}T00:00:00`, row.protocol, row.wordingVersion, row.locale])
    await table(`${subject}/${subject}_sessions`, sessionColumns, rows)
  }
  for (const { name, title, columns, rows, leftOut } of content.instruments) {
    await text(`phenotype/${name}.tsv`, headerOf(columns) + rows.map(tsvLine).join(''))
    const tool = { MeasurementToolMetadata: { Description: title }, LeftOut: leftOut }
    await json(`phenotype/${name}.json`, { ...tool, ...sidecarOf(columns) })
  }
  const items = recordings.map((recording) => itemRow(recording, facts, leftOut))
  await table(`${derived}/items`, itemColumns, items)
  const own = itemColumns.slice(4)
  for (const [i, { base }] of recordings.entries())
    await text(`${base}_beh.tsv`, headerOf(own) + tsvLine(items[i]!.slice(4)))
  for (const [task, category] of new Map(recordings.map(({ place, item }) => [place[2], item.category])))
    await json(`task-${task}_beh.json`, { TaskName: task, TaskDescription: category, ...sidecarOf(own) })
  await json(`${derived}/measures.json`, { ...sidecarOf(measureColumns), ...measureDictionary() })
  await json(`${derived}/dataset_description.json`, derivativeDescription(all))
  await text(`${derived}/redcap_data_dictionary.csv`, [...redcapRows()].map(csvLine).join(''))
  await text('left_out.tsv', tsvLine(['path', 'reason']) + [...leftOut].map(tsvLine).join(''))
  const sizes = groups.map((group) => tsvLine([group.people, group.sex, group.age, group.locale]))
  await text('small_groups.tsv', tsvLine(['people', 'sex', 'age', 'locale']) + sizes.join(''))
  await json('dataset_description.json', datasetDescription(all))
  await text('README.md', readme(all))
  await text('LICENSE', licence(all))
  await text('CITATION.cff', citation(all))
  await text('.bidsignore', bidsIgnore)
  const files = zip.members.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  await json('ro-crate-metadata.json', roCrate(all, files))
  await json('croissant.json', croissant(all, files))
  const listed = zip.members.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  await text('manifest-sha256.txt', listed.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''))
}

/** @returns the recordings that are left out, with the reason */
async function encloseAudio(
  zip: Zip,
  { withAudio, audioFormat }: Ordered,
  { store, prepared, content, onProgress }: Enclosing,
) {
  const leftOut = new Map<string, string>()
  const total = content.recordings.reduce((sum, { take }) => sum + take.size_bytes, 0)
  let done = 0
  for (const [i, recording] of content.recordings.entries()) {
    const hiding = content.hidings[i]!
    const { take, base } = recording
    const path = `${base}_audio.${audioFormat}`
    if ('reason' in hiding) leftOut.set(path, hiding.reason)
    else if (withAudio) {
      const hidden = hiddenOf(hiding)
      const others = silentSpans(hiding)
      const silence = { words: hidden, hidden: new Set(hidden.keys()), others }
      const { sha256, window_start, window_end } = take
      const inputs = { sha256, window_start, window_end, hidden, others, audioFormat }
      const audio = await prepared(inputs, () => readSilenced(store, take, silence, audioFormat))
      if ('reason' in audio) leftOut.set(path, audio.reason)
      else {
        await zip.add(path, once(audio.bytes), { compress: false })
        const sidecar = `${JSON.stringify(audioSidecar(recording, audioFormat, audio.silenced), null, 2)}\n`
        await zip.add(`${base}_audio.json`, once(sidecar), { compress: true })
      }
    }
    done += take.size_bytes
    if (i % 20 === 0) await onProgress(done, total)
  }
  return leftOut
}

const audioSidecar = (
  { take, item, place: [, , task] }: Recording,
  format: Ordered['audioFormat'],
  silenced: readonly Span[],
) => ({
  TaskName: task,
  TaskDescription: item.category,
  SamplingFrequency: take.sample_rate_hz,
  AudioCodec: format === 'flac' ? 'FLAC' : 'PCM',
  AudioChannelCount: 1,
  AudioSampleSize: 16,
  AudioDuration: take.total_seconds,
  Window: { Start: take.window_start, End: take.window_end },
  Gaps: take.gaps,
  Completeness: completenessOf(take.settings) ?? 'unknown',
  Silenced: silenced.map(({ start_s, end_s }) => ({ Start: start_s, End: end_s })),
})

function itemRow(
  { take, item, place, base }: Recording,
  { withAudio, audioFormat }: Ordered,
  leftOut: ReadonlyMap<string, string>,
) {
  const audio = `${base}_audio.${audioFormat}`
  return [
    ...place,
    item.category,
    take.window_end - take.window_start,
    take.sample_rate_hz,
    take.interrupted,
    take.gaps.reduce((sum, { length, pause }) => (pause ? sum : sum + length), 0),
    completenessOf(take.settings),
    take.quality?.verdict ?? null,
    take.quality?.reasons.join(' ') ?? null,
    take.quality?.snr_db ?? null,
    withAudio && !leftOut.has(audio) ? audio : null,
  ]
}

const headerOf = (columns: readonly ResearchColumn[]) => tsvLine(columns.map(({ name }) => name))

async function* once<T extends string | Uint8Array>(content: T): AsyncGenerator<T> {
  yield content
}
