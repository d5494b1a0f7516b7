import {
  countsIn,
  type Locale,
  type ScoreRule,
  SurveyDraft,
  type SurveyImportPreview,
  type SurveyLoss,
  surveyFileFormat,
  versionOf,
} from '@fonema/contract'
import { ownKeyPrefix } from '../../content/checks.ts'
import { SurveyFile } from '../../content/survey-file.ts'
import { parseQuestionnaire } from './fhir-resource.ts'
import { convertQuestionnaire } from './from-fhir.ts'
import { readJson, SurveyFileError } from './read-json.ts'

/** A file's surveys, one for each language, with the file's own licence and source. */
export type ReadSurveys = Pick<SurveyImportPreview, 'format' | 'licence' | 'source' | 'says_language'> & {
  surveys: SurveyFile[]
  losses: SurveyLoss[]
  /** The file's own draft, if it holds one. It may be incomplete; then its surveys are too. */
  draft?: SurveyDraft
}

/**
 * Reads a FHIR R4 Questionnaire or a survey in our own format.
 *
 * @param fallback the locale of a questionnaire that does not state its language
 * @throws {SurveyFileError}
 */
export function readSurveyFile(bytes: Buffer, locales: readonly Locale[], fallback: Locale): ReadSurveys {
  const value = readJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SurveyFileError('not_a_survey')
  if ('resourceType' in value) {
    if (value.resourceType !== 'Questionnaire') throw new SurveyFileError('not_a_survey', 'resourceType')
    const converted = convertQuestionnaire(parseQuestionnaire(value), locales, fallback)
    const surveys = converted.surveys.map((survey) => ({ ...survey, key: withoutPrefix(survey.key) }))
    return { format: 'fhir', ...converted, surveys }
  }
  if ('format' in value) return readDraft(value, locales)
  if (!('sections' in value)) throw new SurveyFileError('not_a_survey')
  // NUL and unpaired surrogates cannot be stored.
  const { data, error } = SurveyFile.safeParse(wellFormed(value))
  if (error !== undefined) throw new SurveyFileError('wrong_value', error.issues[0]!.path.join('.'))
  if (!locales.some(({ code }) => code === data.locale)) throw new SurveyFileError('wrong_value', 'locale')
  const { licence, source, key } = data
  return {
    format: 'fonema',
    surveys: [{ ...data, key: withoutPrefix(key) }],
    losses: [],
    licence,
    source,
    says_language: true,
  }
}

/** No import may replace a survey that was built here. */
const withoutPrefix = (key: string) => (key.startsWith(ownKeyPrefix) ? key.slice(ownKeyPrefix.length) : key) || 'survey'

/** A survey in all of its languages, as the builder exports it. */
function readDraft({ format, ...content }: object & { format?: unknown }, locales: readonly Locale[]): ReadSurveys {
  if (format !== surveyFileFormat) throw new SurveyFileError('not_a_survey', 'format')
  const { data: draft, error } = SurveyDraft.safeParse(wellFormed(content))
  if (error !== undefined) throw new SurveyFileError('wrong_value', error.issues[0]!.path.join('.'))
  const known = new Set(locales.map(({ code }) => code))
  if (!draft.locales.every((code) => known.has(code))) throw new SurveyFileError('wrong_value', 'locales')
  const surveys = draft.locales.map((locale) => ({
    key: withoutPrefix(draft.key),
    locale,
    licence: draft.licence,
    source: draft.source,
    wording_version: 1,
    name: draft.texts[locale]?.name ?? '',
    description: draft.texts[locale]?.description ?? '',
    ...versionOf(draft, locale),
  }))
  const { licence, source } = draft
  return { format: 'fonema', surveys, losses: [], licence, source, says_language: true, draft }
}

/**
 * A file's surveys, as they may be offered at once.
 *
 * @throws {SurveyFileError} for an incomplete draft, with its first gap
 */
export function requireComplete(read: ReadSurveys): ReadSurveys {
  if (read.draft === undefined) return read
  for (const survey of read.surveys) {
    const { error } = SurveyFile.safeParse(survey)
    if (error !== undefined) throw new SurveyFileError('wrong_value', error.issues[0]!.path.join('.'))
  }
  return read
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, '')
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one)]))
}

/**
 * The survey with the rule's sum and notices added to its own.
 *
 * @returns undefined when the rule names a field that does not exist or whose answers have no number
 */
export function withRule(survey: SurveyFile, rule: ScoreRule): SurveyFile | undefined {
  const fields = survey.sections.flatMap((section) => section.fields)
  const counts = (name: string) => fields.some((field) => field.name === name && countsIn(field))
  const named = [...(rule.sum?.fields ?? []), ...rule.alerts.map(({ field }) => field)]
  if (!named.every(counts)) return undefined
  const bands = [...(rule.sum?.bands ?? [])].sort((a, b) => a.up_to - b.up_to)
  const taken = survey.scores.map(({ name }) => name)
  const sum = rule.sum && {
    name: ['sum', 'sum_2', 'sum_3'].find((name) => !taken.includes(name)) ?? `sum_${taken.length + 1}`,
    label: rule.sum.label,
    fields: [...new Set(rule.sum.fields)],
    ...(bands.length > 0 && { bands }),
  }
  return {
    ...survey,
    scores: [...survey.scores, ...(sum === null ? [] : [sum])],
    alerts: [...survey.alerts, ...rule.alerts],
  }
}
