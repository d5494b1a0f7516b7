import type { Takeout } from '@fonema/contract'
import { itemColumns, measureColumns, measuresOf, participantColumns, type ResearchColumn } from './tables.ts'

export type Facts = {
  /** Who stands as the author; null: nobody is named. */
  author: string | null
  version: string
  /** The day of the order, `YYYY-MM-DD`. */
  day: string
  people: number
  sessions: number
  recordings: number
  leftOut: number
  /** Surveys. */
  instruments: number
  /** People in groups of fewer than five. */
  inSmallGroups: number
  withAudio: boolean
  audioFormat: Takeout['audio_format']
}

/** Groups below this size are reported. */
export const smallGroup = 5

const bidsVersion = '1.9.0'

const generatedBy = (version: string) => [
  { Name: 'Fonema', Version: version, Description: 'Records and measures speech-based assessments' },
]

const title = 'Speech assessments, de-identified'

export const datasetDescription = ({ author, version }: Facts) => ({
  Name: title,
  BIDSVersion: bidsVersion,
  DatasetType: 'raw',
  License: 'See the file LICENSE',
  ...(author !== null && { Authors: [author] }),
  HowToAcknowledge: 'See CITATION.cff',
  EthicsApprovals: ['To be stated by the organisation before the data are shared'],
  GeneratedBy: generatedBy(version),
})

export const derivativeDescription = ({ version }: Facts) => ({
  Name: 'Measures of speech assessments, de-identified',
  BIDSVersion: bidsVersion,
  DatasetType: 'derivative',
  License: 'See the file LICENSE of the dataset',
  GeneratedBy: generatedBy(version),
  SourceDatasets: [{ URL: '../..' }],
})

/** Files that the present standard does not know. */
export const bidsIgnore = `# Audio of behavioural recordings is a proposed extension of BIDS. Remove these lines once your validator knows it.
**/*_audio.wav
**/*_audio.flac
**/*_audio.json
# Not parts of BIDS.
CITATION.cff
LICENSE
left_out.tsv
small_groups.tsv
croissant.json
ro-crate-metadata.json
manifest-sha256.txt
`

/** The format requires an author. */
export const citation = ({ author, version, day }: Facts) => `cff-version: 1.2.0
message: "Cite the dataset as below, and the program that measured it."
type: dataset
title: ${JSON.stringify(title)}
authors:
  - name: ${JSON.stringify(author ?? 'The organisation that recorded the data (not named)')}
date-released: ${day}
references:
  - type: software
    title: Fonema
    version: ${JSON.stringify(version)}
    authors:
      - name: The Fonema authors
`

export const licence = ({ author }: Facts) => `No licence has been granted.

These data come from people who agreed to research by ${author ?? 'the organisation that recorded them'}. Whoever has this copy may use it
only as agreed in writing with that organisation, must not try to find out who anybody is, and must not pass it on. Replace this text with the terms that
your ethics board approved before you share the data.
`

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

const audioNames = { wav: '16-bit PCM (WAV)', flac: '16-bit FLAC, which loses nothing' }

/** What to do about people who can be recognised by what they have in common with few others. */
const aboutSmallGroups = ({ people, inSmallGroups }: Facts) =>
  inSmallGroups === 0
    ? `Nobody is in a group of fewer than ${smallGroup}.`
    : `${inSmallGroups} of ${people} ${inSmallGroups === 1 ? 'is' : 'are'} in a group of fewer than ${smallGroup}. Whoever knows such
a person may recognise them. Before you share the data, do one of these, and say which:

1. Leave out the rows and recordings of the people in the small groups. \`participants.tsv\` says who is in which group.
2. Make the groups larger: replace \`age\` by ten years (\`70-79\`) or more, or remove \`sex\`, \`education_years\` or the country in \`locale\`.
   Count the groups again.
3. Give the data only to named people, under a written agreement that forbids recognising anybody.

A group counts sex, ten years of age, and language. Years of education and answers to surveys make it smaller: include those that you
share in your own count.`

export function readme(facts: Facts): string {
  const { author, version, people, sessions, recordings, leftOut, instruments, withAudio, audioFormat } = facts
  return `# Speech assessments${author === null ? '' : ` of ${author}`}

${plural(people, 'participant')}, ${plural(sessions, 'session')}, ${plural(recordings, 'recording')}. Made by Fonema ${version}.

## Begin here

1. \`participants.tsv\` has one row for each person, with age, sex, education and language.
2. \`derivatives/fonema/measures.tsv\` (and the same as \`measures.parquet\`) has one row for each measure of each recording.
   \`measures.json\` beside it says what each measure is, and its unit.
3. \`derivatives/fonema/items.tsv\` says for each recording how good it is. Leave out recordings whose \`verdict\` is poor, or say that you
   did not.
4. ${withAudio ? `The recordings are in \`sub-*/ses-*/beh/\` as ${audioNames[audioFormat]}, each with a JSON file beside it.` : 'The recordings are not enclosed, because the order asked for none.'}
${instruments === 0 ? '' : '5. `phenotype/` has a table for each survey: chosen options, scales and scores, with the questions in the JSON file beside it.\n'}
From the folder of this file, in Python: \`pandas.read_csv('derivatives/fonema/measures.tsv', sep='\\t', na_values='n/a')\`. In R:
\`readr::read_tsv('derivatives/fonema/measures.tsv', na = 'n/a')\`. In DuckDB: \`select * from 'derivatives/fonema/measures.parquet'\`.

## Form

The tree follows BIDS ${bidsVersion} with the proposed extension for audio of behavioural tasks; \`.bidsignore\` lists the files that
validators do not know yet. \`manifest-sha256.txt\` has a checksum of every file.

## What was done so that nobody is recognised

- Only participants who agreed to research are in it.
- Names, codes, contact data, birthdays, occupations, diagnoses, comments, transcripts, staff and all other free text are left out. Pseudonyms need
  a key that stays in the clinic. Of surveys, texts, dates and numbers without narrow limits are left out (\`LeftOut\` in their JSON file).
- Dates moved into the past by a secret number of whole weeks for each person. Intervals within a person and days of the week are right;
  seasons and dates are not.
- Ages of 89 and more are written as 89.
- In recordings, marked names and everything outside the marked window are silent. Recordings whose words nobody confirmed, or that
  cannot be read, are left out: ${plural(leftOut, 'recording')}, see \`left_out.tsv\`.
- The organisation is named only if whoever ordered the archive entered an author.

Names and texts of protocols and surveys are as the organisation wrote them. Read them before you share the data.

A voice identifies its owner. Treat the recordings as personal data, whatever this list says.

## Small groups

\`small_groups.tsv\` counts the people who share sex, age group and language. ${aboutSmallGroups(facts)}

## Comparing

Values are comparable only within one \`function_version\`. A missing value has a reason in \`missing\`; it is not zero. Diagnoses are not
enclosed, because they are free text.
`
}

/** The dictionary as a REDCap data dictionary. */
export function* redcapRows(): Generator<string[]> {
  yield [
    'Variable / Field Name',
    'Form Name',
    'Section Header',
    'Field Type',
    'Field Label',
    'Choices, Calculations, OR Slider Labels',
    'Field Note',
    'Text Validation Type OR Show Slider Number',
  ]
  for (const [form, columns] of [
    ['participants', participantColumns],
    ['items', itemColumns],
  ] as const)
    for (const column of columns) yield redcapRow(form, column)
  for (const { name, entry, measure } of measuresOf())
    yield [name, `measures_${entry}`, '', 'text', measure.definition, '', measure.unit, 'number']
}

const redcapRow = (form: string, { name, type, description, units, levels }: ResearchColumn): string[] => [
  `${form}_${name}`,
  form,
  '',
  levels ? 'radio' : 'text',
  description,
  levels
    ? Object.entries(levels)
        .map(([code, label]) => `${code}, ${label}`)
        .join(' | ')
    : '',
  units ?? '',
  type === 'DOUBLE' ? 'number' : type === 'INT32' ? 'integer' : '',
]

export type Listed = { path: string; size: number; sha256: string }

const mediaTypes: Record<string, string> = {
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  csv: 'text/csv',
  wav: 'audio/wav',
  flac: 'audio/flac',
  parquet: 'application/vnd.apache.parquet',
  md: 'text/markdown',
}
const mediaTypeOf = (path: string) => mediaTypes[path.split('.').at(-1)!] ?? 'text/plain'

/** RO-Crate 1.1: the files as a graph for repositories. */
export const roCrate = ({ author, version, day }: Facts, files: readonly Listed[]) => ({
  '@context': 'https://w3id.org/ro/crate/1.1/context',
  '@graph': [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: title,
      description: 'Recordings of speech tasks with acoustic and linguistic measures',
      datePublished: day,
      license: { '@id': 'LICENSE' },
      ...(author !== null && { author: { '@id': '#author' } }),
      hasPart: files.map(({ path }) => ({ '@id': path })),
    },
    ...(author === null ? [] : [{ '@id': '#author', '@type': 'Organization', name: author }]),
    { '@id': '#fonema', '@type': 'SoftwareApplication', name: 'Fonema', version },
    ...files.map(({ path, size }) => ({
      '@id': path,
      '@type': 'File',
      name: path,
      contentSize: String(size),
      encodingFormat: mediaTypeOf(path),
    })),
  ],
})

const croissantTypes = { STRING: 'sc:Text', DOUBLE: 'sc:Float', INT32: 'sc:Integer', BOOLEAN: 'sc:Boolean' }

/** Croissant 1.0: the tables for tools of machine learning. */
export function croissant({ author, day }: Facts, files: readonly Listed[]) {
  const tables = [
    ['participants', 'participants.tsv', participantColumns],
    ['items', 'derivatives/fonema/items.tsv', itemColumns],
    ['measures', 'derivatives/fonema/measures.tsv', measureColumns],
  ] as const
  return {
    '@context': {
      '@language': 'en',
      '@vocab': 'https://schema.org/',
      sc: 'https://schema.org/',
      cr: 'http://mlcommons.org/croissant/',
      dct: 'http://purl.org/dc/terms/',
      conformsTo: 'dct:conformsTo',
      column: 'cr:column',
      dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
      extract: 'cr:extract',
      field: 'cr:field',
      fileObject: 'cr:fileObject',
      recordSet: 'cr:recordSet',
      source: 'cr:source',
    },
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: `speech-assessments-${day}`,
    description: title,
    ...(author !== null && { creator: { '@type': 'sc:Organization', name: author } }),
    license: 'LICENSE',
    datePublished: day,
    distribution: tables.map(([name, path]) => ({
      '@type': 'cr:FileObject',
      '@id': name,
      name,
      contentUrl: path,
      encodingFormat: mediaTypeOf(path),
      sha256: files.find((file) => file.path === path)?.sha256,
    })),
    recordSet: tables.map(([name, , columns]) => ({
      '@type': 'cr:RecordSet',
      '@id': `${name}-rows`,
      name: `${name}-rows`,
      field: columns.map((column) => ({
        '@type': 'cr:Field',
        '@id': `${name}-rows/${column.name}`,
        name: column.name,
        description: column.description,
        dataType: croissantTypes[column.type],
        source: { fileObject: { '@id': name }, extract: { column: column.name } },
      })),
    })),
  }
}
