import type { Language } from '../ui/i18n.ts'

/** The locales of the server's texts, with the default for all other countries first. */
const localesOf: Record<Language, readonly [string, ...string[]]> = {
  es: ['es-ES', 'es-AR', 'es-MX'],
  en: ['en-US'],
  pt: ['pt-BR'],
  fr: ['fr-FR'],
}

/**
 * @param language of the interface
 * @param wanted the browser's locales, the most preferred first
 */
export function chooseLocale(language: Language, wanted: readonly string[]): string {
  const offered = localesOf[language]
  return wanted.find((locale) => offered.includes(locale)) ?? offered[0]
}
