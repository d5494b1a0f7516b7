// Spectra of two real signals, x and y, that went through one transform as x + i·y: even parts and odd parts.
// Bin k and its mirror, length − k, are done together, two of each at a time.
import { bytes } from './memory'

function swapped(x: v128): v128 {
  return v128.shuffle<f64>(x, x, 1, 0)
}

/** The power spectrum of x comes to lie in `re`, that of y in `im`. */
export function powerSpectra(re: usize, im: usize, length: i32): void {
  const half = f64x2.splat(0.5)
  store<f64>(re, load<f64>(re) * load<f64>(re))
  store<f64>(im, load<f64>(im) * load<f64>(im))
  for (let k = 1; k < length >> 1; k += 2) {
    const at = bytes(k)
    const mirror = bytes(length - k - 1)
    const ar = v128.load(re + at)
    const ai = v128.load(im + at)
    const br = swapped(v128.load(re + mirror))
    const bi = swapped(v128.load(im + mirror))
    const xr = f64x2.mul(half, f64x2.add(ar, br))
    const xi = f64x2.mul(half, f64x2.sub(ai, bi))
    const yr = f64x2.mul(half, f64x2.add(ai, bi))
    const yi = f64x2.mul(half, f64x2.sub(br, ar))
    const x = f64x2.add(f64x2.mul(xr, xr), f64x2.mul(xi, xi))
    const y = f64x2.add(f64x2.mul(yr, yr), f64x2.mul(yi, yi))
    v128.store(re + at, x)
    v128.store(im + at, y)
    v128.store(re + mirror, swapped(x))
    v128.store(im + mirror, swapped(y))
  }
}

/** The natural logarithm of 1e-300 and the power. */
export function logPowerSpectra(re: usize, im: usize, length: i32): void {
  powerSpectra(re, im, length)
  const least = f64x2.splat(1e-300)
  const half = length >> 1
  for (let k = 0; k <= half; k += 2) {
    v128.store(re + bytes(k), log(f64x2.add(v128.load(re + bytes(k)), least)))
    v128.store(im + bytes(k), log(f64x2.add(v128.load(im + bytes(k)), least)))
  }
  for (let k = 1; k < half; k += 2) {
    const mirror = bytes(length - k - 1)
    v128.store(re + mirror, swapped(v128.load(re + bytes(k))))
    v128.store(im + mirror, swapped(v128.load(im + bytes(k))))
  }
}

/** X*·Y, or i·X*·Y, added to the product when `asImaginary`, put there when not. */
export function crossSpectrum(
  re: usize,
  im: usize,
  length: i32,
  productRe: usize,
  productIm: usize,
  asImaginary: bool,
): void {
  const half = f64x2.splat(0.5)
  const first = load<f64>(re) * load<f64>(im)
  if (asImaginary) store<f64>(productIm, load<f64>(productIm) + first)
  else {
    store<f64>(productRe, first)
    store<f64>(productIm, 0)
  }
  for (let k = 1; k < length >> 1; k += 2) {
    const at = bytes(k)
    const mirror = bytes(length - k - 1)
    const ar = v128.load(re + at)
    const ai = v128.load(im + at)
    const br = swapped(v128.load(re + mirror))
    const bi = swapped(v128.load(im + mirror))
    const xr = f64x2.mul(half, f64x2.add(ar, br))
    const xi = f64x2.mul(half, f64x2.sub(ai, bi))
    const yr = f64x2.mul(half, f64x2.add(ai, bi))
    const yi = f64x2.mul(half, f64x2.sub(br, ar))
    const r = f64x2.add(f64x2.mul(xr, yr), f64x2.mul(xi, yi))
    const i = f64x2.sub(f64x2.mul(xr, yi), f64x2.mul(xi, yr))
    if (asImaginary) {
      // The middle bin is its own mirror and must be read before either of its two places is written.
      const hereRe = f64x2.sub(v128.load(productRe + at), i)
      const hereIm = f64x2.add(v128.load(productIm + at), r)
      const thereRe = f64x2.add(v128.load(productRe + mirror), swapped(i))
      const thereIm = f64x2.add(v128.load(productIm + mirror), swapped(r))
      v128.store(productRe + at, hereRe)
      v128.store(productIm + at, hereIm)
      v128.store(productRe + mirror, thereRe)
      v128.store(productIm + mirror, thereIm)
    } else {
      v128.store(productRe + at, r)
      v128.store(productIm + at, i)
      v128.store(productRe + mirror, swapped(r))
      v128.store(productIm + mirror, swapped(f64x2.neg(i)))
    }
  }
}

/** y = x² */
export function squares(x: usize, count: i32, y: usize): void {
  for (let i: usize = 0; i < bytes(count); i += 16) {
    const value = v128.load(x + i)
    v128.store(y + i, f64x2.mul(value, value))
  }
}

/** y = y + weight · x */
export function addWeighted(x: usize, count: i32, weight: f64, y: usize): void {
  const weights = f64x2.splat(weight)
  for (let i: usize = 0; i < bytes(count); i += 16) {
    v128.store(y + i, f64x2.add(v128.load(y + i), f64x2.mul(weights, v128.load(x + i))))
  }
}

/** x = 10 log₁₀(x + floor) */
export function decibels(x: usize, count: i32, floor: f64): void {
  const least = f64x2.splat(floor)
  const factor = f64x2.splat(4.342944819032518) // 10 / ln 10
  for (let i: usize = 0; i < bytes(count); i += 16) {
    v128.store(x + i, f64x2.mul(factor, log(f64x2.add(v128.load(x + i), least))))
  }
}

/**
 * Natural logarithm of two normal, positive numbers: 2^e · m with m in √½ … √2, whose logarithm is
 * 2 artanh(s), s = (m − 1) / (m + 1), by its power series up to s^15: good to 13 digits.
 */
function log(x: v128): v128 {
  const exponentBits = i64x2.shr_u(x, 52)
  // 2^52 + the biased exponent, made by writing it into the mantissa of 2^52.
  const exponent = f64x2.sub(
    v128.or(exponentBits, i64x2.splat(0x4330000000000000)),
    f64x2.splat(4503599627370496.0 + 1023.0),
  )
  const mantissa = v128.or(v128.and(x, i64x2.splat(0x000fffffffffffff)), i64x2.splat(0x3ff0000000000000))
  const one = f64x2.splat(1)
  const isLarge = f64x2.gt(mantissa, f64x2.splat(Math.SQRT2))
  const m = v128.bitselect(f64x2.mul(mantissa, f64x2.splat(0.5)), mantissa, isLarge)
  const e = f64x2.add(exponent, v128.and(isLarge, one))
  const s = f64x2.div(f64x2.sub(m, one), f64x2.add(m, one))
  const z = f64x2.mul(s, s)
  let series = f64x2.splat(1.0 / 15)
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(1.0 / 13))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(1.0 / 11))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(1.0 / 9))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(1.0 / 7))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(1.0 / 5))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(1.0 / 3))
  series = f64x2.add(f64x2.mul(series, z), one)
  const logMantissa = f64x2.mul(f64x2.add(s, s), series)
  return f64x2.add(f64x2.mul(e, f64x2.splat(Math.LN2)), logMantissa)
}
