// The second half of the cepstrum, in 32-bit numbers, four at a time.
import { bytes } from './memory'

function swapped(x: v128): v128 {
  return v128.shuffle<f32>(x, x, 3, 2, 1, 0)
}

function room32(count: i32): usize {
  return (<usize>count) << 2
}

/**
 * The natural logarithm of 1e-37 and the power spectra of two real signals, x and y, that went through one transform as
 * x + i·y. The spectra, in 64 bits, are kept: between harmonics, they may lie far below the precision of 32 bits.
 *
 * @param logX receives the logarithms of x, all `length` bins, in 32 bits
 */
export function logPowerSpectra(re: usize, im: usize, length: i32, logX: usize, logY: usize): void {
  const quarter = f64x2.splat(0.25)
  const half = length >> 1
  store<f32>(logX, <f32>(load<f64>(re) * load<f64>(re)))
  store<f32>(logY, <f32>(load<f64>(im) * load<f64>(im)))
  for (let k = 1; k < half; k += 2) {
    const at = bytes(k)
    const mirror = bytes(length - k - 1)
    const ar = v128.load(re + at)
    const ai = v128.load(im + at)
    const mirrorRe = v128.load(re + mirror)
    const mirrorIm = v128.load(im + mirror)
    const br = v128.shuffle<f64>(mirrorRe, mirrorRe, 1, 0)
    const bi = v128.shuffle<f64>(mirrorIm, mirrorIm, 1, 0)
    const xr = f64x2.add(ar, br)
    const xi = f64x2.sub(ai, bi)
    const yr = f64x2.add(ai, bi)
    const yi = f64x2.sub(br, ar)
    const x = f64x2.mul(quarter, f64x2.add(f64x2.mul(xr, xr), f64x2.mul(xi, xi)))
    const y = f64x2.mul(quarter, f64x2.add(f64x2.mul(yr, yr), f64x2.mul(yi, yi)))
    v128.store64_lane(logX + room32(k), f32x4.demote_f64x2_zero(x), 0)
    v128.store64_lane(logY + room32(k), f32x4.demote_f64x2_zero(y), 0)
  }
  const least = f32x4.splat(1e-37)
  for (let k: usize = 0; k <= room32(half); k += 16) {
    v128.store(logX + k, log(f32x4.add(v128.load(logX + k), least)))
    v128.store(logY + k, log(f32x4.add(v128.load(logY + k), least)))
  }
  // The middle bin is its own mirror.
  for (let k = 1; k < half; k += 4) {
    const mirror = room32(length - k - 3)
    v128.store(logX + mirror, swapped(v128.load(logX + room32(k))))
    v128.store(logY + mirror, swapped(v128.load(logY + room32(k))))
  }
}

/** y = x² */
export function squares(x: usize, count: i32, y: usize): void {
  for (let i: usize = 0; i < room32(count); i += 16) {
    const value = v128.load(x + i)
    v128.store(y + i, f32x4.mul(value, value))
  }
}

/** y = y + weight · x */
export function addWeighted(x: usize, count: i32, weight: f32, y: usize): void {
  const weights = f32x4.splat(weight)
  for (let i: usize = 0; i < room32(count); i += 16) {
    v128.store(y + i, f32x4.add(v128.load(y + i), f32x4.mul(weights, v128.load(x + i))))
  }
}

/** y = 10 log₁₀(x · weights + floor) */
export function weightedDecibels(x: usize, weights: usize, count: i32, floor: f32, y: usize): void {
  const least = f32x4.splat(floor)
  const factor = f32x4.splat(4.342944819032518) // 10 / ln 10
  for (let i: usize = 0; i < room32(count); i += 16) {
    const value = f32x4.mul(v128.load(x + i), v128.load(weights + i))
    v128.store(y + i, f32x4.mul(factor, log(f32x4.add(value, least))))
  }
}

/**
 * The height of the highest point from `first` to `last` above the trend. The trend is Theil's line by his incomplete
 * method: its slope is the median of the slopes from each point of the first half to its partner in the second, so the
 * peak hardly changes it.
 *
 * @param levels 32-bit
 * @param from the first point of the trend
 * @param values room for `bins` 64-bit numbers
 * @see Theil 1950, "A rank-invariant method of linear and polynomial regression analysis"
 */
export function prominence(levels: usize, bins: i32, from: i32, first: i32, last: i32, values: usize): f64 {
  const points = bins - from
  const pairs = points >> 1
  const offset = points - pairs
  const start = levels + room32(from)
  for (let i = 0; i < pairs; i++) {
    const rise = <f64>load<f32>(start + room32(i + offset)) - <f64>load<f32>(start + room32(i))
    store<f64>(values + bytes(i), rise / <f64>offset)
  }
  const slope = median(values, pairs)
  for (let i = 0; i < points; i++) {
    store<f64>(values + bytes(i), <f64>load<f32>(start + room32(i)) - slope * <f64>(from + i))
  }
  const intercept = median(values, points)
  let best = first
  let height = over(levels, first, intercept, slope)
  for (let q = first + 1; q <= last; q++) {
    const here = over(levels, q, intercept, slope)
    if (here <= height) continue
    best = q
    height = here
  }
  const before = over(levels, best - 1, intercept, slope)
  const after = over(levels, best + 1, intercept, slope)
  const bend = 2 * height - before - after
  const isTop = bend > 0 && before <= height && after <= height
  const shift = isTop ? (after - before) / (2 * bend) : 0
  return height + (shift * (after - before)) / 4
}

function over(levels: usize, q: i32, intercept: f64, slope: f64): f64 {
  return <f64>load<f32>(levels + room32(q)) - (intercept + slope * <f64>q)
}

/** The median by selection (Hoare 1961, "Algorithm 65: Find"); the order of the values changes. */
function median(values: usize, count: i32): f64 {
  const middle = count >> 1
  const upper = select(values, count, middle)
  if (count & 1) return upper
  let lower = -Infinity
  for (let i = 0; i < middle; i++) lower = max(lower, load<f64>(values + bytes(i)))
  return (lower + upper) / 2
}

/** The value at `rank` in ascending order; smaller values are moved before it, larger ones behind. */
function select(values: usize, count: i32, rank: i32): f64 {
  const place = values + bytes(rank)
  let left = values
  let right = values + bytes(count - 1)
  while (left < right) {
    const pivot = load<f64>(place)
    let i = left
    let j = right
    while (i <= j) {
      while (load<f64>(i) < pivot) i += 8
      while (pivot < load<f64>(j)) j -= 8
      if (i > j) break
      const swap = load<f64>(i)
      store<f64>(i, load<f64>(j))
      store<f64>(j, swap)
      i += 8
      j -= 8
    }
    if (j < place) left = i
    if (place < i) right = j
  }
  return load<f64>(place)
}

/**
 * Natural logarithm of four normal, positive numbers: 2^e · m with m in √½ … √2, whose logarithm is 2 artanh(s),
 * s = (m − 1) / (m + 1), by its power series up to s^9.
 */
function log(x: v128): v128 {
  const one = f32x4.splat(1)
  const exponent = f32x4.convert_i32x4_s(i32x4.sub(i32x4.shr_u(x, 23), i32x4.splat(127)))
  const mantissa = v128.or(v128.and(x, i32x4.splat(0x007fffff)), i32x4.splat(0x3f800000))
  const isLarge = f32x4.gt(mantissa, f32x4.splat(<f32>Math.SQRT2))
  const m = v128.bitselect(f32x4.mul(mantissa, f32x4.splat(0.5)), mantissa, isLarge)
  const e = f32x4.add(exponent, v128.and(isLarge, one))
  const s = f32x4.div(f32x4.sub(m, one), f32x4.add(m, one))
  const z = f32x4.mul(s, s)
  let series = f32x4.splat(1.0 / 9)
  series = f32x4.add(f32x4.mul(series, z), f32x4.splat(1.0 / 7))
  series = f32x4.add(f32x4.mul(series, z), f32x4.splat(1.0 / 5))
  series = f32x4.add(f32x4.mul(series, z), f32x4.splat(1.0 / 3))
  series = f32x4.add(f32x4.mul(series, z), one)
  const logMantissa = f32x4.mul(f32x4.add(s, s), series)
  return f32x4.add(f32x4.mul(e, f32x4.splat(<f32>Math.LN2)), logMantissa)
}
