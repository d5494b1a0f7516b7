import type { Finding, IndexReason, SessionSummary, Unjudged } from '@fonema/contract'
import { colonIn } from '@fonema/contract/colon'
import { dateLocale } from '@fonema/contract/date-locale'
import names from './measure-names.json' with { type: 'json' }
import type { MeasureFinding } from './session.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { phrases as phrasesEn } from './texts/phrases.en.ts'
import { phrases as phrasesEs } from './texts/phrases.es.ts'
import { phrases as phrasesFr } from './texts/phrases.fr.ts'
import { phrases as phrasesPt } from './texts/phrases.pt.ts'
import { pt } from './texts/pt.ts'
import type { Phrases, Texts } from './texts/texts.ts'

export type Language = 'es' | 'en' | 'pt' | 'fr'

const texts: Record<Language, Texts> = { es, en, pt, fr }
const phrases: Record<Language, Phrases> = { es: phrasesEs, en: phrasesEn, pt: phrasesPt, fr: phrasesFr }

/** A finding in words: what it is, its numbers, and where these come from. */
export type Sentence = { lead: string; detail: string; source: string }

/**
 * `timeZone`: of the dates; without it, the reader's own. `knownNorm`: the id of the norm that the reader sees named above
 * the sentences, so that the sources need not repeat it; invented data is still marked in each.
 */
export type Options = { timeZone?: string; knownNorm?: string | undefined }

export function sentence(finding: Finding, language: Language, options: Options = {}): Sentence {
  return finding.kind === 'index' ? ofIndex(finding, language) : ofMeasure(finding, language, options)
}

function ofMeasure(finding: MeasureFinding, language: Language, { timeZone, knownNorm }: Options): Sentence {
  const t = texts[language]
  const { template, side, is_careful, norm, place, kind } = finding
  const phrase = phrases[language][template as keyof Phrases]?.[side]
  if (phrase === undefined) throw new Error(`no wording ${template}`)
  const begun = is_careful ? t.perhaps(lowerFirst(phrase)) : phrase
  const whole = kind === 'change' ? t.than.on(begun, day(finding.since, language, timeZone)) : t.than.most(begun)
  const isInvented = norm?.kind === 'synthetic'
  // Where the norm is named above, the source line has the mark; elsewhere it is part of the statement.
  const isKnown = norm !== null && norm.id === knownNorm
  const mark = isInvented && !isKnown ? ` (${t.invented})` : ''
  const value = quantity(finding.value, finding, language)
  const standing = place === null ? null : t.percentile(...percentiles(place, language))
  const detail =
    kind === 'change'
      ? (is_careful ? t.changedAtLeast : t.changed)(
          value,
          number(finding.before, finding.decimals, language),
          number(finding.error, finding.decimals, language),
        )
      : value
  const parts = kind === 'change' ? [detail, standing && upperFirst(standing) + mark] : [[detail, standing].join(', ')]
  return {
    lead: kind === 'change' ? whole : whole + mark,
    detail: parts
      .flatMap((part) => part ?? [])
      .map((part) => `${part}.`)
      .join(' '),
    source: [isInvented && isKnown && upperFirst(t.invented), sourceOf(finding, language, isKnown)]
      .filter(Boolean)
      .join(' · '),
  }
}

/** Item, measure and norm. */
function sourceOf(finding: MeasureFinding, language: Language, isKnown: boolean): string {
  const t = texts[language]
  const { item_title, also, related, measure, norm } = finding
  const list = (all: readonly string[]) => new Intl.ListFormat(language).format(all)
  const same = related.filter((name) => name !== measure.name).map((name) => nameOf(name, language))
  return [
    item_title,
    nameOf(measure.name, language),
    also.length > 0 ? t.also(list(also)) : null,
    same.length > 0 ? t.related(list(same)) : null,
    norm && !isKnown && t.norm(norm.name, String(norm.version)),
  ]
    .filter(Boolean)
    .join(' · ')
}

function ofIndex(finding: Extract<Finding, { kind: 'index' }>, language: Language): Sentence {
  const t = texts[language].index
  const name = [finding.index.toUpperCase(), finding.version].filter(Boolean).join(' ')
  const value = number(finding.value, 2, language)
  const said =
    finding.template === 'no_cut_off'
      ? t.no_cut_off(value, languageName(finding.language, language))
      : t[finding.template](value, number(finding.cut_off ?? 0, 2, language))
  const isByClinic = finding.cut_off_source === 'clinic'
  const source = [
    finding.item_title,
    finding.cut_off === null ? null : languageName(finding.language, language),
    isByClinic ? t.byClinic : null,
    finding.reference,
  ]
  return { lead: t.name(name), detail: `${said}.`, source: source.filter(Boolean).join(' · ') }
}

/** Why something was not judged. An item or index is named at the beginning. */
export function unjudgedText({ reason, details, measures, item_title, index }: Unjudged, language: Language): string {
  const t = texts[language]
  const colon = colonIn(language)
  const nameOfIndex = index === 'vowel_space' ? t.vowelSpace : (index ?? 'avqi').toUpperCase()
  const named = (text: string) => `${item_title ?? nameOfIndex}${colon}${text}.`
  const because = details.flatMap((code) => t.quality[code as keyof Texts['quality']] ?? []).join(', ')
  if (reason === 'index') return named(t.indexReasons[details[0] as IndexReason] ?? t.unjudged.not_measured(1))
  if (reason === 'doubtful') return named(t.doubtful(measures === null ? '' : t.measures(measures), because))
  const said = t.unjudged[reason](measures ?? 0)
  if (item_title === null && index === null) return `${said}.`
  return named(said + (because === '' ? '' : t.because(because)))
}

/** What chance alone explains, and that none of it is a diagnosis. */
export function chanceText({ chance }: Pick<SessionSummary, 'chance'>, language: Language): string {
  const t = texts[language]
  const lines = [
    chance !== null && chance.measures > 0 ? t.chance(chance.measures, chance.expected) : null,
    chance !== null && chance.changes > 0 ? t.chanceOfChanges(chance.changes, chance.expected_changes) : null,
    t.noDiagnosis,
  ]
  return lines.filter(Boolean).join(' ')
}

const nameOf = (measure: string, language: Language) =>
  (names as Record<string, Record<Language, string>>)[measure]?.[language] ?? measure

const languageName = (code: string, language: Language) =>
  new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code

function number(value: number, decimals: number, language: Language): string {
  // A small value is not rounded to zero.
  const isLost = value !== 0 && Math.abs(value) < 0.5 * 10 ** -decimals
  const digits = isLost
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(language, { ...digits, useGrouping: false }).format(value + 0)
}

function quantity(value: number, { unit, decimals }: MeasureFinding, language: Language): string {
  const shown = unit === null ? null : (texts[language].units[unit] ?? unit)
  const space = shown === '%' && language === 'en' ? '' : '\u00a0'
  return number(value, decimals, language) + (shown === null ? '' : space + shown)
}

/** Never 0 or 100: nobody is below or above all others for certain. */
const percent = (value: number): string => (value < 1 ? '<1' : value > 99 ? '>99' : String(Math.round(value)))
const percentiles = ({ percentile, low, high }: { percentile: number; low: number; high: number }, _: Language) =>
  [percent(percentile), percent(low), percent(high)] as const

const day = (date: string, language: Language, timeZone: string | undefined) =>
  new Intl.DateTimeFormat(dateLocale(language), { day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(
    new Date(date),
  )

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Symbols such as H1–H2 keep their capital. */
const lowerFirst = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)
