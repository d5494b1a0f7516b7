import type { ImportProblem, NormCard } from '@fonema/contract'
import type { CsvTable } from '../platform/csv/read-csv.ts'
import { headerProblems, rowsOf } from '../platform/csv/receive-csv.ts'
import { createCells, refuseUnshown } from './import-cells.ts'
import type { AllowedValues, ImportedPopulation, ImportedRows } from './import-rows.ts'
import { pointsOf, type Stratum, scales } from './published.ts'
import type { NewSample } from './store.ts'

// A published table: a line for each score, sex and age group, with mean and deviation or centiles.

const required = [
  ...['population', 'language', 'item', 'task', 'function', 'score'],
  ...['sex', 'age_min', 'age_max', 'n', 'source', 'licence'],
] as const
const percents = [1, 2, 3, 5, 10, 15, 20, 25, 50, 75, 80, 85, 90, 95, 97, 98, 99]
const centileColumns = percents.map((percent) => `p${percent}`)
const cardTexts = ['people', 'recorded', 'note'] as const
const cardLanguages = ['es', 'en', 'pt', 'fr'] as const
const translated = cardTexts.flatMap((text) => cardLanguages.map((language) => `${text}_${language}`))
const longestText = 2000
const cardColumns = [...cardTexts, 'engine', ...translated]
const optional = ['mean', 'sd', 'scale', 'reference', ...cardColumns, ...centileColumns]

/** Whether a file is a table of a publication; otherwise it has people's values. */
export const isPublished = (header: readonly string[]): boolean =>
  header.some((name) => ['mean', 'sd', 'licence', ...centileColumns].includes(name.toLowerCase()))

type Row = NonNullable<ReturnType<typeof readRow>['row']>

/** Reads the rows of published tables. Every invalid cell is reported; a file with an invalid cell is not imported. */
export async function readPublished(table: CsvTable, allowed: AllowedValues): Promise<ImportedRows> {
  const { header, rows, separator } = table
  const problems = headerProblems(header, required, optional)
  if (problems.length > 0) return { populations: [], problems }
  const read: Row[] = []
  for await (const { line, cellOf } of rowsOf(table, problems)) {
    const { row, problems: found } = readRow(cellOf, allowed, separator)
    problems.push(...found.map((problem) => ({ line, ...problem })))
    if (row === null) continue
    problems.push(...conflictsOf(read, row).map((problem) => ({ line, ...problem })))
    read.push({ ...row, line })
  }
  if (rows.length === 0) problems.push({ line: 1, column: null, code: 'no_rows' })
  const byName = Map.groupBy(read, ({ population }) => population)
  return { populations: [...byName].map(([name, some]) => populationOf(name, some, allowed)), problems }
}

type Found = Pick<ImportProblem, 'column' | 'code' | 'other_line'>

function readRow(cellOf: (column: string) => string, { languages, itemOf }: AllowedValues, separator: string) {
  const { problems, refuse, text, figure, oneOf } = createCells(cellOf, separator)
  const [population, language, item] = [text('population'), text('language').toLowerCase(), text('item').toLowerCase()]
  const [task, entry, score] = [text('task'), text('function'), text('score')]
  const [source, licence] = [text('source'), text('licence')]
  const asked = itemOf(language, item)
  if (language !== '' && !languages.has(language)) refuse('language', 'unknown')
  else if (item !== '' && asked === undefined) refuse('item', 'unknown_item')
  else if (asked !== undefined) refuseUnshown(refuse, asked.category, entry, score)
  const maybe = (column: string, range: [number, number]) => (cellOf(column) === '' ? null : figure(column, range))
  const anything: [number, number] = [-Number.MAX_VALUE, Number.MAX_VALUE]
  const whole = (column: string, range: [number, number]) => {
    const value = figure(column, range)
    if (Number.isFinite(value) && !Number.isInteger(value)) refuse(column, 'invalid')
    return value
  }
  const age_min = whole('age_min', [0, 130])
  const age_max = cellOf('age_max') === '' ? null : whole('age_max', [0, 130])
  if (age_max !== null && age_max < age_min) refuse('age_max', 'out_of_range')
  // Nobody of 18 or more is compared with children, and no child with adults.
  if (age_min < 18 && (age_max ?? 130) >= 18) refuse('age_max', 'mixed_ages')
  const [mean, sd] = [maybe('mean', anything), maybe('sd', [Number.MIN_VALUE, Number.MAX_VALUE])]
  const centiles = percents.flatMap((percent): [number, number][] => {
    const value = maybe(`p${percent}`, anything)
    return value === null ? [] : [[percent, value]]
  })
  if (centiles.some(([, value], i) => i > 0 && value <= centiles[i - 1]![1])) refuse('p50', 'not_rising')
  if (centiles.length < 2 && mean === null) refuse('mean', 'required')
  if (centiles.length < 2 && sd === null) refuse('sd', 'required')
  const stratum: Stratum = {
    sex: oneOf('sex', ['f', 'm']),
    age_min,
    age_max,
    n: whole('n', [1, 20_000]),
    mean,
    sd,
    centiles: centiles.length < 2 ? null : centiles,
    scale: oneOf('scale', scales) ?? 'plain',
  }
  const reference = oneOf('reference', ['yes', 'no'])
  const texts = new Map(cardColumns.map((column) => [column, cellOf(column).slice(0, longestText)]))
  if (problems.length > 0 || asked === undefined) return { row: null, problems }
  const row = {
    population,
    language,
    item,
    asked,
    task,
    entry,
    score,
    source,
    licence,
    texts,
    reference,
    stratum,
    line: 0,
  }
  return { row, problems }
}

/** What a row says otherwise than an earlier one: the same group twice, or another source of the same population. */
function conflictsOf(earlier: readonly Row[], row: Row): Found[] {
  const own = earlier.filter(({ population }) => population === row.population)
  const same = own.find(
    (other) =>
      [other.language, other.item, other.entry, other.score].join() ===
        [row.language, row.item, row.entry, row.score].join() &&
      other.stratum.sex === row.stratum.sex &&
      other.stratum.age_min <= (row.stratum.age_max ?? 200) &&
      row.stratum.age_min <= (other.stratum.age_max ?? 200),
  )
  const first = own[0]
  return [
    ...(same === undefined ? [] : [{ column: 'age_min', code: 'duplicate', other_line: same.line } as const]),
    ...(['source', 'licence', 'reference'] as const).flatMap((column): Found[] =>
      first === undefined || first[column] === row[column] ? [] : [{ column, code: 'contradiction' }],
    ),
  ]
}

function populationOf(name: string, rows: readonly Row[], { itemOf }: AllowedValues): ImportedPopulation {
  const bySample = Map.groupBy(rows, ({ language, item, entry, score }) => [language, item, entry, score].join('\n'))
  const samples = [...bySample.values()].map((some): NewSample => {
    const { language, item, asked, entry, score } = some[0]!
    const strata = some.map(({ stratum }) => stratum)
    const nobody = strata.flatMap(({ n }) => Array<null>(n).fill(null))
    return {
      language,
      category: asked.category,
      item,
      entry,
      score,
      strata,
      vals: strata.flatMap((stratum) => pointsOf(stratum)),
      sexes: nobody,
      ages: nobody,
      educations: nobody,
    }
  })
  const { source, licence, reference } = rows[0]!
  const measures = Map.groupBy(rows, ({ entry, score }) => `${entry}/${score}`)
  const card: NormCard = {
    source,
    licence,
    ...cardTextsOf(rows),
    measures: [...measures].map(([measure, some]) => ({
      measure,
      scale: some[0]!.stratum.scale,
      has_centiles: some.some(({ stratum }) => stratum.centiles !== null),
      tasks: [...Map.groupBy(some, ({ language, item }) => `${language} ${item}`).values()].map((group) => {
        const { language, item, task } = group[0]!
        const title = itemOf(language, item)?.title ?? item
        const strata = group.map(({ stratum: { sex, age_min, age_max, n } }) => ({ sex, age_min, age_max, n }))
        return { language, item, title, task, strata }
      }),
    })),
  }
  const n = Math.max(...samples.map(({ vals }) => vals.length))
  return { name, n, samples, isReference: reference === null ? null : reference === 'yes', card }
}

/** The words of the card: of each column the first cell that is filled in. */
function cardTextsOf(rows: readonly Row[]): Pick<NormCard, 'people' | 'recorded' | 'engine' | 'note' | 'translations'> {
  const textOf = (column: string) => rows.map(({ texts }) => texts.get(column)).find((text) => text !== '')
  const wordsIn = (suffix: string) =>
    Object.fromEntries(
      cardTexts.flatMap((text) => {
        const words = textOf(`${text}${suffix}`)
        return words === undefined ? [] : [[text, words]]
      }),
    )
  const engine = textOf('engine')
  const translations = cardLanguages.map((language) => [language, wordsIn(`_${language}`)] as const)
  return {
    note: '',
    ...wordsIn(''),
    ...(engine !== undefined && { engine }),
    translations: Object.fromEntries(translations.filter(([, words]) => Object.keys(words).length > 0)),
  }
}
