import { lagZero, longestLag } from './pitch-candidates.ts'
import { refineMaximum } from './sinc.ts'

/** Share of the recording's peak below which a frame is silence. */
const silenceThreshold = 0.1

/**
 * Harmonics-to-noise ratio of each frame that is not silent: 10 log₁₀ r / (1 − r), r being the largest of the frame's
 * cross-correlation, which is the share of the power that repeats.
 *
 * @returns a reader of the frames' correlations, and where it leaves the ratios, dB
 * @see Boersma 1993, eq. 4; Praat manual, "Sound: To Harmonicity (cc)..."
 */
export function createHarmonicity(sampleRateHz: number, floorHz: number) {
  const maximumLag = longestLag(sampleRateHz, floorHz)
  const db: number[] = []
  const top = { place: 0, height: 0 }
  return {
    db,
    read(correlation: Float64Array, relativePeak: number) {
      const silent = Math.max(0, 2 - relativePeak / silenceThreshold)
      const r = largestTop(correlation, maximumLag, top)
      if (r > silent) db.push(10 * Math.log10(r / (1 - r)))
    },
  }
}

/** A top rises by less than this above its highest sample, unless it is as narrow as the sampling allows. */
const worthRefining = 0.85
/** Where digital silence meets sound, the correlation is level but for rounding, and has no top. */
const rounding = 1e-10

function largestTop(correlation: Float64Array, maximumLag: number, top: { place: number; height: number }): number {
  let best = 0
  for (let lag = 2; lag <= maximumLag; lag++) {
    const here = correlation[lag + lagZero]!
    if (here < worthRefining * best) continue
    if (here <= correlation[lag + lagZero - 1]! + rounding || here < correlation[lag + lagZero + 1]!) continue
    refineMaximum(correlation, lag + lagZero, top)
    // Interpolation may overshoot the largest correlation there is.
    best = Math.max(best, top.height > 1 ? 1 / top.height : top.height)
  }
  return Math.min(best, 1 - 1e-15)
}
