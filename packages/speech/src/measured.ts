/** Why a measure has no answer. */
export type MissingReason =
  | 'too_short'
  | 'no_voice'
  | 'no_speech'
  | 'no_pause'
  | 'no_tremor'
  | 'too_few_pauses'
  | 'too_few_periods'
  | 'too_few_syllables'
  | 'no_words'
  | 'too_few_words'
  | 'every_word_once'
  | 'no_word_times'

/** Why a function measured nothing of what it is for. */
export type FunctionError = 'too_short' | 'no_voice' | 'no_speech'

/** What one function found: each of its measures is either in `scores` or, with the reason, in `missing`. */
export type Measured<Data = unknown> = {
  readonly scores: Readonly<Record<string, number>>
  readonly missing: Readonly<Record<string, MissingReason>>
  readonly data?: Data
  readonly error?: FunctionError
}

/** Sorts answers into scores and missing ones. A value that is no finite number is no answer. */
export class Scores {
  readonly scores: Record<string, number> = {}
  readonly missing: Record<string, MissingReason> = {}

  put(name: string, value: number | null | undefined, reason: MissingReason) {
    if (value !== null && value !== undefined && Number.isFinite(value)) this.scores[name] = value
    else this.missing[name] = reason
  }

  miss(names: readonly string[], reason: MissingReason) {
    for (const name of names) this.missing[name] = reason
  }
}
