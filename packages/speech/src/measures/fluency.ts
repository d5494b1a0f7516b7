import { count, describe, type FunctionDescription } from './description.ts'

const quarter = (from: number) =>
  count(
    'higher_better',
    `Valid words that begin between second ${from} and second ${from + 15}, each counted once.`,
    'How retrieval develops over the minute: most words come early, and finding new ones takes effort.',
    'Troyer, Moscovitch & Winocur 1997, Neuropsychology 11, 138–146',
  )

export const fluency: FunctionDescription = {
  window: 'all words of the transcript but filled pauses and stop words; times are the words’ beginnings',
  source: 'Lezak et al. 2012, Neuropsychological Assessment, 5th ed., ch. 16',
  measures: {
    valid_unique_words: count(
      'higher_better',
      'Words that answer the task, each counted once; a plural counts as its singular.',
      'The usual score of verbal fluency.',
    ),
    repetitions: count(
      'lower_better',
      'Valid words that had been said before.',
      'Perseveration, or losing track of what was said.',
    ),
    intrusions: count(
      'lower_better',
      'Words that do not answer the task: another initial letter, or not in the list of the category.',
      'Losing the rule; a rare member of a category that the list lacks counts too, so look at the transcript.',
    ),
    words_0_15_s: quarter(0),
    words_15_30_s: quarter(15),
    words_30_45_s: quarter(30),
    words_45_60_s: quarter(45),
    first_word_s: describe(
      's',
      'lower_better',
      'Beginning of the first valid word.',
      'How long the search for a first word took.',
    ),
    interword_interval_mean_s: describe(
      's',
      'lower_better',
      'Mean time between the beginnings of valid words that follow each other, each word once.',
      'How fast words are found.',
    ),
    interword_interval_sd_s: describe(
      's',
      'neutral',
      'Sample standard deviation of those times.',
      'Whether words come evenly or in clusters.',
    ),
    words_slope_per_quarter: describe(
      '1/15 s',
      'neutral',
      'Slope of the least-squares line through the words of each quarter minute.',
      'Negative where retrieval tires.',
    ),
  },
}
