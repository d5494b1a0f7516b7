/** Whether more of a measure is better for the participant; `neutral`: it says how, not how well. */
export type Direction = 'higher_better' | 'lower_better' | 'neutral'

export type MeasureDescription = {
  /** empty: a count, or a number without a unit */
  readonly unit: string
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
  return { unit, direction, definition, meaning, ...(source === undefined ? {} : { source }) }
}
