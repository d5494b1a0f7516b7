import type { ImportProblem } from '@fonema/contract'
import { functionsFor } from '../analysis/functions.ts'
import type { CsvTable } from '../platform/csv/read-csv.ts'
import { headerProblems } from '../platform/csv/receive-csv.ts'
import { createTurns } from '../platform/turns.ts'
import type { ItemName } from './queries.ts'
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
  people: Set<string>
  samples: NewSample[]
  /** People without a diagnosis; null: the file does not state it. */
  isReference: boolean | null
}
export type ImportedRows = { populations: ImportedPopulation[]; problems: ImportProblem[] }

const longest = 200
const number = /^[+-]?\d+(?:([.,])\d+)?(?:[eE][+-]?\d+)?$/

/** Reads the rows of reference values. Every invalid cell is reported; a file with an invalid cell is not imported. */
export async function readRows({ header, rows, separator }: CsvTable, allowed: AllowedValues): Promise<ImportedRows> {
  const places = new Map(header.map((name, index) => [name.toLowerCase(), index]))
  const problems = headerProblems(header, required, optional)
  if (problems.length > 0) return { populations: [], problems }

  type Own = ImportedPopulation & { byKey: Map<string, NewSample> }
  const populations = new Map<string, Own>()
  const seen = new Map<string, number>()
  const turn = createTurns()
  for (const { line, cells } of rows) {
    await turn()
    if (cells.length !== header.length) {
      problems.push({ line, column: null, code: 'wrong_cell_count' })
      continue
    }
    const row = readRow((column) => cells[places.get(column) ?? -1]?.trim() ?? '', allowed, separator)
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
    populations: [...populations.values()].map(({ byKey: _, ...population }) => population),
    problems,
  }
}

function readRow(cellOf: (column: Column) => string, { languages, itemOf }: AllowedValues, separator: string) {
  const problems: Pick<ImportProblem, 'column' | 'code'>[] = []
  const refuse = (column: Column, code: ImportProblem['code']) => problems.push({ column, code })

  const text = (column: Column) => {
    const cell = cellOf(column)
    if (cell === '') refuse(column, 'required')
    else if (cell.length > longest) refuse(column, 'too_long')
    // A spreadsheet would run this as a formula when it opens an export.
    else if (/^[=+\-@\t\r]/.test(cell)) refuse(column, 'formula')
    return cell
  }
  const figure = (column: Column, [low, high]: [number, number]) => {
    const cell = cellOf(column)
    const found = number.exec(cell)
    if (cell.startsWith('=')) refuse(column, 'formula')
    else if (found === null) refuse(column, 'not_a_number')
    // In a file separated by commas, a comma in a cell could also be a thousands separator.
    else if (found[1] === ',' && separator === ',') refuse(column, 'ambiguous_number')
    else {
      const value = Number(cell.replace(',', '.'))
      if (Number.isFinite(value) && value >= low && value <= high) return value
      refuse(column, 'out_of_range')
    }
    return Number.NaN
  }
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
  else if (asked !== undefined && entry !== '') {
    const shown = functionsFor(asked.category).find((candidate) => candidate.entry === entry)?.shown
    if (shown === undefined) refuse('function', 'unknown')
    else if (score !== '' && !shown.some(({ name }) => name === score)) refuse('score', 'unknown')
  }
  const value = figure('value', [-Number.MAX_VALUE, Number.MAX_VALUE])
  const sex = cellOf('sex').toLowerCase()
  if (!['', 'f', 'm'].includes(sex)) refuse('sex', 'unknown')
  const reference = cellOf('reference').toLowerCase()
  if (!['', 'yes', 'no'].includes(reference)) refuse('reference', 'unknown')
  return {
    problems,
    isReference: reference === '' ? null : reference === 'yes',
    population,
    participant,
    language,
    category: asked?.category ?? '',
    item,
    entry,
    score,
    value,
    sex: sex || null,
    age: maybe('age', [0, 130]),
    education: maybe('education', [0, 100]),
  }
}
