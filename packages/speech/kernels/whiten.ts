// Linear prediction and the envelopes of bands, for the glottal-to-noise excitation ratio.
import { bytes } from './memory'

/**
 * Coefficients of linear prediction by autocorrelation (Levinson and Durbin).
 *
 * @param frame 64-bit
 * @param r room for `order` + 1 numbers
 * @param coefficients receives `order` numbers; `previous` has room for as many
 */
export function predict(frame: usize, length: i32, order: i32, r: usize, coefficients: usize, previous: usize): void {
  for (let lag = 0; lag <= order; lag++) {
    let sums = f64x2.splat(0)
    const shift = bytes(lag)
    let i = lag
    for (; i <= length - 2; i += 2) {
      const at = frame + bytes(i)
      sums = f64x2.add(sums, f64x2.mul(v128.load(at), v128.load(at - shift)))
    }
    let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)
    if (i < length) sum += load<f64>(frame + bytes(i)) * load<f64>(frame + bytes(i) - shift)
    store<f64>(r + shift, sum)
  }
  memory.fill(coefficients, 0, bytes(order))
  let error = load<f64>(r)
  for (let k = 0; k < order && error > 0; k++) {
    let sum = load<f64>(r + bytes(k + 1))
    for (let i = 0; i < k; i++) sum += load<f64>(coefficients + bytes(i)) * load<f64>(r + bytes(k - i))
    const reflection = -sum / error
    memory.copy(previous, coefficients, bytes(k))
    for (let i = 0; i < k; i++) {
      const turned = load<f64>(previous + bytes(k - 1 - i))
      store<f64>(coefficients + bytes(i), load<f64>(previous + bytes(i)) + reflection * turned)
    }
    store<f64>(coefficients + bytes(k), reflection)
    error *= 1 - reflection * reflection
  }
}

/** y[i] = x[i] + Σ c[n] x[i − n − 1], for i from `first` to below `end`; nothing lies before x[0]. */
export function predictionErrors(x: usize, first: i32, end: i32, coefficients: usize, order: i32, y: usize): void {
  for (let i = first; i < end; i++) {
    let error = load<f64>(x + bytes(i))
    const count = min(order, i)
    for (let n = 0; n < count; n++) error += load<f64>(coefficients + bytes(n)) * load<f64>(x + bytes(i - n - 1))
    store<f64>(y + bytes(i), error)
  }
}

/**
 * The bins of one band of a spectrum, weighted with a raised cosine and moved down to 0 Hz, in 32 bits.
 *
 * @param cosine what goes round once in a bandwidth, for each bin; so `sine`
 * @param cosineOfCentre of the middle of the band; so `sineOfCentre`
 */
export function takeBand(
  re: usize,
  im: usize,
  first: i32,
  count: i32,
  cosine: usize,
  sine: usize,
  cosineOfCentre: f64,
  sineOfCentre: f64,
  bandRe: usize,
  bandIm: usize,
): void {
  for (let i = 0; i < count; i++) {
    const at = bytes(first + i)
    const weight = 0.5 + 0.5 * (load<f64>(cosine + at) * cosineOfCentre + load<f64>(sine + at) * sineOfCentre)
    const to = (<usize>i) << 2
    store<f32>(bandRe + to, <f32>(weight * load<f64>(re + at)))
    store<f32>(bandIm + to, <f32>(weight * load<f64>(im + at)))
  }
}

/** The magnitudes of 32-bit numbers about their mean, with a norm of 1; 0 where they are all the same. */
export function normalisedEnvelope(re: usize, im: usize, count: i32, y: usize): void {
  let sum: f64 = 0
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const r = load<f32>(re + i)
    const m = load<f32>(im + i)
    const magnitude = sqrt(r * r + m * m)
    store<f32>(y + i, magnitude)
    sum += <f64>magnitude
  }
  const mean = sum / <f64>count
  let squares: f64 = 0
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const away = <f64>load<f32>(y + i) - mean
    squares += away * away
  }
  const scale = squares > 0 ? 1 / sqrt(squares) : 0
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    store<f32>(y + i, <f32>(scale * (<f64>load<f32>(y + i) - mean)))
  }
}
