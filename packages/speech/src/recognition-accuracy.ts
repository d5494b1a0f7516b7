import type { RecognisedWord } from './heard.ts'

/** A word that was said, and when it began, where somebody measured that. */
export type SaidWord = { text: string; startS: number | null }

/** How a recogniser's words of one recording differ from what was said. Sums of several recordings are sums of these. */
export type Comparison = {
  /** Words that were said. */
  said: number
  /** Words to replace, to add and to remove until the recogniser's text is what was said. */
  substituted: number
  missed: number
  added: number
  /** Letters and digits that were said, and how many are to be replaced, added or removed. */
  letters: number
  letterErrors: number
  /** Filled pauses that were said, and how many of them were recognised as such. */
  fillers: number
  fillersFound: number
  /** Recognised minus true start of each word that is right, in seconds, where both are known. */
  startErrorsS: number[]
  /** The recogniser's words with a probability, and whether each is right. */
  judged: { confidence: number; isRight: boolean }[]
}

/**
 * Compares a recogniser's words with what was said, by the fewest changes (Levenshtein 1966). Case, punctuation and
 * hyphens do not count.
 *
 * @param fillers the language's filled pauses
 */
export function compareRecognition(
  recognised: readonly RecognisedWord[],
  said: readonly SaidWord[],
  fillers: ReadonlySet<string>,
): Comparison {
  const heard = recognised.filter(({ text }) => wordKey(text) !== '')
  const truth = said.filter(({ text }) => wordKey(text) !== '')
  const heardKeys = heard.map(({ text }) => wordKey(text))
  const truthKeys = truth.map(({ text }) => wordKey(text))
  const pairs = alignByFewestChanges(truthKeys, heardKeys)
  const right = new Map<number, number>()
  let substituted = 0
  let missed = 0
  let added = 0
  for (const [spoken, written] of pairs) {
    if (spoken === null) added++
    else if (written === null) missed++
    else if (truthKeys[spoken] === heardKeys[written]) right.set(written, spoken)
    else substituted++
  }
  const saidFillers = truthKeys.flatMap((key, index) => (fillers.has(key) ? index : []))
  const foundAt = new Set(right.values())
  const [truthLetters, heardLetters] = [truthKeys.join(''), heardKeys.join('')]
  return {
    said: truth.length,
    substituted,
    missed,
    added,
    letters: [...truthLetters].length,
    letterErrors: distance([...truthLetters], [...heardLetters]),
    fillers: saidFillers.length,
    fillersFound: saidFillers.filter((index) => foundAt.has(index)).length,
    startErrorsS: [...right].flatMap(([written, spoken]) => {
      const [found, true_] = [heard[written]!.start, truth[spoken]!.startS]
      return found === null || true_ === null ? [] : found - true_
    }),
    judged: heard.flatMap(({ confidence }, index) =>
      confidence === undefined || confidence === null ? [] : { confidence, isRight: right.has(index) },
    ),
  }
}

/** Errors a word that was said: above 1 where a recogniser adds many. null: nothing was said. */
export const wordErrorRate = ({ said, substituted, missed, added }: Comparison): number | null =>
  said === 0 ? null : (substituted + missed + added) / said

export const letterErrorRate = ({ letters, letterErrors }: Comparison): number | null =>
  letters === 0 ? null : letterErrors / letters

export const fillerRecall = ({ fillers, fillersFound }: Comparison): number | null =>
  fillers === 0 ? null : fillersFound / fillers

export function addComparisons(all: readonly Comparison[]): Comparison {
  const sum = (of: (one: Comparison) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    said: sum(({ said }) => said),
    substituted: sum(({ substituted }) => substituted),
    missed: sum(({ missed }) => missed),
    added: sum(({ added }) => added),
    letters: sum(({ letters }) => letters),
    letterErrors: sum(({ letterErrors }) => letterErrors),
    fillers: sum(({ fillers }) => fillers),
    fillersFound: sum(({ fillersFound }) => fillersFound),
    startErrorsS: all.flatMap(({ startErrorsS }) => startErrorsS),
    judged: all.flatMap(({ judged }) => judged),
  }
}

const bins = 10

/**
 * How far the probabilities are from the share of words that are right: the mean difference over ten bins of equal width,
 * by their numbers of words (Naeini, Cooper & Hauskrecht 2015).
 *
 * @returns 0 to 1; null: no word has a probability
 */
export function calibrationError(judged: Comparison['judged']): number | null {
  if (judged.length === 0) return null
  const groups = Array.from({ length: bins }, () => ({ count: 0, confidence: 0, right: 0 }))
  for (const { confidence, isRight } of judged) {
    const group = groups[Math.min(bins - 1, Math.floor(confidence * bins))]!
    group.count++
    group.confidence += confidence
    group.right += Number(isRight)
  }
  return groups.reduce((sum, { confidence, right }) => sum + Math.abs(confidence - right), 0) / judged.length
}

/** The confidence in a transcript: the mean probability of its words. null: a word has none, or there is no word. */
export function transcriptConfidence(words: readonly RecognisedWord[]): number | null {
  const known = words.flatMap(({ confidence }) => confidence ?? [])
  if (known.length === 0 || known.length < words.length) return null
  return known.reduce((sum, one) => sum + one, 0) / known.length
}

/** A transcript with at most this share of wrong words is right enough to be counted. */
export const rightEnough = 0.1
/** At most this share of the trusted transcripts may be worse, with 95 % confidence. */
const wrongShare = 0.1
const normalQuantile = 1.959964

/**
 * The lowest confidence from which transcripts may be counted before a person confirms them: of those at or above it, at
 * most a tenth has more than a tenth of its words wrong, even at the upper end of the 95 % interval (Wilson 1927). It
 * takes at least 35 transcripts without such a one.
 *
 * @returns null: no limit is supported by these transcripts
 */
export function proposeLimit(transcripts: readonly { confidence: number; errorRate: number }[]): number | null {
  const ordered = [...transcripts].sort((a, b) => b.confidence - a.confidence)
  let wrong = 0
  let limit: number | null = null
  for (const [index, { confidence, errorRate }] of ordered.entries()) {
    if (errorRate > rightEnough) wrong++
    // All of one confidence, or none.
    if (ordered[index + 1]?.confidence === confidence) continue
    if (upperShare(wrong, index + 1) <= wrongShare) limit = confidence
  }
  return limit
}

function upperShare(found: number, count: number): number {
  const share = found / count
  const z2 = normalQuantile ** 2
  const spread = normalQuantile * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count ** 2))
  return (share + z2 / (2 * count) + spread) / (1 + z2 / count)
}

export const wordKey = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The fewest changes from one list to the other, as pairs of indices; null: the other side has nothing there. */
export function alignByFewestChanges(from: readonly string[], to: readonly string[]): [number | null, number | null][] {
  const width = to.length + 1
  const cost = new Uint32Array((from.length + 1) * width)
  for (let j = 0; j <= to.length; j++) cost[j] = j
  for (let i = 1; i <= from.length; i++) {
    cost[i * width] = i
    for (let j = 1; j <= to.length; j++) {
      const change = cost[(i - 1) * width + j - 1]! + Number(from[i - 1] !== to[j - 1])
      cost[i * width + j] = Math.min(change, cost[(i - 1) * width + j]! + 1, cost[i * width + j - 1]! + 1)
    }
  }
  const pairs: [number | null, number | null][] = []
  let [i, j] = [from.length, to.length]
  while (i > 0 || j > 0) {
    const here = cost[i * width + j]!
    if (i > 0 && j > 0 && here === cost[(i - 1) * width + j - 1]! + Number(from[i - 1] !== to[j - 1])) {
      pairs.push([--i, --j])
    } else if (i > 0 && here === cost[(i - 1) * width + j]! + 1) pairs.push([--i, null])
    else pairs.push([null, --j])
  }
  return pairs.reverse()
}

function distance(from: readonly string[], to: readonly string[]): number {
  let before = Uint32Array.from({ length: to.length + 1 }, (_, j) => j)
  for (const [i, one] of from.entries()) {
    const row = new Uint32Array(to.length + 1)
    row[0] = i + 1
    for (let j = 1; j <= to.length; j++)
      row[j] = Math.min(before[j - 1]! + Number(one !== to[j - 1]), before[j]! + 1, row[j - 1]! + 1)
    before = row
  }
  return before[to.length]!
}
