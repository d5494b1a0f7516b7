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
  for (let m = 0; m < order; m++) {
    // The backward errors lag one behind: b[i − 1] meets f[i]. Both arrays are kept so that they meet at one place.
    const count = length - m - 1
    const f = forward + bytes(m + 1)
    const b = backward
    const even = bytes(count & ~1)
    let products = f64x2.splat(0)
    let powers = f64x2.splat(0)
    for (let i: usize = 0; i < even; i += 16) {
      const ahead = v128.load(f + i)
      const behind = v128.load(b + i)
      products = f64x2.add(products, f64x2.mul(ahead, behind))
      powers = f64x2.add(powers, f64x2.add(f64x2.mul(ahead, ahead), f64x2.mul(behind, behind)))
    }
    let product = total(products)
    let power = total(powers)
    if (count & 1) {
      const ahead = load<f64>(f + even)
      const behind = load<f64>(b + even)
      product += ahead * behind
      power += ahead * ahead + behind * behind
    }
    if (!(power > 0)) return false
    const reflection = (-2 * product) / power
    memory.copy(previous, coefficients, bytes(order))
    store<f64>(coefficients + bytes(m), reflection)
    for (let i = 0; i < m; i++) {
      const turned = load<f64>(previous + bytes(m - 1 - i))
      store<f64>(coefficients + bytes(i), load<f64>(previous + bytes(i)) + reflection * turned)
    }
    const reflections = f64x2.splat(reflection)
    for (let i: usize = 0; i < even; i += 16) {
      const ahead = v128.load(f + i)
      const behind = v128.load(b + i)
      v128.store(f + i, f64x2.add(ahead, f64x2.mul(reflections, behind)))
      v128.store(b + i, f64x2.add(behind, f64x2.mul(reflections, ahead)))
    }
    if (count & 1) {
      const ahead = load<f64>(f + even)
      const behind = load<f64>(b + even)
      store<f64>(f + even, ahead + reflection * behind)
      store<f64>(b + even, behind + reflection * ahead)
    }
  }
  return true
}
