import type { Json } from '../safe-json.ts'
import { isObject, type JsonObject, listOf, textOf } from './files.ts'

/** A text by the language tags of the file; `''` for a text without a language. */
export type Texts = ReadonlyMap<string, string>

// What no text of a protocol may contain.
const control = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
const clean = (text: string) => text.replace(control, '').trim()

/** A plain text, an object by language, or the list of JSON-LD. Empty texts are absent. */
export function textsOf(value: Json | undefined): Texts {
  const texts = new Map<string, string>()
  const add = (language: string, text: Json | undefined) => {
    const cleaned = clean(textOf(text))
    if (cleaned !== '' && !texts.has(language)) texts.set(language, cleaned)
  }
  for (const one of listOf(value)) {
    if (!isObject(one)) add('', one)
    else if ('@value' in one) add(textOf(one['@language']), one['@value'])
    else for (const [language, text] of Object.entries(one)) add(language, text)
  }
  return texts
}

/** Languages of the file, and the ones of the product that they become. */
export type Languages = {
  main: string
  /** The main one first. */
  locales: string[]
  /** The tags that no language of the product has. */
  unknown: string[]
  says: boolean
  in: (texts: Texts, locale: string) => string
}

/** @param all every text that the protocol will have */
export function languagesOf(all: readonly Texts[], known: readonly string[], fallback: string): Languages {
  const tags = [...new Set(all.flatMap((texts) => [...texts.keys()]))].filter((tag) => tag !== '')
  const localeOf = (tag: string) => {
    const wanted = tag.toLowerCase().replace('_', '-')
    return (
      known.find((code) => code.toLowerCase() === wanted) ??
      known.find((code) => code.slice(0, 2) === wanted.slice(0, 2) && /^[a-z]{2}(?:-|$)/.test(wanted))
    )
  }
  const locales = [...new Set(tags.flatMap((tag) => localeOf(tag) ?? []))]
  const main = locales[0] ?? fallback
  return {
    main,
    locales: locales.length === 0 ? [main] : locales,
    unknown: tags.filter((tag) => localeOf(tag) === undefined),
    says: locales.length > 0,
    in: (texts, locale) => {
      const own = [...texts].find(([tag]) => tag !== '' && localeOf(tag) === locale)?.[1]
      return own ?? (locale === main ? (texts.get('') ?? '') : '')
    },
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name]!)
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const tag = /<\/?[a-z][^<>]*>/gi
/** Tags that stand for nothing but the end of a line or paragraph. */
const lineTag = /^<(?:br|\/?p)\s*\/?>$/i

/** A text of the file, which may have HTML, as an instruction: its words, lines and paragraphs. */
export function instructionOf(text: string): { html: string; losesFormatting: boolean } {
  const withoutMarks = text.replace(/\*\*([^*]+)\*\*/g, '$1').replace(/^#+\s+/gm, '')
  const losesFormatting =
    withoutMarks !== text || [...text.matchAll(tag)].some(([whole]) => !lineTag.test(whole.replace(/\s.*>/, '>')))
  const lines = withoutMarks
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?p\b[^<>]*>/gi, '\n\n')
    .replace(tag, '')
  const html = decoded(lines)
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => escaped(line.trim()))
        .filter(Boolean)
        .join('<br>'),
    )
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')
  return { html, losesFormatting }
}

/** A name of the file as a key of ours, which nothing else has. */
export function keyFor(name: string, taken: Set<string>): string {
  const stem =
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50)
      .replace(/-+$/, '') || 'item'
  for (let number = 1; ; number++) {
    const key = number === 1 ? stem : `${stem}-${number}`
    if (taken.has(key)) continue
    taken.add(key)
    return key
  }
}

export const memberTexts = (value: JsonObject, ...names: readonly string[]): Texts =>
  names.map((name) => textsOf(value[name])).find((texts) => texts.size > 0) ?? new Map()
