import { functionalDescriptions, measureDescriptions, wordMeasureDescriptions } from '@fonema/speech/measures'
import type { CsvCell } from '../platform/csv/write-csv.ts'

/** The format of a takeout. It is increased when a table or a column changes. */
export const schemaVersion = 7

type Column = readonly [name: string, unit: string, meaning: string]

const person: Column = ['participant', '', 'label of the participant, as in participants.csv']
const session: Column = ['session', '', 'label of the session, as in protocol_responses.csv']
const item: Column = ['item', '', "key of the protocol's item"]
const take: Column = ['take', '', 'number of the recording of the item in the session']

/** Every table with its columns. The file headers and the data dictionary are both made from this list. */
export const tables = {
  participants: [
    person,
    ['id', '', 'identifier in Fonema'],
    ['code', '', 'code given by the clinic'],
    ['first_name', '', ''],
    ['last_name', '', ''],
    ['birthday', 'date', ''],
    ['sex', '', 'f or m'],
    ['education_years', 'years', ''],
    ['occupation', '', ''],
    ['diagnose', '', ''],
    ['diagnose_date', 'date', ''],
    ['locale', '', 'language and country of the participant'],
    ['phone', '', ''],
    ['country', '', 'ISO 3166-1 alpha-2'],
    ['active', '', 'false: archived'],
    ['examiner', '', 'current examiner of the participant'],
    ['consent_research', '', 'whether the data may be used for research'],
    ['consent_others_heard', '', 'whether others who are heard agreed that their voices are given out'],
    ['retain_until', 'date', 'date until which the data are kept; empty: no date was agreed'],
    ['created_at', 'UTC', ''],
  ],
  protocol_responses: [
    person,
    session,
    ['id', '', 'identifier in Fonema'],
    ['protocol', '', 'name of the protocol'],
    ['protocol_key', '', ''],
    ['wording_version', '', "version of the protocol's wording"],
    ['locale', '', 'language and country of the protocol'],
    ['is_practice', '', 'recorded for practice; not measured'],
    ['date_created', 'UTC', 'when the session began'],
    ['completed_at', 'UTC', 'when its last item was answered; empty: it was not completed'],
    ['active', '', 'false: archived'],
    ['comment', '', ''],
    ['examiner', '', 'examiner of the session'],
    ['recorded_by', '', 'who began it'],
  ],
  items: [
    person,
    session,
    item,
    ['title', '', ''],
    ['order', '', 'place in the protocol'],
    ['category', '', 'kind of the task'],
    ['skippable', '', 'false: the protocol requires the item; it can be skipped only after an interrupted recording'],
    ['skipped_purpose', '', 'why the item was skipped; empty: it was not'],
    take,
    ['counts', '', "whether this take is the item's answer"],
    ['interrupted', '', 'ended by the loss of the microphone or of the page'],
    ['late', '', 'arrived more than 24 hours after the session was completed'],
    ['recorded_at', 'UTC', "when the recording began, by the browser's clock"],
    ['stored_at', 'UTC', "when the recording arrived, by the server's clock"],
    ['recorded_by', '', ''],
    ['duration_s', 's', 'length of the marked window'],
    ['window_start_s', 's', 'start of the marked window in the file'],
    ['window_end_s', 's', 'end of the marked window in the file'],
    ['total_s', 's', 'length of the file'],
    ['sample_rate_hz', 'Hz', ''],
    ['content_type', '', ''],
    ['size_bytes', 'byte', ''],
    ['sha256', '', 'hash of the file when it was recorded'],
    ['audio', '', 'path of the file in this archive; empty: not included'],
    ['verdict', '', 'quality of the recording: good, fair, poor'],
    ['verdict_reasons', '', 'reasons against the recording, such as longer_than_allowed'],
    ['snr_db', 'dB', 'signal-to-noise ratio'],
    ['gaps', 'JSON, s', 'where the capture lost samples'],
    ['completeness', '', 'what proves that nothing else is missing: verified, by_clock, unverified; empty: not known'],
    ['settings', 'JSON', 'what the browser reported about the microphone and itself'],
  ],
  scores: [
    person,
    session,
    item,
    take,
    ['counts', '', "whether this take is the item's answer"],
    ['function', '', 'function that measured the recording'],
    ['function_version', '', ''],
    ['status', '', 'ready, pending or failed'],
    ['error', '', 'why the function has no result'],
    ['score', '', 'see the rows of the table score in this dictionary'],
    ['value', '', 'empty: no value, for the reason in missing'],
    ['missing', '', 'why there is no value'],
    ['population', '', 'reference population of the comparison; empty: not compared'],
    ['population_version', '', ''],
    [
      'population_n',
      '',
      'number of people in the comparison; weighted by nearness in age, how many of equal weight would say as much',
    ],
    ['is_matched', '', 'compared only with people of the same sex and near in age'],
    ['percentile', '%', 'share of the population below the value'],
    ['semaphore', '', '0 typical to 1 untypical'],
  ],
  functionals: [
    person,
    session,
    item,
    take,
    ['counts', '', "whether this take is the item's answer"],
    ['function_version', '', 'version of the function spectrum, which computes them'],
    ...[...functionalDescriptions].map(([name, { unit, definition, resembles, difference }]): Column => {
      return [name, unit, `${definition}. Like openSMILE's ${resembles} (eGeMAPS v02), but ${difference}. Empty: none`]
    }),
  ],
  indices: [
    person,
    session,
    ['index', '', 'measure of the whole session: avqi or vowel_space'],
    ['index_version', '', 'published version of the index'],
    ['program_version', '', 'version of the program that computed it'],
    ['speech_item', '', 'item with the connected speech'],
    ['vowel_item', '', 'item with the sustained vowel, or the three items of a vowel space'],
    ['status', '', 'ready, withheld or failed'],
    ['reason', '', 'why there is no index'],
    ['score', '', 'the index (avqi, avqi_0203, vowel_space, fcr, vai, f2_ratio) or one of its components'],
    [
      'value',
      '',
      'cpps, hnr, shimmer_db, slope, tilt: dB; shimmer_pct: %; voiced_s, vowel_s: s; vowel_space: kHz²; f1_a to f2_u: Hz',
    ],
  ],
  transcripts: [
    person,
    session,
    item,
    take,
    ['version', '', '1 is the first; each correction is the next'],
    ['text', '', ''],
    ['engine', '', 'sherpa, http or typed'],
    ['model', '', 'model of the recogniser'],
    ['author', '', 'who typed it; empty: the recogniser'],
    ['based_on', '', 'version that was corrected or confirmed'],
    ['confirmed', '', 'whether the words were counted: a person confirmed them, or the recogniser is calibrated'],
    ['created_at', 'UTC', ''],
  ],
  reports: [
    person,
    ['number', '', ''],
    ['version', '', '1 is the first; each amendment is the next'],
    ['reason', '', 'why this version was made'],
    ['session_id', '', 'identifier of the session in Fonema'],
    ['language', '', ''],
    ['signed_at', 'UTC', ''],
    ['signer', '', ''],
    ['meaning', '', 'what the signature means'],
    ['sha256', '', 'hash of the PDF when it was signed'],
    ['pdf', '', 'path of the signed file in this archive'],
    ['json', '', 'path of the same content as JSON'],
  ],
  session_recordings: [
    person,
    session,
    ['id', '', 'identifier in Fonema'],
    ['recorded_at', 'UTC', "start, by the device's clock"],
    ['finished_at', 'UTC', 'empty: it was never finished'],
    ['interrupted', '', 'whether it ended without its examiner'],
    ['verified', '', 'whether the device sent the same hash of the whole'],
    ['sample_rate', 'Hz', ''],
    ['duration', 's', 'of the stored pieces'],
    ['sha256', '', 'hash of the joined samples of all pieces, without headers; empty until it is finished'],
    ['marks', '', 'JSON: place in seconds, kind, item'],
    ['path', '', 'folder of its pieces in this archive, in their order; empty without recordings'],
  ],
  files: [
    person,
    ['id', '', 'identifier in Fonema'],
    ['filename', '', 'original name of the file'],
    ['label', '', ''],
    ['content_type', '', ''],
    ['size_bytes', 'byte', ''],
    ['sha256', '', ''],
    ['date_created', 'UTC', ''],
    ['path', '', 'path of the file in this archive'],
  ],
} as const satisfies Record<string, readonly Column[]>

export type TableName = keyof typeof tables

/** The first columns of every survey's table. The survey's own fields follow, then its sums. */
export const surveyColumns: readonly Column[] = [
  person,
  ['id', '', 'identifier in Fonema'],
  ['date_created', 'UTC', ''],
  ['active', '', 'false: archived'],
  ['examiner', '', 'examiner for whom it was filled in'],
]

export const headerOf = (columns: readonly Column[]) => columns.map(([name]) => name)

export const dictionaryHeader = ['table', 'column', 'unit', 'meaning'] as const

/** The data dictionary: every column of every table, every score, and the questions of the surveys. */
export function* dictionary(ofOnePerson: boolean, surveyRows: readonly (readonly CsvCell[])[]): Generator<CsvCell[]> {
  for (const [table, columns] of Object.entries(tables)) {
    if (!ofOnePerson && (table === 'files' || table === 'session_recordings')) continue
    for (const [name, unit, meaning] of columns) yield [table, name, unit, meaning]
  }
  for (const [name, unit, meaning] of surveyColumns) yield ['surveys/*', name, unit, meaning]
  for (const row of surveyRows) yield [...row]
  for (const { measures } of Object.values({ ...measureDescriptions, ...wordMeasureDescriptions }))
    for (const [name, { unit, definition, meaning }] of Object.entries(measures))
      yield ['score', name, unit, `${definition}. ${meaning}`]
}
