import type { FrameGrid } from '../frames.ts'
import { silenceDb } from '../intensity.ts'
import { cutIntervals, pauseSettings } from '../silences.ts'
import type { Span } from '../timing.ts'

/**
 * Where one person sounds, by the same rule as the pauses of a recording: 25 dB below the loudest point of that person.
 *
 * @param db the person's level in each frame; `silenceDb` where the person does not speak
 * @param leastDb no quieter frame sounds, such as the noise of the room
 */
export function spansOfLevels(grid: FrameGrid, db: Float64Array, durationS: number, leastDb: number): Span[] {
  const contour = { ...grid, db }
  const { depthDb, ...shortest } = pauseSettings
  // Not refined by its neighbours: beside another person's frame, they have no level.
  const peakDb = db.reduce((highest, level) => Math.max(highest, level), silenceDb)
  if (peakDb <= silenceDb || peakDb < leastDb) return []
  return cutIntervals(contour, durationS, { thresholdDb: Math.max(peakDb - depthDb, leastDb), ...shortest })
    .filter(({ sounding }) => sounding)
    .map(({ startS, endS }) => ({ start_s: startS, end_s: endS }))
}
