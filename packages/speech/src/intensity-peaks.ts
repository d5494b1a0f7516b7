import type { IntensityContour } from './intensity.ts'
import { quantile } from './statistics.ts'

/** Frames at which the contour is higher than before and not lower than after, above `thresholdDb`. */
export function findPeaks({ db }: IntensityContour, thresholdDb: number): number[] {
  const peaks: number[] = []
  for (let i = 1; i + 1 < db.length; i++) {
    if (db[i]! > db[i - 1]! && db[i]! >= db[i + 1]! && db[i]! > thresholdDb) peaks.push(i)
  }
  return peaks
}

/** The level that all but the loudest hundredth of the frames stay below: steadier than the loudest frame. */
export function loudLevelDb({ db }: IntensityContour): number {
  return quantile(db.slice().sort(), 0.99) ?? -Infinity
}

/** The lowest level between two frames, both included. */
export function dipDb({ db }: IntensityContour, from: number, to: number): number {
  let lowest = Infinity
  for (let i = from; i <= to; i++) lowest = Math.min(lowest, db[i]!)
  return lowest
}
