import {
  type FunctionDescription,
  type MeasureDescription,
  measureDescriptions,
  wordMeasureDescriptions,
} from '@fonema/speech'

export type ResearchColumn = {
  name: string
  type: 'STRING' | 'DOUBLE' | 'INT32' | 'BOOLEAN'
  description: string
  units?: string
  levels?: Record<string, string>
}

export const subjectColumn: ResearchColumn = {
  name: 'participant_id',
  type: 'STRING',
  description: 'Keyed pseudonym, the same in every archive of this organisation',
}
const session: ResearchColumn = { name: 'session_id', type: 'STRING', description: 'Sessions of a participant in time' }
const place: ResearchColumn[] = [
  subjectColumn,
  session,
  { name: 'task', type: 'STRING', description: 'Item of the protocol, letters and digits only' },
  { name: 'run', type: 'INT32', description: 'Counts the items of a session that have the same task' },
]

export const participantColumns: ResearchColumn[] = [
  subjectColumn,
  {
    name: 'age',
    type: 'INT32',
    description: 'Whole years at the first session; 89 means 89 or more',
    units: 'year',
  },
  { name: 'sex', type: 'STRING', description: 'Sex as registered', levels: { female: 'female', male: 'male' } },
  { name: 'education_years', type: 'INT32', description: 'Completed years of education', units: 'year' },
  { name: 'locale', type: 'STRING', description: 'Language and country of the participant' },
  { name: 'sessions', type: 'INT32', description: 'Number of sessions in this archive' },
]

export const sessionColumns: ResearchColumn[] = [
  session,
  {
    name: 'acq_time',
    type: 'STRING',
    description:
      'Day of the session, moved by a secret number of whole weeks that is the same for all of a participant',
  },
  { name: 'protocol', type: 'STRING', description: 'Key of the protocol' },
  { name: 'wording_version', type: 'INT32', description: 'Version of the wording of the protocol' },
  { name: 'locale', type: 'STRING', description: 'Language and country of the protocol' },
]

export const itemColumns: ResearchColumn[] = [
  ...place,
  { name: 'category', type: 'STRING', description: 'Kind of the item, which decides what is measured' },
  { name: 'duration_s', type: 'DOUBLE', description: 'Length of the marked window', units: 's' },
  { name: 'sample_rate_hz', type: 'INT32', description: 'Samples per second', units: 'Hz' },
  { name: 'interrupted', type: 'BOOLEAN', description: 'The recording was interrupted' },
  { name: 'gaps_s', type: 'DOUBLE', description: 'Length of all gaps, in which sound is missing', units: 's' },
  {
    name: 'completeness',
    type: 'STRING',
    description: 'What proves that nothing else is missing: verified, by_clock or unverified; n/a: not known',
  },
  { name: 'verdict', type: 'STRING', description: 'Quality of the recording' },
  { name: 'verdict_reasons', type: 'STRING', description: 'Reasons of the verdict, separated by blanks' },
  { name: 'snr_db', type: 'DOUBLE', description: 'Signal-to-noise ratio', units: 'dB' },
  { name: 'audio', type: 'STRING', description: 'Path of the recording in this archive; n/a: not enclosed' },
]

export const measureColumns: ResearchColumn[] = [
  ...place,
  { name: 'function', type: 'STRING', description: 'Function that computed the measure' },
  { name: 'function_version', type: 'INT32', description: 'Its version; only equal versions are comparable' },
  { name: 'measure', type: 'STRING', description: 'Name of the measure; see measures.json' },
  { name: 'value', type: 'DOUBLE', description: 'Value in the unit of measures.json; n/a: no value' },
  { name: 'missing', type: 'STRING', description: 'Why there is no value' },
]

/** The sidecar of a table, in the form of BIDS. */
export const sidecarOf = (columns: readonly ResearchColumn[]) =>
  Object.fromEntries(
    columns.map(({ name, description, units, levels }) => [
      name,
      { Description: description, ...(units && { Units: units }), ...(levels && { Levels: levels }) },
    ]),
  )

const functions: [string, FunctionDescription][] = Object.entries({
  ...measureDescriptions,
  ...wordMeasureDescriptions,
})

/** Every measure with its function. */
export const measuresOf = (): { name: string; entry: string; measure: MeasureDescription }[] =>
  functions.flatMap(([entry, { measures }]) =>
    Object.entries(measures).map(([name, measure]) => ({ name, entry, measure })),
  )

/** What each measure means, for machines and people. */
export const measureDictionary = () =>
  Object.fromEntries(
    measuresOf().map(({ name, entry, measure }) => [
      name,
      {
        Function: entry,
        Description: measure.definition,
        Meaning: measure.meaning,
        ...(measure.unit !== '' && { Units: measure.unit }),
        Direction: measure.direction,
      },
    ]),
  )
