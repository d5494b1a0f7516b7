import { correlateForward, crossCorrelationFrameS } from './cross-correlation.ts'
import { layFrames } from './frames.ts'
import { lagZero, longestLag } from './pitch-candidates.ts'
import { sincWeights } from './sinc.ts'

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
  const room = { sinc: sincWeights.length, top: 2 }
  correlateForward(samples, sampleRateHz, floorHz, grid, room, ({ kernels, arrays }) => {
    const { correlation, sinc, top } = arrays
    sinc.set(sincWeights)
    const lagged = correlation.byteOffset + correlation.BYTES_PER_ELEMENT * lagZero
    const search = [lagged, maximumLag, worthRefining, rounding, sinc.byteOffset, top.byteOffset] as const
    return {
      // No correlation exceeds 1, the level of silence here.
      begin: (_, relativePeak) => relativePeak > silenceThreshold,
      read(_, relativePeak) {
        const silent = Math.max(0, 2 - relativePeak / silenceThreshold)
        const r = Math.min(kernels.largestMaximum(...search), 1 - 1e-15)
        if (r > silent) db.push(10 * Math.log10(r / (1 - r)))
      },
    }
  })
  return db
}

/** A maximum exceeds its highest sample by less than this, unless it is as narrow as the sampling allows. */
const worthRefining = 0.85
/** Where digital silence meets sound, the correlation is flat except for rounding, and has no maximum. */
const rounding = 1e-10
