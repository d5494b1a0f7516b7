import type { MeasurementErrors } from '@fonema/contract'
import type { Point, Series } from './series.ts'

export type ScoreError = MeasurementErrors['scores'][string]

/** Whether the last value of a series differs from the first by more than the measurement itself does. */
export type Change =
  | { kind: 'beyond' | 'within'; difference: number; mdc95: number }
  /** The recordings differ in more than the day. */
  | { kind: 'other_device' | 'other_engine'; difference: number }
  | { kind: 'unknown'; difference: number }

/** What makes two values of a series incomparable. Another wording or language is another item, hence another series. */
function obstacle(first: Point, last: Point): 'other_device' | 'other_engine' | null {
  if (first.engine !== last.engine) return 'other_engine'
  return first.device === last.device ? null : 'other_device'
}

/** @returns null for fewer than two sessions: there is no change */
export function changeOf({ points }: Series, error: ScoreError | undefined): Change | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return null
  const difference = last.raw - first.raw
  const other = obstacle(first, last)
  if (other !== null) return { kind: other, difference }
  const mdc95 = error?.mdc95 ?? null
  if (mdc95 === null) return { kind: 'unknown', difference }
  return { kind: Math.abs(difference) > mdc95 ? 'beyond' : 'within', difference, mdc95 }
}

/** The values that the first one may reach without any change, for the chart of measured values. */
export function bandOf({ points, offset }: Series, error: ScoreError | undefined): [number, number] | null {
  const first = points[0]
  const mdc95 = error?.mdc95 ?? null
  if (first === undefined || mdc95 === null || points.length < 2) return null
  return [first.raw + offset - mdc95, first.raw + offset + mdc95]
}
