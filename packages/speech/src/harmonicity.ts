import { correlateForward, crossCorrelationFrameS } from './cross-correlation.ts'
import { layFrames } from './frames.ts'
import { lagZero, longestLag } from './pitch-candidates.ts'
import { refineMaximum } from './sinc.ts'

/** Frames below this share of the recording's peak count as silence. */
const silenceThreshold = 0.1

const stepS = 0.01

/**
 * Harmonics-to-noise ratio of each frame that is not silent: 10 log₁₀ r / (1 − r). r is the maximum of the frame's
 * cross-correlation: the share of the power that repeats.
 *
 * @returns dB, every 10 ms; null when the recording is shorter than two periods of the lowest pitch
 * @see Boersma 1993, eq. 4; Praat manual, "Sound: To Harmonicity (cc)..."
 */
export function measureHarmonicity(samples: Float32Array, sampleRateHz: number, floorHz: number): number[] | null {
  const grid = layFrames(samples.length, sampleRateHz, crossCorrelationFrameS(floorHz), stepS)
  if (grid === null) return null
  const maximumLag = longestLag(sampleRateHz, floorHz)
  const db: number[] = []
  const top = { place: 0, height: 0 }
  correlateForward(samples, sampleRateHz, floorHz, grid, {
    // No correlation exceeds 1, the level of silence here.
    begin: (_, relativePeak) => relativePeak > silenceThreshold,
    read(_, correlation, relativePeak) {
      const silent = Math.max(0, 2 - relativePeak / silenceThreshold)
      const r = largestTop(correlation, maximumLag, top)
      if (r > silent) db.push(10 * Math.log10(r / (1 - r)))
    },
  })
  return db
}

/** A maximum exceeds its highest sample by less than this, unless it is as narrow as the sampling allows. */
const worthRefining = 0.85
/** Where digital silence meets sound, the correlation is flat except for rounding, and has no maximum. */
const rounding = 1e-10

function largestTop(correlation: Float64Array, maximumLag: number, top: { place: number; height: number }): number {
  let best = 0
  for (let lag = 2; lag <= maximumLag; lag++) {
    const here = correlation[lag + lagZero]!
    if (here < worthRefining * best) continue
    if (here <= correlation[lag + lagZero - 1]! + rounding || here < correlation[lag + lagZero + 1]!) continue
    refineMaximum(correlation, lag + lagZero, top)
    // Interpolation may exceed 1, the largest possible correlation.
    best = Math.max(best, top.height > 1 ? 1 / top.height : top.height)
  }
  return Math.min(best, 1 - 1e-15)
}
