// One pass over the samples of a recording: 32-bit samples, 64-bit results.
import { bytes } from './memory'

/** Adds the sum and the sum of squares of the samples to `found`, whose next two numbers are the extremes so far. */
export function scan(x: usize, count: i32, found: usize): void {
  let sums = f64x2.splat(0)
  let squares = f64x2.splat(0)
  let lowest = f32x4.splat(<f32>load<f64>(found, 16))
  let highest = f32x4.splat(<f32>load<f64>(found, 24))
  let i = 0
  for (; i <= count - 4; i += 4, x += 16) {
    const values = v128.load(x)
    const first = f64x2.promote_low_f32x4(values)
    const second = f64x2.promote_low_f32x4(v128.shuffle<f64>(values, values, 1, 0))
    sums = f64x2.add(sums, f64x2.add(first, second))
    squares = f64x2.add(squares, f64x2.add(f64x2.mul(first, first), f64x2.mul(second, second)))
    lowest = f32x4.pmin(lowest, values)
    highest = f32x4.pmax(highest, values)
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)
  let square = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1)
  let least = min(
    min(f32x4.extract_lane(lowest, 0), f32x4.extract_lane(lowest, 1)),
    min(f32x4.extract_lane(lowest, 2), f32x4.extract_lane(lowest, 3)),
  )
  let most = max(
    max(f32x4.extract_lane(highest, 0), f32x4.extract_lane(highest, 1)),
    max(f32x4.extract_lane(highest, 2), f32x4.extract_lane(highest, 3)),
  )
  for (; i < count; i++, x += 4) {
    const value = load<f32>(x)
    sum += <f64>value
    square += <f64>value * <f64>value
    least = min(least, value)
    most = max(most, value)
  }
  store<f64>(found, load<f64>(found) + sum)
  store<f64>(found, load<f64>(found, 8) + square, 8)
  store<f64>(found, <f64>least, 16)
  store<f64>(found, <f64>most, 24)
}

/**
 * The powers of a frame under a Hann window at the multiples 1 … `count` of one frequency, by Goertzel's recursion.
 *
 * @param cosineOfStep cos(2π / length); `cosineOfHalf`: of half of that
 * @param factors twice the cosine of the turn per sample of each multiple, from index 1 on
 * @param y room for `length` numbers
 * @param powers receives them from its index 1 on
 */
export function powersAtMultiples(
  x: usize,
  length: i32,
  cosineOfStep: f64,
  cosineOfHalf: f64,
  factors: usize,
  count: i32,
  y: usize,
  powers: usize,
): void {
  // cos(2π (i + ½) / length) by recursion.
  const turns = 2 * cosineOfStep
  let here = cosineOfHalf
  let before = here
  for (let i = 0; i < length; i++) {
    store<f64>(y + bytes(i), <f64>load<f32>(x + ((<usize>i) << 2)) * (0.5 - 0.5 * here))
    const next = turns * here - before
    before = here
    here = next
  }
  for (let k = 1; k <= count; k++) {
    const factor = load<f64>(factors + bytes(k))
    let last: f64 = 0
    let earlier: f64 = 0
    for (let i = 0; i < length; i++) {
      const value = load<f64>(y + bytes(i)) + factor * last - earlier
      earlier = last
      last = value
    }
    store<f64>(powers + bytes(k), last * last + earlier * earlier - factor * last * earlier)
  }
}
