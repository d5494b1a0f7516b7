import { expect, test } from 'vitest'
import { findRoots, scatteredRoots } from './roots.ts'

test('finds the roots from which a polynomial was built', () => {
  // Pairs r·e^(±iθ) give the factors z² − 2 r cos θ z + r².
  const pairs = [
    [0.98, 0.3],
    [0.97, 0.7],
    [0.9, 1.4],
    [0.95, 2.2],
    [0.6, 3],
  ] as const
  let polynomial = [1]
  for (const [r, angle] of pairs) {
    const product = new Array<number>(polynomial.length + 2).fill(0)
    polynomial.forEach((value, i) => {
      product[i]! += value
      product[i + 1]! -= 2 * r * Math.cos(angle) * value
      product[i + 2]! += r * r * value
    })
    polynomial = product
  }
  const roots = scatteredRoots(10)
  findRoots(Float64Array.from(polynomial.slice(1)), roots)
  const angles = Array.from(roots.re, (re, k) => Math.atan2(roots.im[k]!, re)).filter((angle) => angle > 0)
  const sorted = angles.sort((a, b) => a - b)
  pairs.forEach(([, angle], i) => {
    expect(sorted[i]).toBeCloseTo(angle, 8)
  })
})
