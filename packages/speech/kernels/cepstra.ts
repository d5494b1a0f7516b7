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
