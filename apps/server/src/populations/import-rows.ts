import type { ImportProblem, NormCard } from '@fonema/contract'
import type { CsvTable } from '../platform/csv/read-csv.ts'
import { headerProblems, rowsOf } from '../platform/csv/receive-csv.ts'
import { createCells, refuseUnshown } from './import-cells.ts'
import type { ItemName } from './items.ts'
import type { NewSample } from './store.ts'

const required = ['population', 'participant', 'language', 'item', 'function', 'score', 'value'] as const
const optional = ['sex', 'age', 'education', 'reference'] as const
type Column = (typeof required)[number] | (typeof optional)[number]

/** What a file may name: languages, and the items of each, by `protocol/item/wording`. */
export type AllowedValues = {
  languages: ReadonlySet<string>
  itemOf(language: string, item: string): ItemName | undefined
}

export type ImportedPopulation = {
  name: string
  /** The number of people. */
  n: number
  samples: NewSample[]
  /** People without a diagnosis; null: the file does not state it. */
  isReference: boolean | null
  /** Only for a published table. */
  card: NormCard | null
}
export type ImportedRows = { populations: ImportedPopulation[]; problems: ImportProblem[] }

/** Reads the rows of reference values. Every invalid cell is reported; a file with an invalid cell is not imported. */
export async function readRows(table: CsvTable, allowed: AllowedValues): Promise<ImportedRows> {
  const { header, rows, separator } = table
  const problems = headerProblems(header, required, optional)
  if (problems.length > 0) return { populations: [], problems }

  type Own = ImportedPopulation & { people: Set<string>; byKey: Map<string, NewSample> }
  const populations = new Map<string, Own>()
  const seen = new Map<string, number>()
  for await (const { line, cellOf } of rowsOf(table, problems)) {
    const row = readRow(cellOf, allowed, separator)
    if (row.problems.length > 0) {
      problems.push(...row.problems.map((problem) => ({ line, ...problem })))
      continue
    }
    const { population, participant, language, category, item, entry, score, value, sex, age, education, isReference } =
      row
    const key = [language, item, entry, score].join('\n')
    const whole = [population, participant, key].join('\n')
    const first = seen.get(whole)
    if (first !== undefined) {
      problems.push({ line, column: 'participant', code: 'duplicate', other_line: first })
      continue
    }
    seen.set(whole, line)
    const own: Own = populations.get(population) ?? {
      name: population,
      n: 0,
      card: null,
      people: new Set(),
      samples: [],
      byKey: new Map(),
      isReference,
    }
    populations.set(population, own)
    if (own.isReference !== isReference) {
      problems.push({ line, column: 'reference', code: 'contradiction' })
      continue
    }
    own.people.add(participant)
    let sample = own.byKey.get(key)
    if (sample === undefined) {
      sample = { language, category, item, entry, score, vals: [], sexes: [], ages: [], educations: [] }
      own.byKey.set(key, sample)
      own.samples.push(sample)
    }
    sample.vals.push(value)
    sample.sexes.push(sex)
    sample.ages.push(age)
    sample.educations.push(education)
  }
  if (rows.length === 0) problems.push({ line: 1, column: null, code: 'no_rows' })
  return {
    populations: [...populations.values()].map(({ byKey: _, people, ...population }) => ({
      ...population,
      n: people.size,
    })),
    problems,
  }
}

function readRow(cellOf: (column: Column) => string, { languages, itemOf }: AllowedValues, separator: string) {
  const { problems, refuse, text, figure, oneOf } = createCells(cellOf, separator)
  const maybe = (column: Column, range: [number, number]) => (cellOf(column) === '' ? null : figure(column, range))

  const [population, participant, language, item] = [
    text('population'),
    text('participant'),
    text('language').toLowerCase(),
    text('item').toLowerCase(),
  ]
  const [entry, score] = [text('function'), text('score')]
  if (language !== '' && !languages.has(language)) refuse('language', 'unknown')
  const asked = itemOf(language, item)
  if (language !== '' && languages.has(language) && item !== '' && asked === undefined) refuse('item', 'unknown_item')
  else if (asked !== undefined) refuseUnshown(refuse, asked.category, entry, score)
  const value = figure('value', [-Number.MAX_VALUE, Number.MAX_VALUE])
  const sex = oneOf('sex', ['f', 'm'])
  const reference = oneOf('reference', ['yes', 'no'])
  return {
    problems,
    isReference: reference === null ? null : reference === 'yes',
    population,
    participant,
    language,
    category: asked?.category ?? '',
    item,
    entry,
    score,
    value,
    sex,
    age: maybe('age', [0, 130]),
    education: maybe('education', [0, 100]),
  }
}
