import { correlateForward, crossCorrelationFrameS } from './cross-correlation.ts'
import { layFrames } from './frames.ts'
import { createHarmonicity } from './harmonicity.ts'
import type { PitchSettings, PitchTrack } from './pitch.ts'
import { createCandidates, createCollector } from './pitch-candidates.ts'
import { findPath } from './pitch-path.ts'

/** The pitch that guides from pulse to pulse, and the harmonics-to-noise ratios (dB) of the frames that sound. */
export type ForwardTrack = { readonly pitch: PitchTrack; readonly harmonicityDb: readonly number[] }

/** Every third frame, that is every 10 ms at 75 Hz, gives the harmonicity. */
const harmonicityEvery = 3

/**
 * Fundamental frequency by forward cross-correlation, four frames to the longest period: close enough in time to guide
 * from one glottal pulse to the next. The harmonicity is read from the same correlations.
 *
 * @returns null when the recording is shorter than two periods of the lowest pitch
 * @see Praat manual, "Sound: To Pitch (raw cc)..."
 */
export function trackForward(
  samples: Float32Array,
  sampleRateHz: number,
  settings: Omit<PitchSettings, 'stepS'>,
): ForwardTrack | null {
  const { floorHz } = settings
  const stepS = 0.25 / floorHz
  const grid = layFrames(samples.length, sampleRateHz, crossCorrelationFrameS(floorHz), stepS)
  if (grid === null) return null
  const table = createCandidates(grid.count, settings.maxCandidates)
  const collector = createCollector(table, sampleRateHz, { ...settings, stepS })
  const harmonicity = createHarmonicity(sampleRateHz, floorHz)
  correlateForward(samples, sampleRateHz, floorHz, grid, {
    // Where no voice can be, the harmonicity is silent, too.
    begin: collector.begin,
    read(frame, correlation, relativePeak) {
      collector.collect(frame, correlation)
      if (frame % harmonicityEvery === 0) harmonicity.read(correlation, relativePeak)
    },
  })
  return { pitch: { ...grid, hz: findPath(table, { ...settings, stepS }) }, harmonicityDb: harmonicity.db }
}
