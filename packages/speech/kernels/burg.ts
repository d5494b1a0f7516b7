// Burg's method: the predictor that leaves least power both forwards and backwards.
import { bytes } from './memory'

function total(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1)
}

/**
 * The coefficients of z^order + c[0] z^(order−1) + …
 *
 * @param forward the frame; both it and `backward`, a copy of it, are used up
 * @param previous room for `order` numbers
 * @returns false for a silent frame
 */
export function burg(
  forward: usize,
  backward: usize,
  length: i32,
  order: i32,
  coefficients: usize,
  previous: usize,
): bool {
  // b[i − 1] meets f[i]: after m steps the backward errors begin at place 0 and the forward ones at place m + 1.
  let products = f64x2.splat(0)
  let powers = f64x2.splat(0)
  let product: f64 = 0
  let power: f64 = 0
  for (let i = 0; i < length - 1; i++) {
    const ahead = load<f64>(forward + bytes(i + 1))
    const behind = load<f64>(backward + bytes(i))
    product += ahead * behind
    power += ahead * ahead + behind * behind
  }
  for (let m = 0; m < order; m++) {
    if (!(power > 0)) return false
    const reflection = (-2 * product) / power
    memory.copy(previous, coefficients, bytes(order))
    store<f64>(coefficients + bytes(m), reflection)
    for (let i = 0; i < m; i++) {
      const turned = load<f64>(previous + bytes(m - 1 - i))
      store<f64>(coefficients + bytes(i), load<f64>(previous + bytes(i)) + reflection * turned)
    }
    if (m + 1 === order) break

    // Filters both ways and, one place later, sums what the next step needs: f[i + 1] then meets b[i].
    const count = length - m - 1
    const f = forward + bytes(m + 1)
    const b = backward
    const reflections = f64x2.splat(reflection)
    const firstAhead = load<f64>(f)
    store<f64>(f, firstAhead + reflection * load<f64>(b))
    const firstBehind = load<f64>(b) + reflection * firstAhead
    store<f64>(b, firstBehind)
    let last = f64x2.splat(firstBehind)
    products = f64x2.splat(0)
    powers = f64x2.splat(0)
    let i = 1
    for (; i <= count - 2; i += 2) {
      const at = bytes(i)
      const ahead = v128.load(f + at)
      const behind = v128.load(b + at)
      const newAhead = f64x2.add(ahead, f64x2.mul(reflections, behind))
      const newBehind = f64x2.add(behind, f64x2.mul(reflections, ahead))
      v128.store(f + at, newAhead)
      v128.store(b + at, newBehind)
      const met = v128.shuffle<f64>(last, newBehind, 1, 2)
      last = newBehind
      products = f64x2.add(products, f64x2.mul(newAhead, met))
      powers = f64x2.add(powers, f64x2.add(f64x2.mul(newAhead, newAhead), f64x2.mul(met, met)))
    }
    product = total(products)
    power = total(powers)
    if (i < count) {
      const at = bytes(i)
      const ahead = load<f64>(f + at)
      const behind = load<f64>(b + at)
      const newAhead = ahead + reflection * behind
      const met = f64x2.extract_lane(last, 1)
      store<f64>(f + at, newAhead)
      store<f64>(b + at, behind + reflection * ahead)
      product += newAhead * met
      power += newAhead * newAhead + met * met
    }
  }
  return true
}
