import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateDensity, normalCumulative, normalQuantile } from './density.ts'
import { betaCumulative, betaQuantile, normalPercentileInterval, percentileInterval } from './percentile-interval.ts'
import { placeIn } from './sample.ts'

const percentiles = fc.double({ min: 0, max: 100, noNaN: true })
const numbers = fc.double({ min: 10, max: 1e5, noNaN: true })

test('the beta distribution has its known values', () => {
  // Uniform, and closed forms: I_x(1, b) = 1 − (1 − x)^b, I_x(a, 1) = x^a, and the arcsine distribution.
  for (const x of [0.01, 0.3, 0.5, 0.9]) {
    expect(betaCumulative(x, 1, 1)).toBeCloseTo(x, 12)
    expect(betaCumulative(x, 1, 7)).toBeCloseTo(1 - (1 - x) ** 7, 12)
    expect(betaCumulative(x, 4, 1)).toBeCloseTo(x ** 4, 12)
    expect(betaCumulative(x, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(x)), 12)
  }
  // Binomial: the probability of 3 or more of 10 at 0.3 is I_0.3(3, 8).
  expect(betaCumulative(0.3, 3, 8)).toBeCloseTo(0.6172172136, 9)
  expect(betaQuantile(betaCumulative(0.2, 2.5, 28.5), 2.5, 28.5)).toBeCloseTo(0.2, 10)
})

test('a quantile is where the distribution has its share, for few people and for many', () => {
  const shapes = fc.double({ min: 0.5, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom(0.025, 0.5, 0.975), shapes, shapes, (share, a, b) => {
      expect(betaCumulative(betaQuantile(share, a, b), a, b)).toBeCloseTo(share, 6)
    }),
    { numRuns: 2000 },
  )
})

test('an interval holds its percentile, mirrors itself, and narrows with more people', () => {
  fc.assert(
    fc.property(percentiles, numbers, (percentile, n) => {
      const { low, high } = percentileInterval(percentile, n)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(low).toBeLessThanOrEqual(percentile)
      expect(high).toBeGreaterThanOrEqual(percentile)
      expect(high).toBeLessThanOrEqual(100)
      const mirrored = percentileInterval(100 - percentile, n)
      expect(mirrored.low).toBeCloseTo(100 - high, 6)
      const more = percentileInterval(percentile, 4 * n)
      expect(more.high - more.low).toBeLessThan(high - low)
    }),
  )
})

test('fifth percentiles of 10, 30 and 100 people lie where repeated samples put them', () => {
  const rounded = (n: number) => Object.values(percentileInterval(5, n)).map(Math.round)
  expect([10, 30, 100].map(rounded)).toEqual([
    [0, 31],
    [1, 17],
    [2, 11],
  ])
})

/** Park & Miller 1988. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

test('about 95 % of the intervals of a thousand samples hold the true percentile', () => {
  const random = randomFrom(20_261_123)
  for (const n of [15, 30, 100])
    for (const truth of [5, 25, 50, 90]) {
      const score = normalQuantile(truth / 100)
      let held = 0
      for (let run = 0; run < 1000; run++) {
        const density = estimateDensity(Array.from({ length: n }, () => normalQuantile(random())))!
        const { low, high } = placeIn({ density, n, isMatched: true }, score)
        if (low <= truth && truth <= high) held++
      }
      expect(held / 1000, `n ${n}, P${truth}`).toBeGreaterThan(0.93)
    }
})

test('with a published mean and deviation the interval holds the true percentile too', () => {
  const random = randomFrom(7)
  for (const n of [20, 30, 100])
    for (const z of [-1.645, 0, 1.3]) {
      let held = 0
      for (let run = 0; run < 2000; run++) {
        const values = Array.from({ length: n }, () => normalQuantile(random()))
        const mean = values.reduce((sum, value) => sum + value, 0) / n
        const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1))
        const { low, high } = normalPercentileInterval((z - mean) / sd, n)
        const truth = 100 * normalCumulative(z)
        if (low <= truth && truth <= high) held++
      }
      expect(Math.abs(held / 2000 - 0.95), `n ${n}, z ${z}`).toBeLessThan(0.02)
    }
})
