// Correlations between the envelopes of bands: 32-bit numbers, four at a time.

function total(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3))
}

/**
 * The largest correlation of two bands that are at least `apart` bands from each other, shifted by up to `reach` values:
 * by a parabola through the correlations at −1, 0 and 1.
 *
 * @param envelopes `bands` rows of `stride` values, of which `count` are used, each with a mean of 0 and a norm of 1
 */
export function largestLink(envelopes: usize, bands: i32, stride: i32, count: i32, apart: i32, reach: f64): f64 {
  let largest: f64 = 0
  const row = (<usize>stride) << 2
  for (let high = apart; high < bands; high++) {
    for (let low = 0; low <= high - apart; low++) {
      largest = max(largest, link(envelopes + <usize>high * row, envelopes + <usize>low * row, count, reach))
    }
  }
  return largest
}

function link(x: usize, y: usize, count: i32, reach: f64): f64 {
  let befores = f32x4.splat(0)
  let heres = f32x4.splat(0)
  let afters = f32x4.splat(0)
  let i = 1
  for (; i + 4 < count; i += 4) {
    const at = (<usize>i) << 2
    const value = v128.load(x + at)
    befores = f32x4.add(befores, f32x4.mul(value, v128.load(y + at - 4)))
    heres = f32x4.add(heres, f32x4.mul(value, v128.load(y + at)))
    afters = f32x4.add(afters, f32x4.mul(value, v128.load(y + at, 4)))
  }
  let before: f64 = total(befores)
  let here: f64 = total(heres)
  let after: f64 = total(afters)
  for (; i + 1 < count; i++) {
    const at = (<usize>i) << 2
    const value: f64 = load<f32>(x + at)
    before += value * load<f32>(y + at - 4)
    here += value * load<f32>(y + at)
    after += value * load<f32>(y + at + 4)
  }
  const bend = 2 * here - before - after
  const top = bend > 0 ? (after - before) / (2 * bend) : after > before ? reach : -reach
  const shift = max(-reach, min(reach, top))
  return here + (shift * (after - before)) / 2 - (shift * shift * bend) / 2
}
