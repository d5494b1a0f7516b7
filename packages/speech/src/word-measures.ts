/** Functions that measure a transcript instead of samples. */
export type WordFunctionName = 'transcript' | 'lexical' | 'fluency' | 'content_units' | 'reading_alignment'

/** Increment a function's version whenever its values change, as in `functionVersions`. */
export const wordFunctionVersions: Readonly<Record<WordFunctionName, number>> = {
  transcript: 3,
  lexical: 4,
  fluency: 4,
  content_units: 1,
  reading_alignment: 1,
}
