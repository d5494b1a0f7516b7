import { type SpokenWord, splitWords, type WordLists } from './words.ts'

/** The words of a text without filled pauses and fragments, and how many of those there are. */
export type SeparatedWords = {
  readonly words: readonly string[]
  /** null: a word may be a filled pause, and no time says whether a pause follows it */
  readonly fillers: number | null
  readonly fragments: number
}

const pauseS = 0.2
const longestPhrase = 5
const fragment = /^\P{L}*\p{L}+-[^\p{L}\p{N}]*$/u

/** Whether a word was begun and left: "hor-". */
export const isFragment = (text: string): boolean => fragment.test(text)

/**
 * A word such as Spanish "este" is a filled pause when its vowel is lengthened ("esteee"), when a pause follows it, or
 * at the end after a pause. The pause before "este perro" is that of any phrase. A word of a text to be read is a word.
 *
 * @param spoken the words of the text as they were written, apart by spaces
 */
export function separateDisfluencies(
  spoken: readonly SpokenWord[],
  lists: WordLists,
  reference: ReadonlySet<string>,
): SeparatedWords {
  const words: string[] = []
  let fillers: number | null = 0
  let fragments = 0
  for (const [index, { text }] of spoken.entries()) {
    if (isFragment(text)) {
      fragments++
      continue
    }
    for (const word of splitWords(text, lists.elisions)) {
      const isFiller = isFilledPause(word, index, spoken, lists, reference)
      if (isFiller === null) fillers = null
      else if (isFiller && fillers !== null) fillers++
      if (isFiller !== true) words.push(word)
    }
  }
  return { words, fillers, fragments }
}

/** @returns null when only the time of a pause would say it */
export function isFilledPause(
  word: string,
  index: number,
  spoken: readonly SpokenWord[],
  { fillers, doubtfulFillers }: WordLists,
  reference: ReadonlySet<string>,
): boolean | null {
  if (fillers.has(word) || fillers.has(shortened(word, 3))) return true
  if (reference.has(word)) return false
  const plain = shortened(word, 2)
  if (!doubtfulFillers.has(plain)) return false
  if (plain !== word) return true
  const isLast = index === spoken.length - 1
  const [before, after] = isLast ? [spoken[index - 1], spoken[index]] : [spoken[index], spoken[index + 1]]
  if (before === undefined || after === undefined) return false
  if (before.endS === null || after.startS === null) return null
  return after.startS - before.endS >= pauseS
}

/** The word with each run of at least `least` equal letters written once. */
const run = { 2: /(\p{L})\1{1,}/gu, 3: /(\p{L})\1{2,}/gu } as const
const shortened = (word: string, least: 2 | 3) => word.replace(run[least], '$1')

/** How often two or more words are said again at once: "I want I want". One word said again is no phrase. */
export function countPhraseRepetitions(words: readonly string[]): number {
  let count = 0
  for (let at = 0; at < words.length; ) {
    const length = repeatedLength(words, at)
    if (length > 0) count++
    at += Math.max(1, length)
  }
  return count
}

function repeatedLength(words: readonly string[], at: number): number {
  for (let length = longestPhrase; length > 1; length--) {
    const phrase = words.slice(at, at + length)
    const isSaidAgain = phrase.every((word, index) => words[at + length + index] === word)
    if (isSaidAgain && new Set(phrase).size > 1) return length
  }
  return 0
}
