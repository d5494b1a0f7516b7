import { useSyncExternalStore } from 'react'
import { type Area, loadTable, type TextKey } from '../texts/tables.ts'
import { type TextTable, type TFunction, translator } from './translate.ts'

export const languages = ['es', 'en', 'pt', 'fr'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = { es: 'Español', en: 'English', pt: 'Português', fr: 'Français' }

export type { TextKey, TFunction }

const languageItem = 'fonema.language'
/** Areas on the screen now or earlier: a language switch loads these. */
const shownAreas = new Set<Area | 'public'>(['public'])

const isLanguage = (text: string | null): text is Language => languages.includes(text as Language)

function storedLanguage(): Language {
  const stored = localStorage.getItem(languageItem)
  return isLanguage(stored) ? stored : 'es'
}

/** The texts of one language; one object for each, so that a component draws again when the language changes only. */
type Translation = {
  language: Language
  t: TFunction
  /** Whether a text is loaded: for keys from data. */
  exists: (key: string) => boolean
}

const tables: Record<Language, TextTable> = { es: {}, en: {}, pt: {}, fr: {} }
const translations = Object.fromEntries(
  languages.map((language) => {
    const table = tables[language]
    return [language, { language, t: translator(language, table), exists: (key) => Object.hasOwn(table, key) }]
  }),
) as Record<Language, Translation>

let current = translations.es
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTranslation = (): Translation => useSyncExternalStore(subscribe, translation)

/** The present texts, outside components. */
export const translation = (): Translation => current

export const currentLanguage = (): Language => current.language

const loaded = new Set<string>()

async function load(language: Language, areas: Iterable<Area | 'public'> = shownAreas): Promise<void> {
  const wanted = [...areas].filter((area) => !loaded.has(`${language}/${area}`))
  await Promise.all(
    wanted.map(async (area) => {
      Object.assign(tables[language], await loadTable(language, area))
      loaded.add(`${language}/${area}`)
    }),
  )
}

/** Loads the texts of a page or dialog. Await it beside the page's own import, so that both load in parallel. */
export async function loadTexts(...areas: Area[]): Promise<void> {
  for (const area of areas) shownAreas.add(area)
  await load(currentLanguage())
}

/** The interface's language of a locale such as `pt-BR`; undefined when the interface does not have it. */
export function languageOf(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split('-')
  return languages.find((each) => each === language)
}

/**
 * Loads texts for a reader who may have another language than the interface has. @returns their texts; those of the
 * interface when it does not have the locale's language
 */
export async function loadTextsIn(locale: string, ...areas: Area[]): Promise<TFunction> {
  const language = languageOf(locale) ?? currentLanguage()
  await load(language, areas)
  return translations[language].t
}

/** Rerenders everything in the new language and keeps all state, including typed text. */
export async function switchLanguage(language: Language): Promise<void> {
  await load(language)
  localStorage.setItem(languageItem, language)
  current = translations[language]
  document.documentElement.lang = language
  // What an installed program says about itself is in its language too.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.webmanifest?language=${language}`)
  for (const listener of listeners) listener()
}

/** Await it before the first render, which then needs no loading states for texts. `areas`: what it shows beside the public texts. */
export function initTexts(...areas: Area[]): Promise<void> {
  for (const area of areas) shownAreas.add(area)
  return switchLanguage(storedLanguage())
}
