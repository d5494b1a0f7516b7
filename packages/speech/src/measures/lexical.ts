import { count, describe, type FunctionDescription, percentage, share } from './description.ts'

const covington = 'Covington & McFall 2010, Journal of Quantitative Linguistics 17, 94–100'
const movingWindow = (words: number) =>
  share(
    'higher_better',
    `Mean type-token ratio of every stretch of ${words} words; absent below 50 words.`,
    `How varied the words are, in a way that does not depend on how much was said.`,
    covington,
  )

export const lexical: FunctionDescription = {
  window:
    'the participant’s words in the transcript but filled pauses, fragments and unintelligible words; times are those of the function timing',
  source: 'counts of the transcript',
  measures: {
    tokens: count(
      'neutral',
      'Words that the participant said; filled pauses, fragments and unintelligible words are left out.',
      'How much was said.',
    ),
    types: count('neutral', 'Different words.', 'How many different words were used.'),
    ttr: share(
      'neutral',
      'Number of different words over the number of words.',
      'Variety of words; falls by itself as answers grow longer.',
    ),
    mattr_10: movingWindow(10),
    mattr_25: movingWindow(25),
    mattr_50: movingWindow(50),
    brunet_w: describe(
      '',
      'lower_better',
      'N to the power of V^−0.165, with N words and V different ones.',
      'Lower means a richer vocabulary.',
      'Brunet 1978, Le vocabulaire de Jean Giraudoux',
    ),
    honore_r: describe(
      '',
      'higher_better',
      '100 ln N over 1 − V₁/V, with V₁ words said once; absent when every word is said once.',
      'Higher means that more words are used only once.',
      'Honoré 1979, ALLC Bulletin 7, 172–177',
    ),
    hapax_ratio: share(
      'neutral',
      'Number of words said once over the number of words.',
      'The share of words that never come back.',
    ),
    mean_word_length: describe(
      '',
      'neutral',
      'Mean number of letters and digits of a word.',
      'Short words may show a simpler vocabulary.',
    ),
    filled_pauses_per_100_words: describe(
      '',
      'lower_better',
      'Filled pauses per 100 words. A word such as Spanish “este” is one only if its vowel is lengthened or a pause of at least 0.2 s follows; absent where such a word has no time. Once a person marks filled pauses, such a word is one only where it is marked.',
      'Hesitation that is heard.',
    ),
    repetitions_per_100_words: describe(
      '',
      'lower_better',
      'Words that repeat the word before, per 100 words; a filled pause between does not matter. Once a person marks repetitions, the marked single words count.',
      'Repeats occur in stuttering, in word-finding difficulty and in palilalia.',
    ),
    phrase_repetitions_per_100_words: describe(
      '',
      'lower_better',
      'Phrases of two to five words that are said again at once, per 100 words; a filled pause between does not matter. Once a person marks repetitions, the marked phrases count.',
      'A speaker who says “I want I want” repairs or repeats whole phrases, as in stuttering and cluttering.',
    ),
    fragments_per_100_words: describe(
      '',
      'lower_better',
      'Words broken off, marked by a person or written with a hyphen at their end (“b-”), per 100 words.',
      'Broken words occur in stuttering and in speech repairs; a recogniser seldom writes them, a person does.',
    ),
    content_word_ratio: share(
      'neutral',
      'Number of words that are not stop words over the number of words.',
      'How much of the speech carries content; high in telegraphic speech, low in empty speech.',
    ),
    words_per_min: describe(
      '1/min',
      'neutral',
      'Words over the time from the first sound to the last; absent where another person speaks too.',
      'How fast the answer was spoken, pauses included.',
    ),
    articulation_rate_words_per_min: describe(
      '1/min',
      'neutral',
      'Words over the phonation time; absent where another person speaks too.',
      'How fast words follow each other between pauses.',
    ),
    read_words_pct: percentage(
      'higher_better',
      'Words of the text up to the last one that was reached, over all its words.',
      'How much of the text was read; the errors are those of this part.',
      'own definition',
    ),
    word_error_rate_pct: describe(
      '%',
      'lower_better',
      'The fewest substituted, omitted and added words that turn the part of the text that was read into what was said, over the words of that part.',
      'How far a reading departs from its text; in an uncorrected transcript the recogniser’s own errors count too.',
      'Levenshtein 1966, Soviet Physics Doklady 10, 707–710',
    ),
    words_correct_per_min: describe(
      '1/min',
      'higher_better',
      'Words of the text that were read as they stand, over the time from the first sound to the last; absent where another person speaks too.',
      'Reading speed and accuracy in one number.',
      'Fuchs et al. 2001, Scientific Studies of Reading 5, 239–256',
    ),
  },
}
