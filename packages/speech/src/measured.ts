/** Why a measure has no value. */
export const missingReasons = [
  'too_short',
  'no_voice',
  'no_speech',
  'no_pause',
  'no_tremor',
  'no_onsets',
  'hidden_bursts',
  'too_few_pauses',
  'too_few_periods',
  'too_few_syllables',
  'too_noisy',
  'low_sample_rate',
  'no_words',
  'too_few_words',
  'below_50_words',
  'every_word_once',
  'unknown_subcategory',
  'no_word_times',
  'others_speak',
  'undecided_units',
] as const
export type MissingReason = (typeof missingReasons)[number]

/** Why a function found nothing to measure. */
export type FunctionError = 'too_short' | 'no_voice' | 'no_speech'

/** The result of one function: each of its measures is in `scores`, or in `missing` with the reason. */
export type Measured<Data = unknown> = {
  readonly scores: Readonly<Record<string, number>>
  readonly missing: Readonly<Record<string, MissingReason>>
  readonly data?: Data
  readonly error?: FunctionError
}

/** Collects values as scores or as missing. A value that is not a finite number counts as missing. */
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
