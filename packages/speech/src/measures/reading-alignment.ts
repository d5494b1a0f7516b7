import { describe, type FunctionDescription } from './description.ts'

export const readingAlignment: FunctionDescription = {
  window: 'the words of the text up to the last one that was reached, and the participant’s words of the transcript',
  source: 'own definitions; the alignment is that of Levenshtein 1966 with weights (decision 0393)',
  measures: {
    reading_as_printed_pct: describe(
      '%',
      'higher_better',
      'Share of the words up to the last one that were read as they are printed, at the last attempt.',
      'How faithfully the text was read. With the skipped and the replaced words it makes 100 %.',
    ),
    reading_skipped_pct: describe(
      '%',
      'lower_better',
      'Share of those words in whose place nothing was said.',
      'Words that the reader left out.',
    ),
    reading_replaced_pct: describe(
      '%',
      'lower_better',
      'Share of those words in whose place another word or form was said and not put right.',
      'Misread words; an error of the transcript looks the same.',
    ),
    reading_repeated_pct: describe(
      '%',
      'lower_better',
      'Share of those words that were said again, alone or in a phrase.',
      'Beginning again, as in stuttering or when a reader looks for the place.',
    ),
    reading_corrected_pct: describe(
      '%',
      'neutral',
      'Share of those words that were begun, or said otherwise, before they came right.',
      'Errors that the reader noticed.',
    ),
    reading_added_per_100_words: describe(
      '',
      'lower_better',
      'Words that are not in the text and repair none, for each 100 of those words.',
      'Words that the reader put in.',
    ),
  },
}
