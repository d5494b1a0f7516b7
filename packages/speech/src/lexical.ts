import { separateDisfluencies } from './disfluencies.ts'
import { type Measured, Scores } from './measured.ts'
import { readingEnd } from './reading-end.ts'
import { type SpokenWord, splitWords, type WordLists } from './words.ts'

export type LexicalContext = {
  readonly lists: WordLists
  /** the words of the text with their times; they decide about words that may be filled pauses */
  readonly words?: readonly SpokenWord[]
  /** from the first sound to the last; null when unknown */
  readonly speechSpanS: number | null
  /** the span without its pauses */
  readonly phonationS: number | null
  /** both lengths are the participant's, although others speak too; else they are those of every voice */
  readonly isOwnSpeech?: boolean
  /** the text to be read; null when the task is not a reading */
  readonly reference: string | null
}

const windows = [10, 25, 50]
/** Means of a few windows say more about the topic than about the speaker. */
const fewestForWindows = 50

/**
 * Richness and fluency of the words of a transcript. Filled pauses and fragments are not words: they are counted, and
 * excluded from every other measure. Words of others and unintelligible ones count nowhere.
 *
 * @see Covington & McFall 2010, Journal of Quantitative Linguistics 17, 94–100 (MATTR)
 * @see Brunet 1978, "Le vocabulaire de Jean Giraudoux"; Honoré 1979, ALLC Bulletin 7, 172–177
 */
export function measureLexical(text: string, context: LexicalContext): Measured {
  const { lists, reference } = context
  const target = reference === null ? [] : splitWords(reference, lists.elisions)
  const spoken = spokenWords(text, context)
  const separated = separateDisfluencies(spoken, lists, new Set(target))
  const { words, fillers, fragments, repeatedWords, repeatedPhrases } = separated
  const n = words.length
  const counts = countEach(words)
  const types = counts.size
  const once = [...counts.values()].filter((count) => count === 1).length
  const per = (amount: number, whole: number | null) => (whole === null || whole === 0 ? null : amount / whole)

  const found = new Scores()
  found.put('tokens', n, 'no_words')
  found.put('types', types, 'no_words')
  found.put('ttr', per(types, n), 'no_words')
  for (const window of windows)
    found.put(`mattr_${window}`, n < fewestForWindows ? null : movingTypeTokenRatio(words, window), 'below_50_words')
  found.put('brunet_w', n === 0 ? null : n ** (types ** -0.165), 'no_words')
  found.put(
    'honore_r',
    n === 0 || once === types ? null : (100 * Math.log(n)) / (1 - once / types),
    n === 0 ? 'no_words' : 'every_word_once',
  )
  found.put('hapax_ratio', per(once, n), 'no_words')
  const letters = words.reduce((sum, word) => sum + word.replace(/[^\p{L}\p{N}]/gu, '').length, 0)
  found.put('mean_word_length', per(letters, n), 'no_words')
  const filled = fillers === null ? null : per(100 * fillers, n)
  found.put('filled_pauses_per_100_words', filled, fillers === null ? 'no_word_times' : 'no_words')
  found.put('repetitions_per_100_words', per(100 * repeatedWords, n), 'no_words')
  found.put('phrase_repetitions_per_100_words', per(100 * repeatedPhrases, n), 'no_words')
  found.put('fragments_per_100_words', per(100 * fragments, n), 'no_words')
  found.put('content_word_ratio', per(words.filter((word) => !lists.stopWords.has(word)).length, n), 'no_words')
  // The times are those of every voice in the recording.
  const isShared = context.isOwnSpeech !== true && spoken.some(({ isOthers }) => isOthers === true)
  const putRate = (name: string, amount: number, wholeS: number | null) =>
    found.put(name, isShared ? null : per(60 * amount, wholeS), isShared ? 'others_speak' : 'no_speech')
  putRate('words_per_min', n, context.speechSpanS)
  putRate('articulation_rate_words_per_min', n, context.phonationS)

  if (reference !== null) {
    const read = target.slice(0, readingEnd(target, words))
    const { errors, correct } = compareWords(read, words)
    found.put('read_words_pct', per(100 * read.length, target.length), 'no_words')
    found.put('word_error_rate_pct', per(100 * errors, read.length), 'no_words')
    putRate('words_correct_per_min', correct, context.speechSpanS)
  }
  return { scores: found.scores, missing: found.missing }
}

/** The given words if they are the text's, otherwise the text's without times. */
function spokenWords(text: string, { words = [], lists }: LexicalContext): readonly SpokenWord[] {
  const given = words.flatMap((word) => splitWords(word.text, lists.elisions)).join(' ')
  if (given === splitWords(text, lists.elisions).join(' ')) return words
  return text.split(/\s+/u).map((word) => ({ text: word, startS: null, endS: null }))
}

function countEach(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The mean type-token ratio over every window of `window` words. @returns null when there are fewer words */
function movingTypeTokenRatio(words: readonly string[], window: number): number | null {
  if (words.length < window) return null
  const counts = countEach(words.slice(0, window))
  let sum = counts.size
  for (let end = window; end < words.length; end++) {
    const leaving = words[end - window]!
    const left = counts.get(leaving)! - 1
    if (left === 0) counts.delete(leaving)
    else counts.set(leaving, left)
    counts.set(words[end]!, (counts.get(words[end]!) ?? 0) + 1)
    sum += counts.size
  }
  return sum / (words.length - window + 1) / window
}

/**
 * The smallest number of substitutions, omissions and additions between the text and what was said (Levenshtein 1966),
 * and the number of correct words in that alignment.
 */
function compareWords(target: readonly string[], spoken: readonly string[]): { errors: number; correct: number } {
  let errors = Uint32Array.from({ length: spoken.length + 1 }, (_, j) => j)
  let correct = new Uint32Array(spoken.length + 1)
  for (const [i, wanted] of target.entries()) {
    const nextErrors = new Uint32Array(spoken.length + 1)
    const nextCorrect = new Uint32Array(spoken.length + 1)
    nextErrors[0] = i + 1
    for (let j = 1; j <= spoken.length; j++) {
      const same = spoken[j - 1] === wanted ? 1 : 0
      const ways = [
        { errors: errors[j - 1]! + 1 - same, correct: correct[j - 1]! + same },
        { errors: errors[j]! + 1, correct: correct[j]! },
        { errors: nextErrors[j - 1]! + 1, correct: nextCorrect[j - 1]! },
      ]
      const best = ways.reduce((a, b) =>
        b.errors < a.errors || (b.errors === a.errors && b.correct > a.correct) ? b : a,
      )
      nextErrors[j] = best.errors
      nextCorrect[j] = best.correct
    }
    errors = nextErrors
    correct = nextCorrect
  }
  return { errors: errors[spoken.length]!, correct: correct[spoken.length]! }
}
