import { count, describe, type FunctionDescription } from './description.ts'

const troyer = 'Troyer, Moscovitch & Winocur 1997, Neuropsychology 11, 138–146'

const quarter = (from: number) =>
  count(
    'higher_better',
    `Valid words that begin between second ${from} and second ${from + 15}, each counted once.`,
    'How retrieval develops over the minute: most words come early, and finding new ones takes effort.',
    troyer,
  )

export const fluency: FunctionDescription = {
  window:
    'the participant’s words in the transcript but filled pauses, stop words and those marked as fragments or unintelligible; times are the words’ beginnings',
  source:
    'Benton, Hamsher & Sivan 1994, Multilingual Aphasia Examination, 3rd ed.; Strauss, Sherman & Spreen 2006, A Compendium of Neuropsychological Tests, 3rd ed., 499–526',
  measures: {
    valid_unique_words: count(
      'higher_better',
      'Words that answer the task, each counted once. Plurals, diminutives and other names of the same animal are one word; forms of one word are one, and names of people and places none, with a letter.',
      'The usual score of verbal fluency; provisional while an examiner has words to decide.',
    ),
    repetitions: count(
      'lower_better',
      'Answers that had been said before, in this form or another.',
      'Perseveration, or losing track of what was said.',
    ),
    intrusions: count(
      'lower_better',
      'Words that do not answer the task: another initial letter, a name of a person or place, or what an examiner decided.',
      'Losing the rule of the task.',
    ),
    undecided_words: count(
      'neutral',
      'Words about which an examiner has to decide: not in the list, perhaps a name, or perhaps of the family of an earlier word.',
      'While there are some, the score is provisional and is not compared with norms.',
      'own definition',
    ),
    cluster_size_mean: describe(
      '',
      'neutral',
      'Mean size of the clusters: answers in a row that share a subcategory, counted from the second; with a letter, that share the first two letters, rhyme, differ by one vowel or sound alike, as their spelling tells. Repetitions and errors take part. Absent when a subcategory is unknown.',
      'How far a subcategory or a sound is used before the next one, which is linked to the temporal lobe.',
      troyer,
    ),
    cluster_switches: count(
      'higher_better',
      'Changes from one cluster, or lone answer, to the next.',
      'Flexibility of the search, which is linked to the frontal lobe.',
      troyer,
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
