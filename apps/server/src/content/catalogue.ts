import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ContentTexts, Country, Feature, Locale } from '@fonema/contract'
import type { Content } from './files.ts'

/** The content that is served as it is, without the database. */
export type Catalogue = {
  locales: Locale[]
  countries: Country[]
  /** Codes of the locales that texts are offered in. */
  offeredLocales: string[]
  requireLocale(id: string): Locale
  isLocale(id: string): boolean
  isCountry(code: string): boolean
  texts(locale: string): ContentTexts | undefined
  modes: Record<string, Record<Feature, boolean>>
  /** The public path of a media file; it carries the file's hash, so it can be kept forever. */
  mediaUrl(file: string | null): string | null
  /** The file behind a public path's hash and name. */
  mediaFile(hash: string, file: string): string | undefined
}

export async function openCatalogue(folder: string, content: Content): Promise<Catalogue> {
  const locales = content.locales.map(({ offered: _, ...locale }) => locale)
  const localeById = new Map(locales.map((locale) => [locale.id, locale]))
  const countries = new Set(content.countries.map(({ code }) => code))
  const texts = new Map(content.texts.map(({ locale, content }) => [locale, { locale, content }]))
  const hashes = new Map<string, string>()
  for (const file of Object.keys(content.mediaLicences)) {
    const bytes = await readFile(path.join(folder, 'media', file))
    hashes.set(file, createHash('sha256').update(bytes).digest('hex').slice(0, 16))
  }
  return {
    locales,
    countries: content.countries,
    offeredLocales: content.locales.filter(({ offered }) => offered).map(({ code }) => code),
    requireLocale(id) {
      const locale = localeById.get(id)
      if (locale === undefined) throw new Error(`unknown locale ${id}`)
      return locale
    },
    isLocale: (id) => localeById.has(id),
    isCountry: (code) => countries.has(code),
    texts: (locale) => texts.get(locale),
    modes: content.impersonationModes,
    mediaUrl(file) {
      if (file === null) return null
      const hash = hashes.get(file)
      if (hash === undefined) throw new Error(`unknown media file ${file}`)
      return `/media/${hash}/${file}`
    },
    mediaFile: (hash, file) => (hashes.get(file) === hash ? path.join(folder, 'media', file) : undefined),
  }
}
