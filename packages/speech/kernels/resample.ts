import { bytes } from './memory'

/**
 * y[i] = Σ x[first[i] + tap] · weights[kernel[i] + tap], tap < taps: 32-bit samples, weights, places and results.
 *
 * @param places pairs of `first` and `kernel`, in elements
 * @param taps a multiple of four
 */
export function interpolate(x: usize, weights: usize, taps: i32, places: usize, count: i32, y: usize): void {
  for (let i = 0; i < count; i++, places += 8) {
    let from = x + ((<usize>load<i32>(places)) << 2)
    let weight = weights + bytes(load<i32>(places, 4))
    const end = weight + bytes(taps)
    let a = f64x2.splat(0)
    let b = f64x2.splat(0)
    for (; weight < end; weight += 32, from += 16) {
      a = f64x2.add(a, f64x2.mul(v128.load(weight), f64x2.promote_low_f32x4(v128.load64_zero(from))))
      b = f64x2.add(b, f64x2.mul(v128.load(weight, 16), f64x2.promote_low_f32x4(v128.load64_zero(from, 8))))
    }
    const both = f64x2.add(a, b)
    store<f32>(y + ((<usize>i) << 2), <f32>(f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)))
  }
}

/**
 * Where each new sample lies among the old ones: pairs of `first` and `kernel` for `interpolate`.
 *
 * @param at the first new sample
 * @param middle of the old recording and of the new one, in samples
 * @param offset the old sample with which the frame begins
 */
export function placeSamples(
  at: i32,
  count: i32,
  middle: f64,
  newMiddle: f64,
  fromHz: f64,
  toHz: f64,
  phases: i32,
  taps: i32,
  offset: i32,
  places: usize,
): void {
  for (let i = 0; i < count; i++, places += 8) {
    const place = (middle + ((<f64>(at + i) - newMiddle) * fromHz) / toHz) * <f64>phases
    const nearest = <i64>floor(place + 0.5)
    const base = <i64>floor(<f64>nearest / <f64>phases)
    store<i32>(places, <i32>(base - <i64>offset) - (taps >> 1) + 1)
    store<i32>(places, <i32>(nearest - base * phases) * taps, 4)
  }
}

/** 64-bit numbers in 32 bits. */
export function narrow(x: usize, count: i32, y: usize): void {
  let i = 0
  for (; i <= count - 2; i += 2, x += 16, y += 8) v128.store64_lane(y, f32x4.demote_f64x2_zero(v128.load(x)), 0)
  if (i < count) store<f32>(y, <f32>load<f64>(x))
}
