/** Whether a higher value is better for the participant; `neutral`: neither end is better. */
export type Direction = 'higher_better' | 'lower_better' | 'neutral'

export type MeasureDescription = {
  /** a symbol common to all languages; empty: a count, or a number without a unit */
  readonly unit: string
  /** where the displayed scale differs from the stored one: its unit, and what to add to a value */
  readonly shown?: { readonly unit: string; readonly offset: number }
  /** the largest possible value, in the stored unit, where there is one */
  readonly highest?: number
  /** meaningful decimals: none for a count */
  readonly decimals: 0 | 2
  readonly direction: Direction
  readonly definition: string
  /** what it means to a clinician, in one sentence */
  readonly meaning: string
  /** where it differs from the function's source */
  readonly source?: string
}

export type FunctionDescription = {
  /** which part of the recording is used, and with which frames */
  readonly window: string
  readonly source: string
  readonly measures: Readonly<Record<string, MeasureDescription>>
}

/** Builds the descriptions of one function's measures. */
export function describe(
  unit: string,
  direction: Direction,
  definition: string,
  meaning: string,
  source?: string,
): MeasureDescription {
  return { unit, decimals: 2, direction, definition, meaning, ...(source === undefined ? {} : { source }) }
}

/** A builder of descriptions of parts of a whole, in a unit in which the whole is `highest`. */
const partOf =
  (highest: number, unit: string) =>
  (direction: Direction, definition: string, meaning: string, source?: string): MeasureDescription => ({
    ...describe(unit, direction, definition, meaning, source),
    highest,
  })

/** Describes a share of a whole, from 0 to 1. */
export const share = partOf(1, '')

/** Describes a percentage of a whole: none is above 100. */
export const percentage = partOf(100, '%')

/** Describes a count: always a whole number. */
export const count = (
  direction: Direction,
  definition: string,
  meaning: string,
  source?: string,
): MeasureDescription => ({ ...describe('', direction, definition, meaning, source), decimals: 0 })

// Praat takes full scale as 1 Pa, which is 93.98 dB re 20 µPa. The offset prevents reading levels as sound pressure.
const fullScaleOffsetDb = 20 * Math.log10(2e-5)

/** Describes a level that is stored on Praat's scale and shown relative to full scale. */
export const level = (definition: string, meaning: string, source: string): MeasureDescription => ({
  ...describe('dB', 'neutral', definition, meaning, source),
  shown: { unit: 'dBFS', offset: fullScaleOffsetDb },
})
