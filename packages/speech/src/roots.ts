/** The complex roots of a polynomial, in two arrays of its degree. */
export type Roots = { readonly re: Float64Array; readonly im: Float64Array }

const maxIterations = 100
const closeEnough = 1e-12

/**
 * All roots of z^n + c[0] z^(n−1) + … + c[n−1] at once.
 *
 * @param roots the initial values, all different, and the result; the roots of a similar polynomial save time
 * @see Aberth 1973, "Iteration methods for finding all zeros of a polynomial simultaneously"
 */
export function findRoots(coefficients: Float64Array, roots: Roots) {
  const { re, im } = roots
  const degree = coefficients.length
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    let largest = 0
    for (let k = 0; k < degree; k++) {
      const x = re[k]!
      const y = im[k]!
      // Horner's scheme for the value p and the slope d.
      let pr = 1
      let pi = 0
      let dr = 0
      let di = 0
      for (let i = 0; i < degree; i++) {
        const slope = dr * x - di * y + pr
        di = dr * y + di * x + pi
        dr = slope
        const value = pr * x - pi * y + coefficients[i]!
        pi = pr * y + pi * x
        pr = value
      }
      let repelRe = 0
      let repelIm = 0
      for (let j = 0; j < degree; j++) {
        if (j === k) continue
        const ax = x - re[j]!
        const ay = y - im[j]!
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
      re[k] = x - stepRe
      im[k] = y - stepIm
      largest = Math.max(largest, stepRe * stepRe + stepIm * stepIm)
    }
    if (largest < closeEnough) return
  }
}

/** Different points inside the unit circle, none the mirror image of another. */
export function scatteredRoots(degree: number): Roots {
  const place = (k: number) => (2 * Math.PI * (k + 0.35)) / degree
  return {
    re: Float64Array.from({ length: degree }, (_, k) => 0.9 * Math.cos(place(k))),
    im: Float64Array.from({ length: degree }, (_, k) => 0.9 * Math.sin(place(k))),
  }
}
