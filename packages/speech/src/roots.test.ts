import { expect, test } from 'vitest'
import { createWorkspace } from './kernels.ts'
import { scatteredRoots } from './roots.ts'

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
  const { kernels, arrays } = createWorkspace({ coefficients: 10, re: 10, im: 10 })
  const { coefficients, re, im } = arrays
  const scattered = scatteredRoots(10)
  re.set(scattered.re)
  im.set(scattered.im)
  coefficients.set(polynomial.slice(1))
  kernels.findRoots(coefficients.byteOffset, 10, re.byteOffset, im.byteOffset)
  const angles = Array.from(re, (x, k) => Math.atan2(im[k]!, x)).filter((angle) => angle > 0)
  const sorted = angles.sort((a, b) => a - b)
  pairs.forEach(([, angle], i) => {
    expect(sorted[i]).toBeCloseTo(angle, 8)
  })
})
