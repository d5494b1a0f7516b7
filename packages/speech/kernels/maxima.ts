// Maxima of a correlation, r: 64-bit numbers, with room before lag 0 and behind the last lag for interpolation.
import { bytes } from './memory'

/** As in src/sinc.ts: points between two samples, and samples used on both sides. */
const phases = 16
const taps = 64
const depth = 32

/** The value at a place, in steps of 1 / `phases`. */
function interpolated(values: usize, weights: usize, at: i32): f64 {
  const base = at >> 4
  const phase = at & (phases - 1)
  if (phase === 0) return load<f64>(values + bytes(base))
  let from = values + bytes(base - depth + 1)
  let weight = weights + bytes(phase * taps)
  const end = weight + bytes(taps)
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  for (; weight < end; weight += 32, from += 32) {
    a = f64x2.add(a, f64x2.mul(v128.load(weight), v128.load(from)))
    b = f64x2.add(b, f64x2.mul(v128.load(weight, 16), v128.load(from, 16)))
  }
  const both = f64x2.add(a, b)
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)
}

/**
 * Finds the maximum of a band-limited sequence next to its largest value: sin(x)/x interpolation on a fine grid, and a
 * parabola through the three highest points of that grid.
 *
 * @param top receives the place (as an index into the values) and the height
 */
function refineMaximum(values: usize, peak: i32, weights: usize, top: usize): void {
  const left = load<f64>(values + bytes(peak - 1))
  const here = load<f64>(values + bytes(peak))
  const right = load<f64>(values + bytes(peak + 1))
  const curvature = 2 * here - left - right
  const offset = curvature > 0 ? (right - left) / (2 * curvature) : 0
  let at = peak * phases + <i32>floor(offset * phases + 0.5)
  let height = interpolated(values, weights, at)
  let before = interpolated(values, weights, at - 1)
  let after = interpolated(values, weights, at + 1)
  const lowest = (peak - 1) * phases + 1
  const highest = (peak + 1) * phases - 1
  while (after > height && at < highest) {
    before = height
    height = after
    at++
    after = interpolated(values, weights, at + 1)
  }
  while (before > height && at > lowest) {
    after = height
    height = before
    at--
    before = interpolated(values, weights, at - 1)
  }
  const bend = 2 * height - before - after
  const shift = bend > 0 ? (after - before) / (2 * bend) : 0
  store<f64>(top, (<f64>at + shift) / phases)
  store<f64>(top, height + (shift * (after - before)) / 4, 8)
}

/**
 * The best local maxima from lag 2 on, refined.
 *
 * @param r the value at lag 0
 * @param least maxima that are not higher are left out
 * @param costs what each lag costs: shorter ones are better
 * @param room how many are kept
 * @param tops receives the place and the height of each
 * @param merits room for as many numbers
 * @returns how many there are
 */
export function collectMaxima(
  r: usize,
  maximumLag: i32,
  least: f64,
  costs: usize,
  room: i32,
  weights: usize,
  tops: usize,
  merits: usize,
): i32 {
  let kept = 0
  for (let lag = 2; lag <= maximumLag; lag++) {
    const at = r + bytes(lag)
    const here = load<f64>(at)
    if (here <= least || here <= load<f64>(at - 8) || here < load<f64>(at + 8)) continue
    const merit = here - load<f64>(costs + bytes(lag))
    let place = kept
    if (kept < room) kept++
    else {
      // It replaces the weakest, or is dropped if it is weaker itself.
      place = 0
      for (let i = 1; i < room; i++) if (load<f64>(merits + bytes(i)) < load<f64>(merits + bytes(place))) place = i
      if (!(merit > load<f64>(merits + bytes(place)))) continue
    }
    store<f64>(merits + bytes(place), merit)
    store<f64>(tops + bytes(2 * place), <f64>lag)
  }
  for (let i = 0; i < kept; i++) {
    const top = tops + bytes(2 * i)
    refineMaximum(r, <i32>load<f64>(top), weights, top)
  }
  return kept
}

/**
 * The height of the largest maximum from lag 2 on, refined; 0 if there is none. Interpolation may exceed 1, the largest
 * possible correlation.
 *
 * @param share a maximum exceeds its highest value by less, so lower ones are not refined
 * @param rounding the least by which a maximum exceeds the value before
 * @param top room for two numbers
 */
export function largestMaximum(r: usize, maximumLag: i32, share: f64, rounding: f64, weights: usize, top: usize): f64 {
  let best: f64 = 0
  for (let lag = 2; lag <= maximumLag; lag++) {
    const at = r + bytes(lag)
    const here = load<f64>(at)
    if (here < share * best) continue
    if (here <= load<f64>(at - 8) + rounding || here < load<f64>(at + 8)) continue
    refineMaximum(r, lag, weights, top)
    const height = load<f64>(top, 8)
    best = max(best, height > 1 ? 1 / height : height)
  }
  return best
}
