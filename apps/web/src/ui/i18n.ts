import i18next, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Area, loadTable, type TextKey, type Texts } from '../texts/tables.ts'

export const languages = ['es', 'en', 'pt', 'fr'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = { es: 'Español', en: 'English', pt: 'Português', fr: 'Français' }

export type { TextKey }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: Texts }
    keySeparator: false
    nsSeparator: false
  }
}

const languageItem = 'fonema.language'
/** Areas on the screen now or earlier: a language switch loads these. */
const shownAreas = new Set<Area | 'public'>(['public'])

const isLanguage = (text: string | null): text is Language => languages.includes(text as Language)

function storedLanguage(): Language {
  const stored = localStorage.getItem(languageItem)
  return isLanguage(stored) ? stored : 'es'
}

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'es')

const loaded = new Set<string>()

async function load(language: Language, areas: Iterable<Area | 'public'> = shownAreas): Promise<void> {
  const wanted = [...areas].filter((area) => !loaded.has(`${language}/${area}`))
  const tables = await Promise.all(wanted.map((area) => loadTable(language, area)))
  wanted.forEach((area, i) => {
    loaded.add(`${language}/${area}`)
    i18next.addResourceBundle(language, 'texts', tables[i])
  })
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
export async function loadTextsIn(locale: string, ...areas: Area[]): Promise<TFunction<'texts'>> {
  const language = languageOf(locale) ?? currentLanguage()
  await load(language, areas)
  return i18next.getFixedT(language, 'texts')
}

/** Rerenders everything in the new language and keeps all state, including typed text. */
export async function switchLanguage(language: Language): Promise<void> {
  await load(language)
  localStorage.setItem(languageItem, language)
  await i18next.changeLanguage(language)
}

/** Await it before the first render, which then needs no loading states for texts. */
export async function initTexts(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18next.use(initReactI18next).init({
    lng: storedLanguage(),
    fallbackLng: false,
    ns: 'texts',
    defaultNS: 'texts',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
  })
  await switchLanguage(storedLanguage())
}
