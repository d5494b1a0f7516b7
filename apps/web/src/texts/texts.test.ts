import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = dirname(fileURLToPath(import.meta.url))
const sourceFolder = join(folder, '..')
const languages = ['es', 'en', 'pt', 'fr']
const plural = /_(zero|one|two|few|many|other)$/

/**
 * Keys that the sources build from a code: each prefix with the source of its endings. This test cannot find a key that
 * is built in any other way, so no other way is allowed.
 */
const builtKeys: Record<string, string> = {
  account__feed__: 'questions about the address of the calendar',
  account__notifications__: 'kinds of mails about visits',
  agenda__kind__: 'kind of a calendar event',
  analysis__axis__: 'AxisMeaning of the evolution',
  analysis__card__: 'fields of the card of a family of measures',
  analysis__direction__: 'direction of a score',
  analysis__domain__: 'domains of the measures',
  analysis__error__: 'error of a failed feature result',
  analysis__event__: 'kind of a ChartEvent',
  analysis__fall__: 'measures with words for a falling value',
  analysis__function__: 'entry of a feature extraction function',
  analysis__opinion__about__: 'in what two transcripts differ',
  analysis__heading__: 'headings of the shown measures',
  analysis__index__name__: 'name of a SessionIndex',
  analysis__index__part__: 'components of the indices',
  analysis__index__place__: 'above or below a cut-off',
  analysis__index_reason__: 'indexReasons of the contract',
  analysis__measure__: 'scores of the feature results',
  analysis__missing__: 'missing of the feature results',
  analysis__obstacle__: 'obstacles of the evolution',
  analysis__pitch_edge__: 'end of the pitch search that the voice reaches',
  analysis__pitch_group__: 'group by sex and age that the pitch search goes by',
  analysis__pitch_search__: 'pitchSearchFacts of the contract',
  analysis__place__: 'placeOf a percentile',
  analysis__reason__: 'verdictReasons of the contract',
  analysis__rise__: 'measures with words for a rising value',
  analysis__report__section__: 'sections of a report',
  analysis__verdict__: 'verdict of the recording quality',
  analysis__sessions__state__: 'states of a compared item',
  analysis__since__: 'better or worse, of a changed score',
  analysis__uncompared__: 'uncomparedReasons of the contract',
  analysis__transcript__doubt__: 'wordDoubts of the contract',
  analysis__transcript__lacks__: 'what a recogniser does not give',
  analysis__word_mark__: 'WordMark of a word',
  audit__action__: 'actions of the audit log',
  audit__did__: 'actions of the audit log with an object',
  audit__sentence__: 'actions of the audit log without an object',
  audit__sentence__request_: 'requests of the audit log',
  audit__subject__: 'subjects of the audit log',
  audit__thing__: 'subjects of the audit log',
  content_units__decided__: 'unitChoices of the contract',
  content_units__found__: 'found of a ContentUnitResult',
  findings__sign__: 'findingSigns of the contract',
  findings__state__: 'summaryStates of the contract',
  home__tutorial__: 'the steps of the tutorial',
  builder__condition__: 'behaviours of a condition',
  builder__export__as_: 'formats of an export',
  builder__loss__: 'surveyExportLosses of the contract',
  builder__field__: 'fields of a draft, and those that may be missing',
  builder__gap__: 'surveyGapCodes of the contract',
  builder__operator__: 'operators of a condition',
  builder__question__text_: 'what is asked of a survey',
  builder__question__title_: 'what is asked of a survey',
  builder__ticked__: 'values of a checkbox',
  surveys__missing__: 'missingReasons of the contract',
  clinical_reports__entry__: 'entry of a feature extraction function',
  clinical_reports__fault__: 'faults of ReportVerification of the contract',
  clinical_reports__field__: 'the texts of a report',
  clinical_reports__own_text__: 'the texts of a template',
  clinical_reports__section__: 'reportSections in contract/report-limits.ts',
  clinical_reports__participant__: 'the fields of a participant',
  clinical_reports__save__: 'SaveState',
  clinical_reports__reprint__: 'reprints of the contract',
  clinical_reports__state__: 'reportStates of the contract',
  login__refused__: 'providerRefusals of the contract',
  clinical_reports__sign__provider_: 'before and after the provider confirmed',
  sign_in__addresses__: 'addresses of a provider',
  sign_in__addresses__copy_: 'addresses of a provider',
  sign_in__field__: 'fields of a provider',
  sign_in__problem__: 'providerProblems of the contract',
  sign_in__role__: 'ruleRoles of the contract',
  form_hook__non_field_error__: 'non_field_errors of a refused body',
  imports__problem__: 'importProblemCodes of the contract',
  timeline__kind__: 'kinds of the timeline',
  timeline__name__: 'kinds of a TimelineEntry',
  timeline__state__: 'reportStates of the contract',
  visits__dialog__now_: 'the states to which a visit can be set',
  visits__state__: 'visitStates of the contract',
  visits__today__kind_: 'kind of a TodayRow',
  login__form__: 'the fields of the sign-in form',
  look__factor__: 'examiner and manager',
  look__texts__: 'texts that an organisation writes itself',
  models__error__: 'modelErrors of the contract',
  models__state__: 'state of a model',
  participant_screen__key__: 'keys of the recorder',
  participants__field__: 'the fields of a participant',
  protocol_import__loss__: 'protocolLossCodes of the contract',
  protocol_import__problem__: 'protocolFileProblems of the contract',
  protocol_import__reason__: 'kindReasons of the contract',
  analysis__completeness__: 'completenesses of the contract',
  responses__engine__lacks__: 'engineParts',
  responses__check__finding__: 'CheckFinding',
  responses__check__subject__: 'CheckSubject',
  responses__decide__advice__: 'verdictReasons of the contract',
  responses__decide__mark__: 'kinds of a Mark',
  responses__end__state__: 'states of an ItemSummary',
  responses__level__zone__: 'Zone',
  responses__result__state__: 'ItemState',
  studio__editor__: 'commands of the editor of instructions',
  studio__field__: 'fields of a draft that may be missing',
  studio__gap__: 'gapCodes of the contract',
  studio__kind__: 'itemKinds of the contract',
  studio__medium__: 'kinds of media and their fields',
  studio__medium__add_: 'kinds of media',
  studio__order__: 'order of a block',
  studio__preview__: 'sides of the preview',
  studio__protocol__: 'terms of use of a protocol',
  studio__question__confirm_: 'what is asked of a protocol',
  studio__question__text_: 'what is asked of a protocol',
  studio__question__title_: 'what is asked of a protocol',
  studio__state__: 'draftStates of the contract',
  studio__upload__wrong_: 'kinds of media',
  survey_import__loss__: 'surveyLossCodes of the contract',
  survey_import__problem__: 'surveyFileProblems of the contract',
  survey_import__type__: 'fieldTypes of the contract',
  takeouts__content__: 'the kind of a takeout',
  takeouts__about__: 'Scope',
  takeouts__error__: 'takeoutErrors of the contract',
  transcript_files__change__: 'changes of a TranscriptImportPreview',
  transcript_files__format__: 'transcriptFormats of the contract',
  transcript_files__holds__: 'transcriptFormats of the contract',
  transcript_files__loss__: 'transcriptLossCodes of the contract',
  transcript_files__problem__: 'transcriptFileProblems of the contract',
  transcript_files__reason__: 'leftOutReasons of the contract',
  webhooks__delivery__: 'webhookStates of the contract',
  webhooks__event__: 'webhookEvents of the contract',
  webhooks__failure__: 'webhookFailures of the contract',
  webhooks__records__: 'fields of a FHIR server, and recordSignIns of the contract',
  webhooks__scope__: 'scopes of the contract',
  webhooks__state__: 'states of a webhook',
}

type Table = Record<string, string>
const read = (file: string): Table => JSON.parse(readFileSync(join(folder, file), 'utf8'))
/** The files of a language: the sign-in page's texts, and one file for each area. */
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

// Every quoted string in the form of a key is a key: in t('…') and in tables of codes.
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

/** A sample size such as "n 45" has no plural. */
const sampleSize = /\bn \{\{count\}\}/
/** Decimal seconds are always plural. */
const alwaysPlural = ['responses__result__position_of']

test.each(languages)('every count in the table %s has plural forms', (language) => {
  const texts = Object.entries(tables[language]!)
  const unnamed = texts.filter(
    ([key, text]) => text.includes('{{count}}') && !sampleSize.test(text) && !plural.test(key),
  )
  expect(unnamed).toEqual([])
})

test('no Spanish text has a plural after a number that is not a count', () => {
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

test('the subjects of the microphone check are feminine, as are the verdicts on them', () => {
  const feminine: Table = {
    es: 'Sala Intensidad Frecuencia Fidelidad',
    pt: 'Sala Intensidade Taxa Fidelidade',
    fr: 'Salle Intensité Fréquence Fidélité',
  }
  for (const [language, nouns] of Object.entries(feminine)) {
    const subjects = Object.entries(tables[language]!).filter(([key]) => key.startsWith('responses__check__subject__'))
    expect(subjects).toHaveLength(4)
    for (const [, text] of subjects) expect(nouns.split(' ')).toContain(text.split(' ')[0])
  }
})

/** Synonyms of terms in docs/glossary.md that the texts must not use. */
const strayWords: Record<string, RegExp> = {
  es: /examinador|vídeo|\bequipo\b|desvío estándar|función de (?:evaluador|administrador)|trabaj\w+ en nombre|\breportes?\b|\bminuta\b|\bjuzg\w+|\bconsigna\b/i,
  en: /assessor|audit trail|somebody else|on behalf of|semaphore|break-glass/i,
  pt: /examinador|gestor|equipamento|taxa de articulação|anos de (?:educação|estudo)|tentar de novo|em nome de outr|\blaudos?\b|\bminuta\b|\bcifrad|\btrocad[ao]/i,
  fr: /évaluateur|reconnaisseur|courriel|\bmicro\b(?!-casque)|écart type|passer (?:l’|cet )item|en tant que|comptes?[- ]rendus?\b|ébauche|\bjugé|\bsauté|\bpièce\b/i,
}

/** The table of a language, and its explanations of measures. Those in English are in the package `speech`. */
const textsOf = (language: string) => [
  ...Object.values(tables[language]!),
  ...(language === 'en' ? [] : [readFileSync(join(folder, `measures/${language}.json`), 'utf8')]),
]

test.each(languages)('the texts of %s use the words of the glossary', (language) => {
  const content = join(folder, '../../../../packages/content')
  const shipped = ['protocols', 'surveys', 'texts'].flatMap((name) => {
    const files = readdirSync(join(content, name)).filter((file) => new RegExp(`\\b${language}-`).test(file))
    expect(files.length).toBeGreaterThan(0)
    return files.map((file) => readFileSync(join(content, name, file), 'utf8'))
  })
  const texts = [...textsOf(language), ...shipped]
  expect(texts.flatMap((text) => text.match(strayWords[language]!) ?? [])).toEqual([])
})

test('the English interface has British spelling, and a hyphen in "e-mail"', () => {
  const american = /(?<!\{\{)\b(?:organiz|analyz|color|licens|email(?!_))/i
  expect(Object.values(tables.en!).filter((text) => american.test(text))).toEqual([])
})

/** Blanks at which a line would break before or after a sign, and the quotation marks of other languages. */
const loose: Record<string, RegExp> = { es: / %/, en: / %/, pt: / %|[«»]/, fr: / [:;?!»%]|« / }

test.each(languages)('the signs of the texts of %s stay with the words that they belong to', (language) => {
  expect(textsOf(language).filter((text) => loose[language]!.test(text))).toEqual([])
})

test.each(languages)('in %s, the longer name of a button contains the words that it shows', (language) => {
  const shown = tables[language]!
  const differing = Object.keys(shown).filter((key) => {
    const name = shown[`${key}_label`]
    return name !== undefined && !name.toLowerCase().includes(shown[key]!.toLowerCase())
  })
  expect(differing).toEqual([])
})
