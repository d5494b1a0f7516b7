/** Functions that read a transcript instead of samples. */
export type WordFunctionName = 'transcript' | 'lexical' | 'fluency'

/** Raised whenever a function's values change, as `functionVersions`. */
export const wordFunctionVersions: Readonly<Record<WordFunctionName, number>> = {
  transcript: 2,
  lexical: 2,
  fluency: 1,
}
