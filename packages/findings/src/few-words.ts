// Imports nothing: the web loads this file alone.

/**
 * Below this many words, one word decides: a single repetition among nine is eleven per hundred. The moving type-token
 * ratio needs as many.
 */
export const fewestWords = 50

/** Shares of the words, and measures of their variety that depend on how many there are. */
const ofManyWords = new Set([
  'ttr',
  'hapax_ratio',
  'honore_r',
  'brunet_w',
  'mean_word_length',
  'content_word_ratio',
  'filled_pauses_per_100_words',
  'repetitions_per_100_words',
  'phrase_repetitions_per_100_words',
  'fragments_per_100_words',
])

/** Whether a measure says nothing about the person, since so few words were said. `words`: undefined where none are counted. */
export const hasFewWords = (measure: string, words: number | undefined): boolean =>
  words !== undefined && words < fewestWords && ofManyWords.has(measure)

/** The number of words of an item, of the results of its functions; undefined where none are counted. */
export const wordsIn = (results: readonly { scores: Readonly<Record<string, number>> }[]): number | undefined =>
  results.find(({ scores }) => scores.tokens !== undefined)?.scores.tokens
