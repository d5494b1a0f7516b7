import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = dirname(fileURLToPath(import.meta.url))
const sourceFolder = join(folder, '..')
const languages = ['es', 'en', 'pt', 'fr']
const plural = /_(zero|one|two|few|many|other)$/

/**
 * Keys that the sources build from a code: each prefix with where its endings come from.
 * A key built in any other way is not found by this test, and so is not allowed.
 */
const builtKeys: Record<string, string> = {
  agenda__kind__: 'kind of a calendar event',
  analysis__axis__: 'AxisMeaning of the evolution',
  analysis__direction__: 'direction of a score',
  analysis__error__: 'error of a failed feature result',
  analysis__function__: 'entry of a feature extraction function',
  analysis__measure__: 'scores of the feature results',
  analysis__missing__: 'missing of the feature results',
  analysis__place__: 'placeOf a percentile',
  analysis__reason__: 'verdictReasons of the contract',
  analysis__report__section__: 'sections of a report',
  analysis__verdict__: 'verdict of the recording quality',
  audit__action__: 'actions of the trail',
  audit__subject__: 'subjects of the trail',
  home__tutorial__: 'the steps of the tutorial',
  form_hook__non_field_error__: 'non_field_errors of a refused body',
  imports__problem__: 'importProblemCodes of the contract',
  login__form__: 'the fields of the sign-in form',
  models__error__: 'modelErrors of the contract',
  models__state__: 'state of a model',
  participants__field__: 'the fields of a participant',
  responses__check__finding__: 'CheckFinding',
  responses__check__subject__: 'CheckSubject',
  responses__result__state__: 'ItemState',
  survey_import__loss__: 'surveyLossCodes of the contract',
  survey_import__problem__: 'surveyFileProblems of the contract',
  survey_import__type__: 'fieldTypes of the contract',
  takeouts__about__: 'Scope',
  takeouts__error__: 'takeoutErrors of the contract',
}

type Table = Record<string, string>
const read = (file: string): Table => JSON.parse(readFileSync(join(folder, file), 'utf8'))
/** The files of a language: what the sign-in page needs, and one for each area. */
const filesOf = (language: string) => [
  `public/${language}.json`,
  ...readdirSync(join(folder, language)).map((name) => `${language}/${name}`),
]
const tables = Object.fromEntries(
  languages.map((language): [string, Table] => [
    language,
    Object.assign({}, ...filesOf(language).map(read)) satisfies Table,
  ]),
)
const spanish = Object.keys(tables.es!)

const sources = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(sourceFolder, file), 'utf8'))
  .join('\n')

// Every quoted word of a key's form is a key: in t('…') as in a table of codes.
const written = new Set(Array.from(sources.matchAll(/['"`]([a-z][a-z0-9_]*?__[a-z0-9_]+)['"`]/g), ([, key]) => key!))
const prefixes = new Set(Array.from(sources.matchAll(/`([a-z][a-z0-9_]*?__[a-z0-9_]*)\$\{/g), ([, prefix]) => prefix!))

const base = (key: string) => key.replace(plural, '')
const variables = (text: string) => Array.from(text.matchAll(/\{\{\s*(\w+)/g), ([, name]) => name!).sort()

test.each(languages)('the table %s has exactly the keys of the Spanish one', (language) => {
  expect(Object.keys(tables[language]!).sort()).toEqual([...spanish].sort())
})

test.each(languages)(
  'each area of %s has the keys of the Spanish one, none of which is in another area',
  (language) => {
    const keysOf = (file: string) => Object.keys(read(file)).sort()
    expect(filesOf(language).map(keysOf)).toEqual(filesOf('es').map(keysOf))
    expect(filesOf(language).flatMap(keysOf).length).toBe(spanish.length)
  },
)

test.each(languages)('no text of the table %s is empty or padded with blanks', (language) => {
  for (const [key, text] of Object.entries(tables[language]!)) {
    expect(text.trim(), key).not.toBe('')
    expect(text.trim(), key).toBe(text)
  }
})

test.each(languages)('the texts of the table %s have the variables of the Spanish ones', (language) => {
  for (const key of spanish) expect(variables(tables[language]![key] ?? ''), key).toEqual(variables(tables.es![key]!))
})

test('every key follows the form domain__part__name', () => {
  for (const key of spanish) expect(key).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*(__[a-z0-9]+(_[a-z0-9]+)*)+$/)
})

test('a plural has one form for one and another for the rest', () => {
  for (const key of spanish.filter((key) => plural.test(key))) {
    expect(spanish).toContain(`${base(key)}_one`)
    expect(spanish).toContain(`${base(key)}_other`)
  }
})

/** A sample's size, written as "n 45", has no plural. */
const sampleSize = /\bn \{\{count\}\}/
/** Seconds with a decimal, which are plural whatever they are. */
const alwaysPlural = ['responses__result__position_of']

test.each(languages)('every count in the table %s has plural forms', (language) => {
  const texts = Object.entries(tables[language]!)
  const unnamed = texts.filter(
    ([key, text]) => text.includes('{{count}}') && !sampleSize.test(text) && !plural.test(key),
  )
  expect(unnamed).toEqual([])
})

test('no Spanish text has a plural after a number that is no count', () => {
  const others = Object.entries(tables.es!).filter(
    ([key, text]) => /\{\{(?!count\b|formatted\b)\w+\}\} \p{L}+s\b/u.test(text) && !alwaysPlural.includes(key),
  )
  expect(others).toEqual([])
})

test('every key that the sources use is in the tables', () => {
  const known = new Set([...spanish, ...spanish.map(base)])
  expect([...written].filter((key) => !known.has(key))).toEqual([])
})

test('keys are built from codes only with the documented prefixes, each of which has keys', () => {
  expect([...prefixes].sort()).toEqual(Object.keys(builtKeys).sort())
  for (const prefix of prefixes) expect(spanish.some((key) => key.startsWith(prefix))).toBe(true)
})

test('every key of the tables is used', () => {
  const isUsed = (key: string) =>
    written.has(key) || written.has(base(key)) || [...prefixes].some((prefix) => key.startsWith(prefix))
  expect(spanish.filter((key) => !isUsed(key))).toEqual([])
})
