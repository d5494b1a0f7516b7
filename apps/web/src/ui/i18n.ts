import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type es from '../texts/es.json'

export const languages = ['es', 'en', 'pt', 'fr'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = { es: 'Español', en: 'English', pt: 'Português', fr: 'Français' }

export type TextKey = keyof typeof es

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: typeof es }
    keySeparator: false
    nsSeparator: false
  }
}

const languageItem = 'fonema.language'
const tables = import.meta.glob<Record<string, string>>('../texts/*.json', { import: 'default' })

const isLanguage = (text: string | null): text is Language => languages.includes(text as Language)

function storedLanguage(): Language {
  const stored = localStorage.getItem(languageItem)
  return isLanguage(stored) ? stored : 'es'
}

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'es')

async function loadTable(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'texts')) return
  i18next.addResourceBundle(language, 'texts', await tables[`../texts/${language}.json`]!())
}

/** Everything drawn follows at once and keeps its state: what was typed stays. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadTable(language)
  localStorage.setItem(languageItem, language)
  await i18next.changeLanguage(language)
}

/** To be awaited before the first drawing, which then needs no waiting states for texts. */
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
