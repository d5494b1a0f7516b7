// Burg's method: the predictor that leaves least power both forwards and backwards.
import { bytes } from './memory'

/**
 * The coefficients of z^order + c[0] z^(order−1) + … from the products of samples `order` apart at most, so the prediction
 * errors of each step need not be computed for the whole frame.
 *
 * @param x the frame, with order + 4 zeros behind it
 * @param work room for 4 · order + 8 numbers
 * @returns false for a silent frame
 * @see Vos 2013, "A fast implementation of Burg's method"
 */
export function burg(x: usize, length: i32, order: i32, coefficients: usize, work: usize): bool {
  const products = work
  const g = products + bytes(order + 4)
  const r = g + bytes(order + 2)
  const predictor = r + bytes(order + 1)
  sumProducts(x, length, order + 1, products)
  const last = x + bytes(length - 1)
  store<f64>(predictor, 1)
  store<f64>(r, 2 * load<f64>(products, 8))
  store<f64>(g, 2 * load<f64>(products) - squareOf(x) - squareOf(last))
  store<f64>(g, load<f64>(r), 8)
  for (let i = 0; ; i++) {
    let product: f64 = 0
    let power: f64 = 0
    for (let j = 0; j <= i; j++) {
      const weight = load<f64>(predictor + bytes(j))
      product += weight * load<f64>(g + bytes(i + 1 - j))
      power += weight * load<f64>(g + bytes(j))
    }
    if (!(power > 0)) return false
    const reflection = -product / power
    store<f64>(predictor + bytes(i + 1), 0)
    addMirrored(predictor, i + 2, reflection)
    if (i + 1 === order) break

    const next = load<f64>(x + bytes(i + 1))
    const previous = load<f64>(last - bytes(i + 1))
    for (let j = i; j >= 0; j--) {
      const left = load<f64>(x + bytes(j)) * next + load<f64>(last - bytes(j)) * previous
      store<f64>(r + bytes(j + 1), load<f64>(r + bytes(j)) - left)
    }
    store<f64>(r, 2 * load<f64>(products + bytes(i + 2)))

    // The samples at both ends leave the sums of the next step.
    addMirrored(g, i + 2, reflection)
    let ahead: f64 = 0
    let behind: f64 = 0
    let entering: f64 = 0
    for (let j = 0; j < i + 2; j++) {
      const weight = load<f64>(predictor + bytes(j))
      ahead += weight * load<f64>(x + bytes(i + 1 - j))
      behind += weight * load<f64>(last - bytes(i + 1 - j))
      entering += weight * load<f64>(r + bytes(j))
    }
    for (let j = 0; j < i + 2; j++) {
      const left = ahead * load<f64>(x + bytes(i + 1 - j)) + behind * load<f64>(last - bytes(i + 1 - j))
      store<f64>(g + bytes(j), load<f64>(g + bytes(j)) - left)
    }
    store<f64>(g + bytes(i + 2), entering)
  }
  memory.copy(coefficients, predictor + 8, bytes(order))
  return true
}

function squareOf(x: usize): f64 {
  return load<f64>(x) * load<f64>(x)
}

/** y[j] + factor · y[count − 1 − j] for each j, in place. */
function addMirrored(y: usize, count: i32, factor: f64): void {
  for (let j = 0; j < count - 1 - j; j++) {
    const early = y + bytes(j)
    const late = y + bytes(count - 1 - j)
    const value = load<f64>(early)
    const mirrored = load<f64>(late)
    store<f64>(early, value + factor * mirrored)
    store<f64>(late, mirrored + factor * value)
  }
  if ((count & 1) === 0) return
  const middle = y + bytes(count >> 1)
  store<f64>(middle, load<f64>(middle) * (1 + factor))
}

/** products[lag] = Σ x[i] x[i + lag], for four lags at a time; up to three lags more than asked for are written. */
function sumProducts(x: usize, length: i32, lags: i32, products: usize): void {
  for (let lag = 0; lag < lags; lag += 4) {
    let a = f64x2.splat(0)
    let b = f64x2.splat(0)
    let c = f64x2.splat(0)
    let d = f64x2.splat(0)
    const end = x + bytes(length)
    let later = x + bytes(lag)
    for (let at = x; at < end; at += 16, later += 16) {
      const here = v128.load(at)
      a = f64x2.add(a, f64x2.mul(here, v128.load(later)))
      b = f64x2.add(b, f64x2.mul(here, v128.load(later, 8)))
      c = f64x2.add(c, f64x2.mul(here, v128.load(later, 16)))
      d = f64x2.add(d, f64x2.mul(here, v128.load(later, 24)))
    }
    v128.store(products + bytes(lag), f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3)))
    v128.store(products + bytes(lag), f64x2.add(v128.shuffle<f64>(c, d, 0, 2), v128.shuffle<f64>(c, d, 1, 3)), 16)
  }
}
