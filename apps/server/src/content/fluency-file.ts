import { type Category, comparableWords, type FluencyRules, indexNames, type WordLists } from '@fonema/speech'
import { z } from 'zod'

const word = z.string().trim().min(1).toLowerCase()
const words = z.array(word)
const endings = z.array(z.tuple([word, z.string()]))
const key = z.string().regex(/^[a-z_-]+$/)

/** A language's rules and lists for verbal fluency: `content/fluency`. */
export const FluencyFile = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  licence: z.string().min(1),
  source: z.string().min(1),
  /** Forms that no ending explains, with the word that they belong to. */
  irregular: z.record(word, word),
  /** Endings and what replaces them: of plurals, of females and diminutives, of conjugated forms. */
  nouns: endings,
  sexes: endings,
  verbs: endings,
  /** Endings that may make a word of the same family. */
  families: words,
  /** Remarks that are no answers. */
  asides: words,
  proper_names: words,
  /** Words that may be a name or a remark. */
  doubtful: words,
  /** How the words of a letter task sound, for rhymes and homonyms: patterns and what replaces them, in order. */
  sounds: z.strictObject({
    rhyme: z.enum(['stressed', 'last', 'last_two']),
    rules: z.array(z.tuple([z.string().min(1), z.string()])),
  }),
  /** The names of each list by subcategory. A name may be in several, and has other names after "=". */
  lists: z.record(key, z.record(key, words.min(1))),
})
export type FluencyFile = z.infer<typeof FluencyFile>

export const rulesOf = (file: FluencyFile, { elisions }: WordLists): FluencyRules => ({
  irregular: new Map(Object.entries(file.irregular)),
  nouns: file.nouns,
  sexes: file.sexes,
  verbs: file.verbs,
  families: file.families,
  asides: indexNames(file.asides.map((aside) => [aside, comparableWords(aside, elisions)])),
  properNames: new Set(file.proper_names),
  doubtful: new Set(file.doubtful),
  sounds: {
    rhyme: file.sounds.rhyme,
    rules: file.sounds.rules.map(([pattern, to]) => [new RegExp(pattern, 'gu'), to]),
  },
})

export function categoryOf(groups: FluencyFile['lists'][string], { elisions }: WordLists): Category {
  const names: [string, string[]][] = []
  const groupsOf = new Map<string, Set<string>>()
  for (const [group, entries] of Object.entries(groups))
    for (const entry of entries) {
      const [name = '', ...others] = entry.split('=').map((one) => one.trim())
      groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(group))
      for (const other of [name, ...others]) names.push([name, comparableWords(other, elisions)])
    }
  return { names: indexNames(names), groups: groupsOf }
}
