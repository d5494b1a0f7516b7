import { clustersOf } from './clusters.ts'
import {
  type Answer,
  type Decide,
  type FluencyRules,
  type FluencyTask,
  judgeAnswers,
  type Outcome,
} from './fluency-answers.ts'
import { type Measured, Scores } from './measured.ts'
import { phonemicGroups } from './phonemic-groups.ts'
import { mean, standardDeviation } from './statistics.ts'
import type { SpokenWord, WordLists } from './words.ts'

const quarterS = 15
/** Clicks are not exact: a recording that is this much shorter still has its last quarter minute. */
const clickS = 0.25

/** The measures of a fluency task, and the answers from which they were made. */
export type Fluency = Measured & { readonly answers: readonly Answer[] }

/**
 * Verbal fluency. Filled pauses, stop words and remarks are neither answers nor errors. Different names of one animal,
 * its plural, its diminutive and a female form of the same stem are one answer; a species and its kind, a male, a female
 * and a young with names of their own are different answers. With a letter, forms of one word are one answer, and names
 * of people and places are none. Undecided words count nowhere until an examiner decides. Times are onsets: a recogniser
 * gives the onset of each word, but not always its end.
 *
 * @param words oldest first
 * @param windowS length of the task's recording, which contains the words' times
 * @see Benton, Hamsher & Sivan 1994, "Multilingual Aphasia Examination", 3rd ed. (letters)
 * @see Strauss, Sherman & Spreen 2006, "A Compendium of Neuropsychological Tests", 3rd ed., 499–526 (rules of both)
 * @see Troyer, Moscovitch & Winocur 1997, Neuropsychology 11, 138–146 (clusters and quarters)
 */
export function measureFluency(
  words: readonly SpokenWord[],
  task: FluencyTask,
  lists: WordLists,
  rules: FluencyRules,
  windowS: number,
  decide: Decide = () => undefined,
): Fluency {
  const answers = judgeAnswers(words, task, lists, rules, decide)
  const countOf = (wanted: Outcome) => answers.filter(({ outcome }) => outcome === wanted).length
  const found = new Scores()
  found.put('valid_unique_words', countOf('valid'), 'no_words')
  found.put('repetitions', countOf('repetition'), 'no_words')
  found.put('intrusions', countOf('intrusion'), 'no_words')
  found.put('undecided_words', countOf('undecided'), 'no_words')
  putClusters(found, answers, task, rules)
  const unique = answers.filter(({ outcome }) => outcome === 'valid').map(({ startS }) => startS)
  putTimes(found, unique, windowS)
  return { scores: found.scores, missing: found.missing, answers }
}

/** Errors and repetitions take part, as in Troyer et al. An answer of unknown subcategory leaves every cluster unknown. */
function putClusters(found: Scores, answers: readonly Answer[], task: FluencyTask, { sounds }: FluencyRules) {
  const groupsOf = ({ word, name }: Answer) => {
    if (task.kind === 'category') return task.category.groups.get(name)
    return sounds && phonemicGroups(word, sounds)
  }
  const groups = answers.map((answer) => (answer.outcome === 'intrusion' ? new Set<string>() : groupsOf(answer)))
  const known = groups.filter((group) => group !== undefined)
  const isKnown = known.length === groups.length
  const { meanSize, switches } = isKnown ? clustersOf(known) : { meanSize: null, switches: null }
  const reason = isKnown ? 'too_few_words' : 'unknown_subcategory'
  found.put('cluster_size_mean', meanSize, reason)
  found.put('cluster_switches', switches, reason)
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

/** Least squares over the index. @returns null below two values */
function slope(values: readonly number[]): number | null {
  const average = mean(values)
  if (average === null || values.length < 2) return null
  const middle = (values.length - 1) / 2
  const over = values.reduce((sum, value, i) => sum + (i - middle) * (value - average), 0)
  return over / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
}
