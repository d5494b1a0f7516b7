import { bytes } from './memory'

const maxIterations = 100
const closeEnough: f64 = 1e-12

/**
 * All roots of z^n + c[0] z^(n−1) + … + c[n−1] at once.
 *
 * @param degree an even number
 * @param re the initial values, all different, and the result; so `im`
 * @see Aberth 1973, "Iteration methods for finding all zeros of a polynomial simultaneously"
 */
export function findRoots(coefficients: usize, degree: i32, re: usize, im: usize): void {
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    let largest: f64 = 0
    for (let k = 0; k < degree; k++) {
      const x = load<f64>(re + bytes(k))
      const y = load<f64>(im + bytes(k))
      // Horner's scheme for the value p and the slope d.
      let pr: f64 = 1
      let pi: f64 = 0
      let dr: f64 = 0
      let di: f64 = 0
      for (let i = 0; i < degree; i++) {
        const slope = dr * x - di * y + pr
        di = dr * y + di * x + pi
        dr = slope
        const value = pr * x - pi * y + load<f64>(coefficients + bytes(i))
        pi = pr * y + pi * x
        pr = value
      }
      // A root is at no distance from itself, which adds 0.
      let repels = f64x2.splat(0)
      let turns = f64x2.splat(0)
      for (let j: usize = 0; j < bytes(degree); j += 16) {
        const ax = f64x2.sub(f64x2.splat(x), v128.load(re + j))
        const ay = f64x2.sub(f64x2.splat(y), v128.load(im + j))
        const square = f64x2.add(f64x2.mul(ax, ax), f64x2.mul(ay, ay))
        const weight = f64x2.div(f64x2.splat(1), f64x2.add(square, f64x2.splat(1e-300)))
        repels = f64x2.add(repels, f64x2.mul(ax, weight))
        turns = f64x2.add(turns, f64x2.mul(ay, weight))
      }
      const repelRe = f64x2.extract_lane(repels, 0) + f64x2.extract_lane(repels, 1)
      const repelIm = -f64x2.extract_lane(turns, 0) - f64x2.extract_lane(turns, 1)
      // The step is p / (d − p · Σ 1/(z − z_j)).
      const denominatorRe = dr - (pr * repelRe - pi * repelIm)
      const denominatorIm = di - (pr * repelIm + pi * repelRe)
      const square = denominatorRe * denominatorRe + denominatorIm * denominatorIm
      if (square === 0) continue
      const stepRe = (pr * denominatorRe + pi * denominatorIm) / square
      const stepIm = (pi * denominatorRe - pr * denominatorIm) / square
      store<f64>(re + bytes(k), x - stepRe)
      store<f64>(im + bytes(k), y - stepIm)
      largest = max(largest, stepRe * stepRe + stepIm * stepIm)
    }
    if (largest < closeEnough) return
  }
}
