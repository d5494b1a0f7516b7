import { hasMark, isCounted, type SpokenWord, splitWords, type WordLists } from './words.ts'

/** The words of a text without filled pauses and fragments, and how many of those and of repetitions there are. */
type SeparatedWords = {
  readonly words: readonly string[]
  /** null: a word may be a filled pause, and no time says whether a pause follows it */
  readonly fillers: number | null
  readonly fragments: number
  readonly repeatedWords: number
  readonly repeatedPhrases: number
}

type Said = { readonly text: string; readonly isMarked: boolean }

const pauseS = 0.2
const longestPhrase = 5
const fragment = /^\P{L}*\p{L}+-[^\p{L}\p{N}]*$/u

/** Whether a word was begun and left: "hor-". */
export const isFragment = (text: string): boolean => fragment.test(text)

/**
 * A word such as Spanish "este" is a filled pause when its vowel is lengthened ("esteee"), when a pause follows it, or
 * at the end after a pause. The pause before "este perro" is that of any phrase. A word of a text to be read is a word.
 * Once a person marks filled pauses, an unmarked word of that kind is a word. Once a person marks repetitions, only
 * those count. Words of others and unintelligible ones are left out.
 *
 * @param spoken the words of the text as they were written, apart by spaces
 */
export function separateDisfluencies(
  spoken: readonly SpokenWord[],
  lists: WordLists,
  reference: ReadonlySet<string>,
): SeparatedWords {
  const counted = spoken.filter(isCounted)
  const isMarkedUp = counted.some((word) => hasMark(word, 'filler'))
  // Nothing repeats a word across one that nobody could make out.
  const runs: Said[][] = [[]]
  let fillers: number | null = 0
  let fragments = 0
  for (const [index, word] of spoken.entries()) {
    if (!isCounted(word)) {
      if (word.isOthers !== true) runs.push([])
      continue
    }
    if (hasMark(word, 'fragment') || isFragment(word.text)) {
      fragments++
      continue
    }
    if (hasMark(word, 'filler')) {
      if (fillers !== null) fillers++
      continue
    }
    for (const text of splitWords(word.text, lists.elisions)) {
      const isFiller = isMarkedUp ? isAlwaysFilled(text, lists) : isFilledPause(text, index, spoken, lists, reference)
      if (isFiller === null) fillers = null
      else if (isFiller && fillers !== null) fillers++
      if (isFiller !== true) runs.at(-1)!.push({ text, isMarked: hasMark(word, 'repetition') })
    }
  }
  const words = runs.flat().map(({ text }) => text)
  return { words, fillers, fragments, ...countRepetitions(runs, counted) }
}

function countRepetitions(runs: readonly (readonly Said[])[], counted: readonly SpokenWord[]) {
  const isMarkedUp = counted.some((word) => hasMark(word, 'repetition'))
  const stretches = isMarkedUp ? runs.flatMap(markedStretches) : runs.map((run) => run.map(({ text }) => text))
  let repeatedWords = 0
  let repeatedPhrases = 0
  for (const words of stretches) {
    const isOneWord = new Set(words).size === 1
    if (!isMarkedUp) {
      repeatedWords += words.filter((word, index) => index > 0 && words[index - 1] === word).length
      repeatedPhrases += countPhraseRepetitions(words)
    } else if (isOneWord) repeatedWords += words.length
    else repeatedPhrases += 1 + countPhraseRepetitions(words)
  }
  return { repeatedWords, repeatedPhrases }
}

/** The longest stretches of marked words. */
function markedStretches(run: readonly Said[]): string[][] {
  const found: string[][] = []
  for (const [index, { text, isMarked }] of run.entries()) {
    if (!isMarked) continue
    if (index > 0 && run[index - 1]!.isMarked) found.at(-1)!.push(text)
    else found.push([text])
  }
  return found
}

const isAlwaysFilled = (word: string, { fillers }: WordLists) => fillers.has(word) || fillers.has(shortened(word, 3))

/** @returns null when only the time of a pause would say it */
export function isFilledPause(
  word: string,
  index: number,
  spoken: readonly SpokenWord[],
  lists: WordLists,
  reference: ReadonlySet<string>,
): boolean | null {
  if (isAlwaysFilled(word, lists)) return true
  if (reference.has(word)) return false
  const plain = shortened(word, 2)
  if (!lists.doubtfulFillers.has(plain)) return false
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
function countPhraseRepetitions(words: readonly string[]): number {
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
