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

/** sums = sums + x + y */
export function addBoth(x: usize, y: usize, count: i32, sums: usize): void {
  for (let i: usize = 0; i < bytes(count); i += 16) {
    v128.store(sums + i, f64x2.add(v128.load(sums + i), f64x2.add(v128.load(x + i), v128.load(y + i))))
  }
}

/** Σ x, 64-bit */
export function total(x: usize, count: i32): f64 {
  let sums = f64x2.splat(0)
  let i = 0
  for (; i <= count - 2; i += 2, x += 16) sums = f64x2.add(sums, v128.load(x))
  const sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)
  return i < count ? sum + load<f64>(x) : sum
}

/** The distance between the amplitudes of a spectrum of power, scaled by its total, and those before, which it replaces. */
export function changeOfShape(power: usize, count: i32, sum: f64, before: usize): f64 {
  let squares: f64 = 0
  for (let i: usize = 0; i < bytes(count); i += 8) {
    const amplitude = sqrt(load<f64>(power + i) / sum)
    const away = amplitude - load<f64>(before + i)
    squares += away * away
    store<f64>(before + i, amplitude)
  }
  return sqrt(squares)
}
