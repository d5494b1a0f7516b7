import { type Measured, Scores } from './measured.ts'
import { mean, standardDeviation } from './statistics.ts'
import { type SpokenWord, splitWords, type WordLists } from './words.ts'

/** What counts in a verbal fluency task: words with an initial letter, or members of a category. */
export type FluencyTask =
  | { readonly kind: 'letter'; readonly letters: readonly string[] }
  | { readonly kind: 'category'; readonly members: ReadonlySet<string> }

const quarterS = 15
/** Clicks are not exact: a recording that is this much shorter still has its last quarter minute. */
const clickS = 0.25

/**
 * Verbal fluency. Filled pauses and stop words ("y", "el") are neither answers nor errors. A plural is the same answer
 * as its singular. Times are onsets: a recogniser gives the onset of each word, but not always its end.
 *
 * @param words oldest first
 * @param windowS length of the task's recording, which contains the words' times
 * @see Lezak et al. 2012, "Neuropsychological Assessment", 5th ed., ch. 16 (scoring of fluency)
 * @see Troyer, Moscovitch & Winocur 1997, Neuropsychology 11, 138–146
 */
export function measureFluency(
  words: readonly SpokenWord[],
  task: FluencyTask,
  { stopWords, fillers, elisions }: WordLists,
  windowS: number,
): Measured {
  const answers = words.flatMap(({ text, startS }) =>
    splitWords(text, elisions)
      .filter((word) => !stopWords.has(word) && !fillers.has(word))
      .map((word) => ({ answer: validAnswer(word, task), startS })),
  )
  const spoken = new Set<string>()
  const unique: (number | null)[] = []
  let repetitions = 0
  let intrusions = 0
  for (const { answer, startS } of answers) {
    if (answer === null) intrusions++
    else if (spoken.has(answer)) repetitions++
    else {
      spoken.add(answer)
      unique.push(startS)
    }
  }
  const found = new Scores()
  found.put('valid_unique_words', unique.length, 'no_words')
  found.put('repetitions', repetitions, 'no_words')
  found.put('intrusions', intrusions, 'no_words')
  putTimes(found, unique, windowS)
  return { scores: found.scores, missing: found.missing }
}

function putTimes(found: Scores, starts: readonly (number | null)[], windowS: number) {
  const known = starts.every((start) => start !== null)
  const onsets = known ? starts : []
  const quarters = Math.floor((windowS + clickS) / quarterS)
  const counts = Array.from(
    { length: quarters },
    (_, i) => onsets.filter((s) => s >= i * quarterS && s < (i + 1) * quarterS).length,
  )
  for (let i = 0; i < 4; i++) {
    const count = known ? counts[i] : null
    found.put(`words_${i * quarterS}_${(i + 1) * quarterS}_s`, count, known ? 'too_short' : 'no_word_times')
  }
  const gaps = onsets.slice(1).map((start, index) => start - onsets[index]!)
  const reason = known ? 'too_few_words' : 'no_word_times'
  found.put('first_word_s', onsets[0], reason)
  found.put('interword_interval_mean_s', mean(gaps), reason)
  found.put('interword_interval_sd_s', standardDeviation(gaps), reason)
  found.put('words_slope_per_quarter', known ? slope(counts) : null, known ? 'too_short' : 'no_word_times')
}

/** The form of the word that is counted, or null when it does not answer the task. */
function validAnswer(word: string, task: FluencyTask): string | null {
  if (task.kind === 'letter') return task.letters.some((letter) => word.startsWith(letter)) ? word : null
  return singulars(word).find((form) => task.members.has(form)) ?? null
}

/** The word itself, and the word without the plural endings of the four languages. */
const singulars = (word: string): string[] => [
  word,
  ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
  ...(word.endsWith('es') ? [word.slice(0, -2), `${word.slice(0, -4)}ón`] : []),
  ...(word.endsWith('ões') || word.endsWith('ães') ? [`${word.slice(0, -3)}ão`] : []),
  ...(word.endsWith('aux') ? [`${word.slice(0, -3)}al`, word.slice(0, -1)] : []),
  ...(word.endsWith('x') ? [word.slice(0, -1)] : []),
]

/** Least squares over the index. @returns null below two values */
function slope(values: readonly number[]): number | null {
  const average = mean(values)
  if (average === null || values.length < 2) return null
  const middle = (values.length - 1) / 2
  const over = values.reduce((sum, value, i) => sum + (i - middle) * (value - average), 0)
  return over / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
}
