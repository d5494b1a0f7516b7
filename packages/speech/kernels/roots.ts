import { bytes } from './memory'

const maxIterations = 100
const closeEnough: f64 = 1e-12

/**
 * All roots of z^n + c[0] z^(n−1) + … + c[n−1] at once.
 *
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
      let repelRe: f64 = 0
      let repelIm: f64 = 0
      for (let j = 0; j < degree; j++) {
        if (j === k) continue
        const ax = x - load<f64>(re + bytes(j))
        const ay = y - load<f64>(im + bytes(j))
        const square = ax * ax + ay * ay + 1e-300
        repelRe += ax / square
        repelIm -= ay / square
      }
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
