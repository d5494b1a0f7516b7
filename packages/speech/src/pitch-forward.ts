import { comparedWidth, correlateForward, crossCorrelationFrameS } from './cross-correlation.ts'
import { layFrames } from './frames.ts'
import type { PitchSettings, PitchTrack } from './pitch.ts'
import { createCandidates, createCollector, roomOfCollector } from './pitch-candidates.ts'
import { findPath } from './pitch-path.ts'

/**
 * Fundamental frequency by forward cross-correlation, four frames per longest period: close enough in time to guide the
 * search from one glottal pulse to the next.
 *
 * @returns null when the recording is shorter than two periods of the lowest pitch
 * @see Praat manual, "Sound: To Pitch (raw cc)..."
 */
export function trackForward(
  samples: Float32Array,
  sampleRateHz: number,
  settings: Omit<PitchSettings, 'stepS'>,
): PitchTrack | null {
  const { floorHz } = settings
  const stepS = 0.25 / floorHz
  const grid = layFrames(samples.length, sampleRateHz, crossCorrelationFrameS(floorHz), stepS)
  if (grid === null) return null
  const table = createCandidates(grid.count, settings.maxCandidates)
  const longest = comparedWidth(sampleRateHz, floorHz) - 1
  const search = { ...settings, stepS }
  correlateForward(samples, sampleRateHz, floorHz, grid, roomOfCollector(search, sampleRateHz), (workspace) => {
    const { begin, collect } = createCollector(workspace, table, sampleRateHz, search, longest)
    return { begin, read: collect }
  })
  return { ...grid, ...findPath(table, { ...settings, stepS }) }
}
