/** Whether more of a measure is better for the participant; `neutral`: it says how, not how well. */
export type Direction = 'higher_better' | 'lower_better' | 'neutral'

export type MeasureDescription = {
  /** a sign that every language shares; empty: a count, or a number without a unit */
  readonly unit: string
  /** where it is shown on another scale than it is stored on: that scale's unit, and what to add to a value */
  readonly shown?: { readonly unit: string; readonly offset: number }
  /** how many decimals say something: none of a count */
  readonly decimals: 0 | 2
  readonly direction: Direction
  readonly definition: string
  /** what it tells a clinician, in one sentence */
  readonly meaning: string
  /** where it differs from its function's */
  readonly source?: string
}

export type FunctionDescription = {
  /** what of the recording is read, and with which frames */
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

/** Describes something that is counted: always a whole number. */
export const count = (
  direction: Direction,
  definition: string,
  meaning: string,
  source?: string,
): MeasureDescription => ({ ...describe('', direction, definition, meaning, source), decimals: 0 })

// Praat's levels take full scale for 1 Pa, which is 93.98 dB re 20 µPa: nobody shall read them as sound pressure.
const fullScaleOffsetDb = 20 * Math.log10(2e-5)

/** Describes a level that is stored on Praat's scale and shown relative to full scale. */
export const level = (definition: string, meaning: string, source: string): MeasureDescription => ({
  ...describe('dB', 'neutral', definition, meaning, source),
  shown: { unit: 'dBFS', offset: fullScaleOffsetDb },
})
