import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ContentTexts, Country, Feature, Locale, OrganizationId, ProtocolMediaId } from '@fonema/contract'
import {
  type Category,
  type ContentUnit,
  type FluencyRules,
  indexNames,
  type NegationRules,
  type WordLists,
} from '@fonema/speech'
import { negationOf, unitLists } from './content-units-file.ts'
import { categoryOf, rulesOf } from './fluency-file.ts'
import type { Content, PublishedCutOff } from './formats.ts'

/** The content that is served from files, without the database. */
export type Catalogue = {
  locales: Locale[]
  countries: Country[]
  /** Codes of the locales in which texts are offered. */
  offeredLocales: string[]
  requireLocale(id: string): Locale
  isLocale(id: string): boolean
  isCountry(code: string): boolean
  texts(locale: string): ContentTexts | undefined
  modes: Record<string, Record<Feature, boolean>>
  /** The word lists for a language's word measures; a language without a file has none. */
  wordLists(language: string): WordLists
  /** A language's rules for verbal fluency; undefined without a file. */
  fluencyRules(language: string): FluencyRules | undefined
  /** A list of names that fluency items use. */
  category(language: string, list: string): Category | undefined
  /**
   * How units are said in a language: from the list that has all of them. Undefined: no list has them all, or the language has
   * none.
   */
  contentUnits(
    language: string,
    units: readonly string[],
  ): { rules: ContentUnit[]; negation: NegationRules } | undefined
  /** One list of a language, in its order. */
  contentUnitList(language: string, list: string): { rules: ContentUnit[]; negation: NegationRules }
  /** A language without negations, for units that no list has. */
  noNegation: NegationRules
  /** The published cut-offs of the indices. */
  cutOffs: readonly PublishedCutOff[]
  /** Means of the demonstration's voices, by item category, function and score. */
  demoScores: Content['populations']['scores']
  /** Published norms that organisations may add, as CSV files by key. */
  norms: ReadonlyMap<string, Buffer>
  /** The public path of a media file. It contains the file's hash, so it can be cached forever. */
  mediaUrl(file: string | null): string | null
  /** An address that serves an organisation's own medium for some hours. `buildApp` adds it: it needs the server's keys. */
  ownMediaUrl(organizationId: OrganizationId, id: ProtocolMediaId): string
  /** Licence and source of a media file that ships; undefined for an unknown one. */
  mediaTerms(file: string): { licence: string; source: string } | undefined
  /** Where a media file that ships lies, with its hash; undefined for an unknown one. */
  shippedMedium(file: string): { path: string; size: number; sha256: string } | undefined
  /** The media file that ships with these bytes. */
  shippedWith(sha256: string): string | undefined
  /** Whether any language has this list of names for verbal fluency. */
  isFluencyList(list: string): boolean
  /** The file with this hash and name in its public path. */
  mediaFile(hash: string, file: string): string | undefined
}

const noWords: WordLists = { stopWords: new Set(), fillers: new Set(), doubtfulFillers: new Set(), elisions: [] }

/** Of a hash, as much as an address needs. */
const shortened = (hash: string) => hash.slice(0, 16)

export async function openCatalogue(folder: string, content: Content): Promise<Catalogue> {
  const locales = content.locales.map(({ offered: _, ...locale }) => locale)
  const localeById = new Map(locales.map((locale) => [locale.id, locale]))
  const countries = new Set(content.countries.map(({ code }) => code))
  const texts = new Map(content.texts.map(({ locale, content }) => [locale, { locale, content }]))
  const words = new Map(
    content.words.map((file): [string, WordLists] => [
      file.language,
      {
        stopWords: new Set(file.stop_words),
        fillers: new Set(file.fillers),
        doubtfulFillers: new Set(file.doubtful_fillers),
        elisions: file.elisions,
      },
    ]),
  )
  const wordLists = (language: string): WordLists => words.get(language) ?? noWords
  const fluency = new Map(
    content.fluency.map((file) => {
      const lists = wordLists(file.language)
      const categories = Object.entries(file.lists).map(([name, groups]) => [name, categoryOf(groups, lists)] as const)
      return [file.language, { rules: rulesOf(file, lists), categories: new Map(categories) }]
    }),
  )
  const contentUnits = new Map(
    content.contentUnits.map((file) => [file.language, { lists: unitLists(file), negation: negationOf(file) }]),
  )
  const hashes = new Map<string, string>()
  const sizes = new Map<string, number>()
  for (const file of Object.keys(content.mediaLicences)) {
    const bytes = await readFile(path.join(folder, 'media', file))
    sizes.set(file, bytes.length)
    hashes.set(file, createHash('sha256').update(bytes).digest('hex'))
  }
  const norms = new Map<string, Buffer>()
  for (const file of (await readdir(path.join(folder, 'norms'))).sort())
    if (file.endsWith('.csv'))
      norms.set(file.slice(0, -'.csv'.length), await readFile(path.join(folder, 'norms', file)))
  return {
    locales,
    cutOffs: content.cutOffs,
    demoScores: content.populations.scores,
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
    norms,
    wordLists,
    fluencyRules: (language) => fluency.get(language)?.rules,
    category: (language, list) => fluency.get(language)?.categories.get(list),
    contentUnitList(language, list) {
      const known = contentUnits.get(language)
      const units = known?.lists.get(list)
      if (known === undefined || units === undefined) throw new Error(`no content units ${list} in ${language}`)
      return { rules: [...units.values()], negation: known.negation }
    },
    noNegation: { negations: new Set(), harmless: indexNames([]), turns: new Set() },
    contentUnits(language, units) {
      const known = contentUnits.get(language)
      for (const list of known?.lists.values() ?? []) {
        const rules = units.flatMap((unit) => list.get(unit) ?? [])
        if (known !== undefined && rules.length === units.length) return { rules, negation: known.negation }
      }
      return undefined
    },
    mediaUrl(file) {
      if (file === null) return null
      const hash = hashes.get(file)
      if (hash === undefined) throw new Error(`unknown media file ${file}`)
      return `/media/${shortened(hash)}/${file}`
    },
    ownMediaUrl() {
      throw new Error('only the web process serves media')
    },
    mediaTerms: (file) => (Object.hasOwn(content.mediaLicences, file) ? content.mediaLicences[file] : undefined),
    isFluencyList: (list) => [...fluency.values()].some(({ categories }) => categories.has(list)),
    shippedMedium(file) {
      const sha256 = hashes.get(file)
      if (sha256 === undefined) return undefined
      return { path: path.join(folder, 'media', file), size: sizes.get(file)!, sha256 }
    },
    shippedWith: (sha256) => [...hashes].find(([, hash]) => hash === sha256)?.[0],
    mediaFile(hash, file) {
      const whole = hashes.get(file)
      return whole !== undefined && shortened(whole) === hash ? path.join(folder, 'media', file) : undefined
    },
  }
}
