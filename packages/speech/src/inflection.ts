/** How a language changes its words, from `packages/content/fluency`. An ending is replaced: `["ies", "y"]` turns "flies" into "fly". */
export type Inflection = {
  /** forms that no rule explains: "mice" is "mouse", "fell" is "fall" */
  readonly irregular: ReadonlyMap<string, string>
  /** plurals */
  readonly nouns: readonly Ending[]
  /** female and diminutive forms of a name of a living being */
  readonly sexes: readonly Ending[]
  /** conjugated and compared forms */
  readonly verbs: readonly Ending[]
  /** endings that may join a word to a family, "farm" and "farmer", or may not, "flow" and "flower" */
  readonly families: readonly string[]
}
type Ending = readonly [ending: string, base: string]

const shortestBase = 3

/** The word itself and the words of which it may be the plural, the female or the diminutive. */
export function nounForms(word: string, { irregular, nouns, sexes }: Inflection): string[] {
  const singulars = [word, ...based(word, irregular), ...replaced(word, nouns)]
  return [...new Set([...singulars, ...singulars.flatMap((singular) => replaced(singular, sexes))])]
}

/** The word itself and the words of which it may be an inflected form. */
export function wordForms(word: string, { irregular, nouns, verbs }: Inflection): string[] {
  return [...new Set([word, ...based(word, irregular), ...replaced(word, nouns), ...replaced(word, verbs)])]
}

/** What the word's forms leave without the endings of a family. */
export function familyStems(word: string, inflection: Inflection): Set<string> {
  const stems = new Set<string>()
  for (const form of wordForms(word, inflection)) {
    stems.add(form)
    for (const ending of inflection.families) {
      const stem = form.slice(0, -ending.length)
      if (form.endsWith(ending) && stem.length >= shortestBase) for (const base of undoubled(stem)) stems.add(base)
    }
  }
  return stems
}

const based = (word: string, irregular: Inflection['irregular']) => {
  const base = irregular.get(word)
  return base === undefined ? [] : [base]
}

const replaced = (word: string, endings: readonly Ending[]): string[] =>
  endings.flatMap(([ending, base]) => {
    const stem = word.slice(0, -ending.length)
    if (!word.endsWith(ending) || stem.length + base.length < shortestBase - 1) return []
    return base === '' ? undoubled(stem) : [stem + base]
  })

/** "flapp" is "flap" before an ending. */
const undoubled = (stem: string): string[] => (/([bdgklmnprt])\1$/u.test(stem) ? [stem, stem.slice(0, -1)] : [stem])
