import { displayNames } from './formats.ts'

/** Formats `es-AR` as "Español (Argentina)", in the reader's language. */
export function localeName(code: string, language: string): string {
  const [languageCode = code, region] = code.split('-')
  const name = displayNames(language, { type: 'language' }).of(languageCode) ?? code
  const place = region === undefined ? undefined : displayNames(language, { type: 'region' }).of(region)
  const capitalised = name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  return place === undefined ? capitalised : `${capitalised} (${place})`
}
