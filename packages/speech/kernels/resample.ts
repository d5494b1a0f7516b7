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
