import type { Locale } from '@fonema/contract'
import { type Element, type Questionnaire, translationsOf } from './fhir-resource.ts'
import { plainText } from './read-json.ts'

/** The texts of a questionnaire in one of its languages. */
export type Wording = {
  /** A text in this language, or in the file's own where it is not translated. */
  of: (text: string | undefined, element: Element | undefined) => string | undefined
  plain: (text: string | undefined) => string | undefined
  isThisLanguage: (code: string) => boolean
  /** How many texts have no translation. */
  untranslated: () => number
}

/** The locale of a language code: the same code, or the first locale of that language. */
export function localeOf(code: string, locales: readonly Locale[]): Locale | undefined {
  const wanted = code.toLowerCase().replace('_', '-')
  return (
    locales.find((locale) => locale.code.toLowerCase() === wanted) ??
    locales.find(({ lang }) => lang.code === wanted.split('-')[0])
  )
}

export function wordingFor(locale: Locale, isOwn: boolean, locales: readonly Locale[]): Wording {
  let missing = 0
  const isThisLanguage = (code: string) => localeOf(code, locales)?.id === locale.id
  return {
    of(text, element) {
      const plain = plainText(text)
      const translated = translationsOf(element).find(({ language }) => isThisLanguage(language))?.text
      if (plain !== undefined && translated === undefined && !isOwn) missing++
      return translated ?? plain
    },
    plain: plainText,
    isThisLanguage,
    untranslated: () => missing,
  }
}

/** Every language code into which the file translates any text. */
export function languagesOf(questionnaire: Questionnaire): Set<string> {
  const found = new Set<string>()
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) walk(one)
      return
    }
    if ('extension' in value) for (const { language } of translationsOf(value as Element)) found.add(language)
    for (const one of Object.values(value)) walk(one)
  }
  walk(questionnaire)
  return found
}
