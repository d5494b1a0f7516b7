import {
  type ClinicalReportSummary,
  fieldTypes,
  type Participant,
  type ProtocolResponse,
  type PublishedSurvey,
  type SurveyField,
  type SurveyResponse,
} from '@fonema/contract'
import { missingReasons, measureDescriptions as ofSound, wordMeasureDescriptions } from '@fonema/speech'
import fc from 'fast-check'

// Answers of the API, as far as the mapping reads them. Members that it does not read are left out.

const uuid = fc.uuid({ version: 7 })
/** As the contract lets a text through: trimmed, and not empty. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((one) => one.trim())
  .filter((one) => one !== '')
const instant = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = instant.map((time) => time.slice(0, 10))
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const some = <T>(of: readonly T[], minLength = 0) => fc.subarray([...of], { minLength })

export const population = '019ab000-0000-7000-8000-000000000001'
const functions = Object.entries({ ...ofSound, ...wordMeasureDescriptions })

const person = fc.record({ first_name: text, last_name: text })

export const participants = fc.record({
  id: uuid,
  code: text,
  first_name: maybe(text),
  last_name: maybe(text),
  birthday: maybe(day),
  sex: maybe(fc.constantFrom('f' as const, 'm' as const)),
  phone: maybe(fc.constant('+541112345678')),
  active: fc.boolean(),
}) as fc.Arbitrary<Participant>

const results = fc.constantFrom(...functions).chain(([entry, { measures }]) =>
  fc
    .record({
      known: some(Object.keys(measures)),
      reason: fc.constantFrom(...missingReasons),
      value: number,
      percentile: fc.double({ min: 0, max: 100, noNaN: true }),
      is_compared: fc.boolean(),
      has_interval: fc.boolean(),
      is_matched: fc.boolean(),
      provisional: fc.boolean(),
      outdated: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      status: fc.constantFrom('ready', 'ready', 'ready', 'failed', 'pending'),
    })
    .map(({ known, ...one }) => {
      const all = <T>(value: T) => Object.fromEntries(known.map((name) => [name, value]))
      const absent = Object.keys(measures).filter((name) => !known.includes(name))
      const of = <T>(value: T) => (one.is_compared ? { [population]: value } : {})
      return {
        feature_extraction_func: { id: population, name: entry, entry },
        status: one.status,
        scores: all(one.value),
        missing: Object.fromEntries(absent.map((name) => [name, one.reason])),
        data: one.provisional ? { provisional: true } : {},
        percentiles: of(all(one.percentile)),
        intervals: of(one.has_interval ? all({ low: 1, high: 9, n: 40 }) : {}),
        compared: of({ version: 3, n: 130, is_matched: one.is_matched }),
        ...(one.outdated !== undefined && { outdated_version: one.outdated }),
      }
    }),
)

const items = fc.record({
  id: uuid,
  protocol_item: fc.record({ id: uuid, title: text, category: fc.constant({ name: 'sustained_vowel' }) }),
  is_skipped: fc.constantFrom(false, false, false, true),
  recorded_at: instant,
  take: fc.integer({ min: 1, max: 9 }),
  quality: maybe(
    fc.record({ verdict: fc.constantFrom('good', 'fair', 'poor'), reasons: some(['noisy', 'clipped', 'too_quiet']) }),
  ),
  feature_extraction_res: fc.uniqueArray(results, {
    selector: ({ feature_extraction_func }) => feature_extraction_func.entry,
    maxLength: 2,
  }),
})

const cutOff = fc.record({ value: number, n: maybe(fc.integer({ min: 1, max: 900 })), reference: text })
const indices = fc.record({
  avqi: fc.record({
    name: fc.constant('avqi'),
    version: fc.constant('03.01'),
    status: fc.constant('ready'),
    reason: fc.constant(null),
    doubts: fc.subarray(['noisy', 'clipped']),
    scores: fc.record({ avqi: number }),
    cut_off: maybe(cutOff),
  }),
  withheld: fc.record({
    name: fc.constantFrom('dsi', 'vowel_space'),
    version: fc.constant(null),
    status: fc.constantFrom('withheld', 'failed', 'pending'),
    reason: fc.constantFrom('not_recorded', 'poor_quality', 'time_limit'),
    doubts: fc.constant([]),
    scores: fc.constant({}),
    cut_off: fc.constant(null),
  }),
})

export const sessions = fc
  .record({
    id: uuid,
    participant: uuid,
    timestamp: instant,
    is_completed: fc.boolean(),
    examiner: person,
    recorded_by: person,
    protocol: fc.record({ name: text, is_practice: fc.constant(false) }),
    responses: fc.array(items, { minLength: 1, maxLength: 3 }),
    indices: indices.map(({ avqi, withheld }) => [avqi, withheld]),
  })
  .map((session) => ({ active: true, ...session }) as unknown as ProtocolResponse)

export const reports = fc
  .record({
    id: uuid,
    participant: uuid,
    session: uuid,
    session_day: fc.constantFrom('26 de noviembre de 2026', '26 November 2026'),
    protocol: text,
    number: text,
    version: fc.integer({ min: 1, max: 9 }),
    language: fc.constantFrom('es', 'en', 'pt', 'fr'),
    signature: fc.record({ name: text, role: fc.oneof(fc.constant(''), text), at: instant }),
  })
  .map((report) => ({ state: 'signed', ...report }) as unknown as ClinicalReportSummary)

const option = fc.record({ value: text, label: text, score: fc.option(number, { nil: undefined }) })
const fields = fc
  .record({
    id: uuid,
    type: fc.constantFrom(...fieldTypes),
    label: text,
    help: maybe(text),
    required: fc.boolean(),
    integer: fc.boolean(),
    other: fc.boolean(),
    options: fc.uniqueArray(option, { minLength: 1, maxLength: 4, selector: ({ value }) => value }),
  })
  .map(({ type, options, other, integer, ...field }) => ({
    ...field,
    type,
    ...(type === 'number' && { integer, min: 0, max: 9 }),
    ...(type === 'scale' && { min: 0, max: 9 }),
    ...(/^(select|radio|multiselect)$/.test(type) && { options, other }),
  }))

const sections = fc.array(
  fc.record({
    id: uuid,
    title: text,
    description: maybe(text),
    fields: fc.array(fields, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 3 },
)

/** The fields are named by their place; the later ones of a section are asked if its first one was answered. */
export const surveys = fc
  .record({
    id: uuid,
    name: text,
    description: text,
    licence: text,
    source: text,
    wording_version: fc.nat(9),
    sections,
  })
  .map(({ sections, ...survey }) => ({
    ...survey,
    locale: { id: 'es-ES', code: 'es-ES', lang: { id: 'es', code: 'es' }, country: 'ES' },
    sections: sections.map((section, place) => ({
      ...section,
      fields: section.fields.map((field, at) => ({
        ...field,
        name: `field_${place}_${at}`,
        ...(at > 0 && { show_when: { field: `field_${place}_0`, answered: true } }),
      })),
    })),
  })) as unknown as fc.Arbitrary<PublishedSurvey>

/** A survey, and an answer to each of its questions. */
export const answeredSurveys = fc
  .record({ survey: surveys, id: uuid, participant: uuid, date_created: instant, words: text, day, number: fc.nat(9) })
  .map(({ survey, words, day, number, ...response }) => {
    const value = ({ type, options = [], other }: SurveyField) => {
      if (type === 'number' || type === 'scale') return number
      if (type === 'checkbox') return 'true'
      if (type === 'date') return day
      const choices = options.map((one) => one.value)
      if (type === 'multiselect') return other ? [...choices, `other: ${words}`] : choices
      return options.length > 0 ? choices[number % choices.length] : words
    }
    const responses = survey.sections
      .flatMap((section) => section.fields)
      .map((field) => ({ survey_field: { id: field.id, name: field.name, type: field.type }, value: value(field) }))
    return { survey, response: { ...response, is_completed: true, responses } as unknown as SurveyResponse }
  })
