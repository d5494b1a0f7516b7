import type { IntensityContour } from './intensity.ts'
import { quantile } from './statistics.ts'

/** Frames above `thresholdDb` that are higher than the frame before and not lower than the frame after. */
export function findPeaks({ db }: IntensityContour, thresholdDb: number): number[] {
  const peaks: number[] = []
  for (let i = 1; i + 1 < db.length; i++) {
    if (db[i]! > db[i - 1]! && db[i]! >= db[i + 1]! && db[i]! > thresholdDb) peaks.push(i)
  }
  return peaks
}

/** The 99th percentile of the frames' levels: more stable than the loudest frame. */
export function loudLevelDb({ db }: IntensityContour): number {
  return quantile(db.slice().sort(), 0.99) ?? -Infinity
}

/** The lowest level between two frames, both included. */
export function dipDb({ db }: IntensityContour, from: number, to: number): number {
  let lowest = Infinity
  for (let i = from; i <= to; i++) lowest = Math.min(lowest, db[i]!)
  return lowest
}
