import type { Locale, SurveyLoss } from '@fonema/contract'
import { SurveyFile, type SurveyFileField } from '../../content/survey-file.ts'
import { type ConvertedField, conditionOf, type Entries, entriesOf } from './conditions.ts'
import { extensionOf, type Item, type Questionnaire } from './fhir-resource.ts'
import { hintsOf, kindOf, type Lose, noteLosses } from './questions.ts'
import { plainText, SurveyFileError } from './read-json.ts'
import { languagesOf, localeOf, type Wording, wordingFor } from './wording.ts'

const maxQuestions = 500
const maxLabelLength = 5000
const maxTitleLength = 300

export type Converted = {
  surveys: SurveyFile[]
  losses: SurveyLoss[]
  licence: string
  source: string
  says_language: boolean
}
type Section = { title: string; description?: string; fields: SurveyFileField[] }

/**
 * Converts a questionnaire to surveys, one for each supported language that it has texts in; the file's own language
 * first.
 *
 * @throws {SurveyFileError}
 */
export function convertQuestionnaire(
  questionnaire: Questionnaire,
  locales: readonly Locale[],
  fallback: Locale,
): Converted {
  const stated = questionnaire.language === undefined ? undefined : localeOf(questionnaire.language, locales)
  const own = stated ?? fallback
  const losses: SurveyLoss[] = []
  if (questionnaire.language !== undefined && stated === undefined)
    losses.push({ code: 'language_not_known', item: null, text: plainText(questionnaire.language) ?? '' })
  const wanted = new Map([[own.id, own]])
  for (const code of languagesOf(questionnaire)) {
    const locale = localeOf(code, locales)
    if (locale === undefined) losses.push({ code: 'language_not_known', item: null, text: plainText(code) ?? '' })
    else wanted.set(locale.id, locale)
  }
  if ((questionnaire.modifierExtension?.length ?? 0) > 0) losses.push({ code: 'modifier', item: null, text: '' })

  const surveys = [...wanted.values()].map((locale) => {
    const isOwn = locale.id === own.id
    const wording = wordingFor(locale, isOwn, locales)
    // Every language has the same losses: report them once.
    const lose: Lose = (code, item, text) => {
      if (!isOwn) return
      const named = [plainText(item?.text), item === null || !text ? text : `(${text})`].filter(Boolean).join(' ')
      losses.push({ code, item: item === null ? null : item.linkId.slice(0, 200), text: named.slice(0, 200) })
    }
    const survey = convert(questionnaire, locale, wording, lose)
    if (wording.untranslated() > 0)
      losses.push({ code: 'translation_missing', item: null, text: `${locale.code} (${wording.untranslated()})` })
    return survey
  })
  return {
    surveys,
    losses,
    licence: plainText(questionnaire.copyright)?.slice(0, 500) ?? '',
    source: plainText(questionnaire.publisher ?? questionnaire.url)?.slice(0, 500) ?? '',
    says_language: stated !== undefined,
  }
}

function convert(questionnaire: Questionnaire, locale: Locale, wording: Wording, lose: Lose): SurveyFile {
  const { title, _title, description, _description, name, id, url } = questionnaire
  const called = (wording.of(title, _title) ?? plainText(name) ?? plainText(id) ?? 'Questionnaire').slice(
    0,
    maxTitleLength,
  )
  const sections = new Sections(called)
  const walk = createWalk({ questionnaire, locale, wording, lose, sections })
  walk(questionnaire.item ?? [], [], [])
  const filled = sections.list.filter(({ fields }) => fields.length > 0)
  if (filled.length === 0) throw new SurveyFileError('no_questions')
  const survey = SurveyFile.safeParse({
    key: slugOf(url?.split('/').at(-1)) || slugOf(id) || slugOf(name) || slugOf(title) || 'questionnaire',
    locale: locale.code,
    licence: '-',
    source: '-',
    wording_version: 1,
    name: called,
    description: wording.of(description, _description)?.slice(0, maxLabelLength) ?? called,
    sections: filled,
    scores: [],
    alerts: [],
  })
  if (survey.error) throw new SurveyFileError('wrong_value', survey.error.issues[0]!.path.join('.'))
  return survey.data
}

/** The sections in the order of the form. Questions after a group get the title of the section before it. */
class Sections {
  readonly list: Section[] = []
  #titles: readonly string[] = []
  #isOpen = false
  readonly #outermost: string

  constructor(outermost: string) {
    this.#outermost = outermost
  }

  enter(titles: readonly string[]) {
    this.#titles = titles
    this.#isOpen = false
  }

  get current(): Section {
    const last = this.list.at(-1)
    if (this.#isOpen && last !== undefined) return last
    const section = { title: this.#titles.join(' · ').slice(0, maxTitleLength) || this.#outermost, fields: [] }
    this.list.push(section)
    this.#isOpen = true
    return section
  }
}

type Walking = { questionnaire: Questionnaire; locale: Locale; wording: Wording; lose: Lose; sections: Sections }

function createWalk({ questionnaire, locale, wording, lose, sections }: Walking) {
  const asked = new Map<string, ConvertedField>()
  const names = new Set<string>()
  const tools = { sets: questionnaire.valueSets, wording, language: locale.lang.code, lose }
  // A text between two questions is shown before the second.
  let waiting: string[] = []

  const wordsOf = (item: Item) => {
    const text = wording.of(item.text, item._text)
    return [plainText(item.prefix), text].filter(Boolean).join(' ').slice(0, maxLabelLength)
  }

  return function walk(items: readonly Item[], titles: readonly string[], above: Entries) {
    for (const item of items) {
      if (item.type === 'display') {
        const text = wordsOf(item)
        if ((item.enableWhen?.length ?? 0) > 0) lose('condition', item)
        if (text !== '') waiting.push(text)
        continue
      }
      if (extensionOf(item, 'questionnaire-hidden')?.valueBoolean === true) {
        lose('hidden', item)
        continue
      }
      const isComputed = item.extension?.some(({ url }) => url.endsWith('calculatedExpression'))
      if (item.type !== 'group' && (item.readOnly === true || isComputed === true)) {
        lose('calculation', item)
        continue
      }
      const hasExpression = item.extension?.some(({ url }) => url.endsWith('enableWhenExpression')) === true
      const own = hasExpression ? undefined : entriesOf(item, asked)
      if (own === undefined) lose('condition', item)
      const entries = [...above, ...(own ?? [])]
      if (item.type === 'group') {
        if (item.repeats === true) lose('asked_once', item)
        const title = wordsOf(item)
        const inner = title === '' ? titles : [...titles, title]
        sections.enter(inner)
        walk(item.item ?? [], inner, entries)
        sections.enter(titles)
        continue
      }
      // Texts below a question explain it; the questions below it follow.
      const help = (item.item ?? []).filter(({ type }) => type === 'display').map(wordsOf)
      ask(item, entries, own === undefined, help)
      const below = (item.item ?? []).filter(({ type }) => type !== 'display')
      if (below.length > 0) walk(below, titles, entries)
    }
    for (const text of waiting) lose('display_text', null, text)
    waiting = []
  }

  function ask(item: Item, entries: Entries, isConditionLost: boolean, explained: string[]) {
    const kind = kindOf(item, tools)
    if (kind === undefined) return
    noteLosses(item, lose)
    if (names.size >= maxQuestions) throw new SurveyFileError('too_many_questions')
    const { valueFor, ...rest } = kind
    const name = nameOf(item.linkId, names)
    const show_when = conditionOf(entries)
    const section = sections.current
    if (section.fields.length === 0 && waiting.length > 0) {
      section.description = waiting.join('\n').slice(0, maxLabelLength)
      waiting = []
    }
    const help = [...waiting, ...explained, ...hintsOf(item, wording)].filter(Boolean).join('\n')
    waiting = []
    const field: SurveyFileField = {
      name,
      label: wordsOf(item) || plainText(item.linkId) || name,
      ...rest,
      // Optional, because the question is now asked even where its lost condition would hide it.
      ...(item.required === true && !isConditionLost && { required: true }),
      ...(help !== '' && { help: help.slice(0, maxLabelLength) }),
      ...(show_when !== undefined && { show_when }),
    }
    section.fields.push(field)
    if (!asked.has(item.linkId)) asked.set(item.linkId, { field, valueFor })
  }
}

const slugOf = (text: string | undefined) =>
  (text ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

/** A field's name from the question's own id, which may be any text. */
function nameOf(linkId: string, taken: Set<string>): string {
  const plain = slugOf(linkId).replaceAll('-', '_')
  const wanted = /^[a-z]/.test(plain) && !(plain in Object.prototype) ? plain : `q_${plain}`
  let name = wanted
  for (let i = 2; taken.has(name); i++) name = `${wanted}_${i}`
  taken.add(name)
  return name
}
