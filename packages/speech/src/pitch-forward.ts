import { correlateForward, crossCorrelationFrameS } from './cross-correlation.ts'
import { layFrames } from './frames.ts'
import type { PitchSettings, PitchTrack } from './pitch.ts'
import { createCandidates, createCollector } from './pitch-candidates.ts'
import { findPath } from './pitch-path.ts'

/**
 * Fundamental frequency by forward cross-correlation, four frames to the longest period: close enough in time to guide
 * from one glottal pulse to the next.
 *
 * @returns null when the recording is shorter than two periods of the lowest pitch
 * @see Praat manual, "Sound: To Pitch (raw cc)..."
 */
export function trackPitchForward(
  samples: Float32Array,
  sampleRateHz: number,
  settings: Omit<PitchSettings, 'stepS'>,
): PitchTrack | null {
  const stepS = 0.25 / settings.floorHz
  const grid = layFrames(samples.length, sampleRateHz, crossCorrelationFrameS(settings.floorHz), stepS)
  if (grid === null) return null
  const table = createCandidates(grid.count, settings.maxCandidates)
  correlateForward(samples, sampleRateHz, settings.floorHz, grid, createCollector(table, sampleRateHz, settings))
  return { ...grid, hz: findPath(table, { ...settings, stepS }) }
}
