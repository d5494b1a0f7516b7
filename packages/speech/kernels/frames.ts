// Frames of a recording: `x` holds 32-bit samples, all else 64-bit numbers. Sums are carried in double precision, in
// four parts, so that their order is fixed and no addition waits for the one before.
import { bytes } from './memory'

function total(a: v128, b: v128): f64 {
  const both = f64x2.add(a, b)
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)
}

function largest(a: v128): f64 {
  return max(f64x2.extract_lane(a, 0), f64x2.extract_lane(a, 1))
}

function two(x: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(x))
}

/** Σ x */
export function sum(x: usize, count: i32): f64 {
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  let i = 0
  for (; i <= count - 4; i += 4, x += 16) {
    a = f64x2.add(a, two(x))
    b = f64x2.add(b, two(x + 8))
  }
  let rest = total(a, b)
  for (; i < count; i++, x += 4) rest += <f64>load<f32>(x)
  return rest
}

/** max |x − level| */
export function peak(x: usize, count: i32, level: f64): f64 {
  const levels = f64x2.splat(level)
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  let i = 0
  for (; i <= count - 4; i += 4, x += 16) {
    a = f64x2.pmax(a, f64x2.abs(f64x2.sub(two(x), levels)))
    b = f64x2.pmax(b, f64x2.abs(f64x2.sub(two(x + 8), levels)))
  }
  let most = largest(f64x2.pmax(a, b))
  for (; i < count; i++, x += 4) most = max(most, abs(<f64>load<f32>(x) - level))
  return most
}

/** y = x − level */
export function subtract(x: usize, count: i32, level: f64, y: usize): void {
  const levels = f64x2.splat(level)
  let i = 0
  for (; i <= count - 2; i += 2, x += 8, y += 16) v128.store(y, f64x2.sub(two(x), levels))
  if (i < count) store<f64>(y, <f64>load<f32>(x) - level)
}

/** y = (x − level) · weights */
export function weigh(x: usize, count: i32, level: f64, weights: usize, y: usize): void {
  const levels = f64x2.splat(level)
  let i = 0
  for (; i <= count - 2; i += 2, x += 8, weights += 16, y += 16) {
    v128.store(y, f64x2.mul(f64x2.sub(two(x), levels), v128.load(weights)))
  }
  if (i < count) store<f64>(y, (<f64>load<f32>(x) - level) * load<f64>(weights))
}

/** y[i] = x[i + 1] − emphasis · x[i]. @returns Σ y */
export function emphasise(x: usize, count: i32, emphasis: f64, y: usize): f64 {
  const factors = f64x2.splat(emphasis)
  let sums = f64x2.splat(0)
  let i = 0
  for (; i <= count - 2; i += 2, x += 8, y += 16) {
    const value = f64x2.sub(two(x + 4), f64x2.mul(factors, two(x)))
    sums = f64x2.add(sums, value)
    v128.store(y, value)
  }
  let rest = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)
  if (i < count) {
    const value = <f64>load<f32>(x + 4) - emphasis * <f64>load<f32>(x)
    store<f64>(y, value)
    rest += value
  }
  return rest
}

/** y = (y − level) · weights, both 64-bit. @returns max |y| */
export function taper(y: usize, count: i32, level: f64, weights: usize): f64 {
  const levels = f64x2.splat(level)
  let most = f64x2.splat(0)
  let i = 0
  for (; i <= count - 2; i += 2, y += 16, weights += 16) {
    const value = f64x2.mul(f64x2.sub(v128.load(y), levels), v128.load(weights))
    most = f64x2.pmax(most, f64x2.abs(value))
    v128.store(y, value)
  }
  const found = largest(most)
  if (i === count) return found
  const value = (load<f64>(y) - level) * load<f64>(weights)
  store<f64>(y, value)
  return max(found, abs(value))
}

/** Σ weights · (x − level)² */
export function weightedPower(x: usize, count: i32, level: f64, weights: usize): f64 {
  const levels = f64x2.splat(level)
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  let i = 0
  for (; i <= count - 4; i += 4, x += 16, weights += 32) {
    const first = f64x2.sub(two(x), levels)
    const second = f64x2.sub(two(x + 8), levels)
    a = f64x2.add(a, f64x2.mul(v128.load(weights), f64x2.mul(first, first)))
    b = f64x2.add(b, f64x2.mul(v128.load(weights, 16), f64x2.mul(second, second)))
  }
  let power = total(a, b)
  for (; i < count; i++, x += 4, weights += 8) {
    const deviation = <f64>load<f32>(x) - level
    power += load<f64>(weights) * deviation * deviation
  }
  return power
}

/** Energy of `width` values from each place on: energy[lag] = Σ y[lag + i]², i < width. */
export function energies(y: usize, width: i32, lags: i32, energy: usize): void {
  let sum: f64 = 0
  for (let i = 0; i < width; i++) sum += load<f64>(y + bytes(i)) * load<f64>(y + bytes(i))
  for (let lag = 0; lag < lags; lag++) {
    store<f64>(energy + bytes(lag), sum)
    const leaves = load<f64>(y + bytes(lag))
    const enters = load<f64>(y + bytes(lag + width))
    sum += enters * enters - leaves * leaves
  }
}

/** product[lag] / (scale · √(energy[0] · energy[lag])), 0 where there is no energy */
export function normalise(product: usize, energy: usize, lags: i32, scale: f64, r: usize): void {
  const zero = f64x2.splat(0)
  const first = f64x2.splat(load<f64>(energy))
  const scales = f64x2.splat(scale)
  // One more than asked for may be written: the arrays are of even length.
  for (let lag = 0; lag < lags; lag += 2) {
    const power = f64x2.mul(first, v128.load(energy + bytes(lag)))
    const value = f64x2.div(v128.load(product + bytes(lag)), f64x2.mul(scales, f64x2.sqrt(power)))
    v128.store(r + bytes(lag), v128.bitselect(value, zero, f64x2.gt(power, zero)))
  }
}

/** y = x · weights · factor */
export function multiply(x: usize, weights: usize, count: i32, factor: f64, y: usize): void {
  const factors = f64x2.splat(factor)
  for (let i: usize = 0; i < bytes(count); i += 16) {
    v128.store(y + i, f64x2.mul(f64x2.mul(v128.load(x + i), v128.load(weights + i)), factors))
  }
}

/**
 * Correlation of `length` values with those `shift` places on, for each shift from 0 to below `shifts`:
 * r = Σ x[i] y[i + shift] / √(Σ x[i]² · Σ y[i + shift]²), 0 without energy. All 64-bit.
 */
export function correlate(x: usize, y: usize, length: i32, shifts: i32, r: usize): void {
  let own: f64 = 0
  let energy: f64 = 0
  for (let i: usize = 0; i < bytes(length); i += 8) {
    own += load<f64>(x + i) * load<f64>(x + i)
    energy += load<f64>(y + i) * load<f64>(y + i)
  }
  const even = bytes(length & ~1)
  for (let shift = 0; shift < shifts; shift += 4) {
    const from = y + bytes(shift)
    let a = f64x2.splat(0)
    let b = f64x2.splat(0)
    let c = f64x2.splat(0)
    let d = f64x2.splat(0)
    for (let i: usize = 0; i < even; i += 16) {
      const here = v128.load(x + i)
      a = f64x2.add(a, f64x2.mul(here, v128.load(from + i)))
      b = f64x2.add(b, f64x2.mul(here, v128.load(from + i, 8)))
      c = f64x2.add(c, f64x2.mul(here, v128.load(from + i, 16)))
      d = f64x2.add(d, f64x2.mul(here, v128.load(from + i, 24)))
    }
    let ab = f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3))
    let cd = f64x2.add(v128.shuffle<f64>(c, d, 0, 2), v128.shuffle<f64>(c, d, 1, 3))
    if (length & 1) {
      const last = v128.load64_splat(x + even)
      ab = f64x2.add(ab, f64x2.mul(last, v128.load(from + even)))
      cd = f64x2.add(cd, f64x2.mul(last, v128.load(from + even, 16)))
    }
    v128.store(r + bytes(shift), ab)
    v128.store(r + bytes(shift), cd, 16)
  }
  for (let shift = 0; shift < shifts; shift++) {
    const power = own * energy
    const at = r + bytes(shift)
    store<f64>(at, power > 0 ? load<f64>(at) / sqrt(power) : 0)
    const leaves = load<f64>(y + bytes(shift))
    const enters = load<f64>(y + bytes(shift + length))
    energy = max(0, energy + enters * enters - leaves * leaves)
  }
}
