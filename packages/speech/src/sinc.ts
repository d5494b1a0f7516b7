/** Samples used on either side of the interpolated point. */
export const sincDepth = 32

/** Points between two samples at which the interpolation is computed. */
const phases = 16
const taps = 2 * sincDepth
const kernel = createKernel()

/**
 * Finds the maximum of a band-limited sequence next to its largest sample: sin(x)/x interpolation under a raised-cosine
 * window (Boersma 1993, eq. 22) on a fine grid, and a parabola through the three highest points of that grid.
 *
 * @param values must hold `sincDepth` + 1 values on either side of `peak`
 * @param peak index of a value that is not below its neighbours
 * @param top receives place (in samples, as an index into values) and height
 */
export function refineMaximum(values: Float64Array, peak: number, top: { place: number; height: number }) {
  const left = values[peak - 1]!
  const here = values[peak]!
  const right = values[peak + 1]!
  const curvature = 2 * here - left - right
  const offset = curvature > 0 ? (right - left) / (2 * curvature) : 0
  let at = peak * phases + Math.round(offset * phases)
  let height = interpolate(values, at)
  let before = interpolate(values, at - 1)
  let after = interpolate(values, at + 1)
  const lowest = (peak - 1) * phases + 1
  const highest = (peak + 1) * phases - 1
  while (after > height && at < highest) {
    before = height
    height = after
    at++
    after = interpolate(values, at + 1)
  }
  while (before > height && at > lowest) {
    after = height
    height = before
    at--
    before = interpolate(values, at - 1)
  }
  const bend = 2 * height - before - after
  const shift = bend > 0 ? (after - before) / (2 * bend) : 0
  top.place = (at + shift) / phases
  top.height = height + (shift * (after - before)) / 4
}

function interpolate(values: Float64Array, at: number): number {
  const base = Math.floor(at / phases)
  const phase = at - base * phases
  if (phase === 0) return values[base]!
  let sum = 0
  let from = base - sincDepth + 1
  for (let k = phase * taps; k < (phase + 1) * taps; k++, from++) sum += kernel[k]! * values[from]!
  return sum
}

function createKernel(): Float64Array {
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
