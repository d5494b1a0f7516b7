/** A language's word lists, from `packages/content/words`. All lower case, composed (NFC). */
export type WordLists = {
  /** words with a grammatical function, which carry little content */
  readonly stopWords: ReadonlySet<string>
  /** filled pauses: "eh", "um" */
  readonly fillers: ReadonlySet<string>
  /** words that are filled pauses only when a pause or a lengthened vowel says so: Spanish "este" */
  readonly doubtfulFillers: ReadonlySet<string>
  /** shortened words that are written together with the next one: "l'", "d'" */
  readonly elisions: readonly string[]
}

/** What a person notes about a word, as far as measures read it. */
type SpokenMark = 'filler' | 'fragment' | 'repetition' | 'unintelligible'

/** A word and its time, where the recogniser or a person gave one. */
export type SpokenWord = {
  readonly text: string
  readonly startS: number | null
  readonly endS: number | null
  readonly marks?: readonly string[] | undefined
  /** The examiner or somebody else said it; it counts nowhere. */
  readonly isOthers?: boolean | undefined
}

export const hasMark = ({ marks }: SpokenWord, mark: SpokenMark): boolean => marks?.includes(mark) ?? false

/** Whether the word is the participant's, and a person could make it out. */
export const isCounted = (word: SpokenWord): boolean => word.isOthers !== true && !hasMark(word, 'unintelligible')

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\-·][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*'?/gu

/**
 * The words of a text, lower-case: runs of letters and digits, with the hyphens and apostrophes inside them.
 *
 * @param elisions each becomes a word of its own: "l'eau" is two words if "l'" is given
 */
export function splitWords(text: string, elisions: readonly string[] = []): string[] {
  const plain = text.normalize('NFC').replaceAll('’', "'").toLowerCase()
  return Array.from(plain.matchAll(word), ([found]) => found).flatMap((found) => {
    const elision = elisions.find((shortened) => found.startsWith(shortened))
    const parts = elision === undefined ? [found] : [elision, found.slice(elision.length)]
    return parts.filter((part) => part !== '').map((part) => (part === elision ? part : part.replace(/'$/, '')))
  })
}

/** How often each word occurs, without filled pauses and stop words; the most frequent first, then by alphabet. */
export function countWords(text: string, { stopWords, fillers, elisions }: WordLists): Map<string, number> {
  const counts = new Map<string, number>()
  for (const found of splitWords(text, elisions)) {
    if (!stopWords.has(found) && !fillers.has(found)) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return new Map([...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)))
}
