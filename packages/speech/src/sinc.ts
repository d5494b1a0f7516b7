/** Samples used on either side of the interpolated point. */
export const sincDepth = 32

/** Points between two samples at which the interpolation is computed. */
const phases = 16
const taps = 2 * sincDepth

/**
 * Weights of sin(x)/x interpolation under a raised-cosine window (Boersma 1993, eq. 22), with which the kernels refine
 * the maxima of a correlation: 64 for each of 16 points between two samples.
 */
export const sincWeights = createWeights()

function createWeights(): Float64Array {
  const weights = new Float64Array(phases * taps)
  for (let phase = 1; phase < phases; phase++) {
    for (let tap = 0; tap < taps; tap++) {
      const distance = Math.PI * (phase / phases - (tap - sincDepth + 1))
      const window = 0.5 + 0.5 * Math.cos(distance / (sincDepth + 0.5))
      weights[phase * taps + tap] = (Math.sin(distance) / distance) * window
    }
  }
  return weights
}
