import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bhattacharyyaCoefficient, percentileOf, semaphoreOf, tieAt } from './comparison.ts'
import {
  cumulativeAt,
  curveOf,
  densityAt,
  densityOf,
  estimateDensity,
  normalCumulative,
  normalQuantile,
  quantileOf,
  simplify,
} from './density.ts'
import { evolutionPercentileIn } from './sample.ts'

const someValues = fc
  .array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 10, maxLength: 60 })
  .filter((values) => Math.max(...values) - Math.min(...values) > 1e-3)

/** Values at the quantiles of a normal distribution: a sample with exactly its shape. */
const normalSample = (mean: number, sd: number, n = 400) =>
  Array.from({ length: n }, (_, i) => mean + sd * normalQuantile((i + 0.5) / n))

test('the coefficient of two normal densities equals the closed form', () => {
  const distance = (m1: number, s1: number, m2: number, s2: number) =>
    (0.25 * (m1 - m2) ** 2) / (s1 ** 2 + s2 ** 2) + 0.5 * Math.log((s1 ** 2 + s2 ** 2) / (2 * s1 * s2))
  const width = fc.double({ min: 0.05, max: 20, noNaN: true })
  const place = fc.double({ min: -30, max: 30, noNaN: true })
  fc.assert(
    fc.property(place, width, place, width, (m1, s1, m2, s2) => {
      fc.pre(distance(m1, s1, m2, s2) < 25)
      const normal = (x: number) => Math.exp(-0.5 * ((x - m2) / s2) ** 2) / (s2 * Math.sqrt(2 * Math.PI))
      const expected = Math.exp(-distance(m1, s1, m2, s2))
      expect(Math.abs(bhattacharyyaCoefficient(m1, s1, normal, s2) / expected - 1)).toBeLessThan(1e-3)
    }),
  )
})

test('a density has area 1 and is never negative', () => {
  fc.assert(
    fc.property(someValues, (values) => {
      const { x, y } = curveOf(estimateDensity(values)!)
      const area = y.reduce((sum, value, i) => sum + (i === 0 ? 0 : ((value + y[i - 1]!) / 2) * (x[i]! - x[i - 1]!)), 0)
      expect(area).toBeCloseTo(1, 9)
      expect(Math.min(...y)).toBeGreaterThanOrEqual(0)
      expect(x).toHaveLength(256)
    }),
  )
})

test('a curve shows no impossible people: none below zero where nobody is, none above what a share can be', () => {
  const spread = Array.from({ length: 40 }, (_, i) => Math.abs(normalQuantile((i + 0.5) / 40)))
  const pauses = curveOf(estimateDensity(spread)!)
  expect(pauses.x[0]).toBe(0)
  // Most people are at the limit, and the curve is highest there instead of falling to half.
  expect(pauses.y[0]).toBe(Math.max(...pauses.y))
  const shares = curveOf(estimateDensity(spread.map((value) => 1 - value / 4))!, 1)
  expect(shares.x.at(-1)).toBe(1)
  expect(shares.y.at(-1)).toBe(Math.max(...shares.y))
  // Values beyond a limit show that it is none.
  expect(curveOf(estimateDensity([...spread, -0.1])!).x[0]).toBeLessThan(-0.1)
  expect(curveOf(estimateDensity(spread)!, 1).x.at(-1)).toBeGreaterThan(Math.max(...spread))
})

test('a simplified curve keeps its ends and stays within the tolerance of the original', () => {
  fc.assert(
    fc.property(someValues, (values) => {
      const curve = curveOf(estimateDensity(values)!)
      const height = Math.max(...curve.y)
      const { x, y } = simplify(curve, 256, 0.005)
      expect([x[0], x.at(-1)]).toEqual([curve.x[0], curve.x.at(-1)])
      for (const [i, at] of curve.x.entries()) {
        const next = Math.max(
          1,
          x.findIndex((place) => place >= at),
        )
        const share = (at - x[next - 1]!) / (x[next]! - x[next - 1]!)
        const drawn = y[next - 1]! + share * (y[next]! - y[next - 1]!)
        expect(Math.abs(drawn - curve.y[i]!)).toBeLessThanOrEqual(0.005001 * height)
      }
      expect(simplify(curve, 12, 0.005).x.length).toBeLessThanOrEqual(12)
    }),
  )
})

test('a density of nearly equal values can be drawn, and its percentiles are numbers', () => {
  for (const least of [5e-324, 1e-12, 1e-4]) {
    const values = [0.001, ...Array<number>(7).fill(0), ...Array<number>(3).fill(-least)]
    const density = estimateDensity(values)!
    const { x, y } = curveOf(density)
    const step = x[1]! - x[0]!
    expect(step * (y.reduce((sum, value) => sum + value, 0) - (y[0]! + y.at(-1)!) / 2)).toBeCloseTo(1, 9)
    expect(percentileOf(density, 0)).toBeGreaterThan(0)
  }
  // Widely spread values: each kernel is narrower than the distance between two points of the curve.
  const { y } = curveOf(
    densityOf(
      Float64Array.from({ length: 10 }, (_, i) => i ** 3),
      1e-6,
    ),
  )
  expect(Math.min(...y)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...y)).toBeGreaterThan(0)
})

test('percentiles rise with the score, from 0 to 100', () => {
  fc.assert(
    fc.property(
      someValues,
      fc.array(fc.double({ min: -2e3, max: 2e3, noNaN: true }), { minLength: 2 }),
      (values, at) => {
        const density = estimateDensity(values)!
        const percentiles = at.sort((a, b) => a - b).map((score) => percentileOf(density, score))
        for (const [i, percentile] of percentiles.entries()) {
          expect(percentile).toBeGreaterThanOrEqual((percentiles[i - 1] ?? 0) - 1e-9)
          expect(percentile).toBeLessThanOrEqual(100)
        }
      },
    ),
  )
})

test('the semaphore limits of a normal population lie at 0.67, 1.33 and 2 standard deviations', () => {
  const density = estimateDensity(normalSample(100, 15, 4000))!
  const at = (z: number) => semaphoreOf(percentileOf(density, 100 + 15 * z), 'neutral')
  for (const [z, limit] of [
    [2 / 3, 0.25],
    [4 / 3, 0.5],
    [2, 0.75],
    [-2, 0.75],
  ] as const)
    expect(at(z)).toBeCloseTo(limit, 1)
  expect(at(0)).toBeCloseTo(0, 2)
  expect(at(8)).toBe(1)
  expect(semaphoreOf(percentileOf(density, 130), 'higher_better')).toBe(0)
  expect(semaphoreOf(percentileOf(density, 70), 'higher_better')).toBeGreaterThan(0.6)
  expect(semaphoreOf(percentileOf(density, 70), 'lower_better')).toBe(0)
  // One in twenty healthy people is red.
  const red = normalSample(100, 15, 2000).filter((score) => semaphoreOf(percentileOf(density, score), 'neutral') > 0.75)
  expect(red.length / 2000).toBeCloseTo(0.045, 1)
})

test("a higher value of an evolution is better, whatever the measure's direction", () => {
  const group = { density: estimateDensity(normalSample(10, 2))!, n: 400, isMatched: true }
  expect(evolutionPercentileIn(group, 14, 'higher_better')).toBeGreaterThan(95)
  expect(evolutionPercentileIn(group, 14, 'lower_better')).toBeLessThan(5)
  expect(evolutionPercentileIn(group, 10, 'neutral')).toBeCloseTo(50, 6)
})

test('too few values, or equal values, give no density', () => {
  expect(estimateDensity([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeNull()
  expect(estimateDensity(Array(50).fill(3))).toBeNull()
  // Half of the values are equal: the interquartile range is zero, but there is a density.
  expect(estimateDensity([...Array(12).fill(0), 1, 2])).not.toBeNull()
})

test('Φ⁻¹ undoes Φ far into the tail, is symmetric, and ends at 8.2 deviations', () => {
  for (let z = -8; z <= 0; z += 0.01) expect(Math.abs(normalQuantile(normalCumulative(z)) - z)).toBeLessThan(1e-14)
  for (const share of [0.25, 2 ** -20]) expect(normalQuantile(1 - share)).toBe(-normalQuantile(share))
  expect([0, 1].map(normalQuantile)).toEqual([expect.closeTo(-8.2095, 3), expect.closeTo(8.2095, 3)])
})

test('Φ has the tabulated values', () => {
  for (const [z, share] of [
    [0, 0.5],
    [1, 0.841344746],
    [-1.959963985, 0.025],
    [3, 0.998650102],
  ] as const) {
    expect(normalCumulative(z)).toBeCloseTo(share, 9)
    expect(normalQuantile(share)).toBeCloseTo(z, 7)
  }
  // Beyond 7.07 another formula applies.
  expect(normalCumulative(-7.5) / 3.190891672910896e-14).toBeCloseTo(1, 6)
  expect(normalCumulative(7.5)).toBeCloseTo(1, 12)
  expect(quantileOf(Float64Array.of(1, 2, 3, 4), 0.5)).toBe(2.5)
  expect(cumulativeAt(estimateDensity(normalSample(0, 1))!, 0)).toBeCloseTo(0.5, 6)
})

test('a binned large population gives the same results as the unbinned one', () => {
  const random = fc.sample(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), { numRuns: 6000, seed: 7 })
  // Two groups, and one extreme outlier.
  const people = [...random.map((share, i) => normalQuantile(share) + (i % 3 === 0 ? 6 : 0)), 1e6]
  const gathered = estimateDensity(people)!
  expect(gathered.places.length).toBeLessThan(2000)
  expect(gathered.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(people.length, 6)
  const each = { ...gathered, places: gathered.values, weights: new Float64Array(people.length).fill(1) }
  for (let x = -3; x <= 9; x += 0.25) {
    expect(Math.abs(cumulativeAt(gathered, x) - cumulativeAt(each, x))).toBeLessThan(2e-4)
    expect(Math.abs(densityAt(gathered, x) / densityAt(each, x) - 1)).toBeLessThan(2e-3)
  }
})

test('outliers do not widen the bandwidth beyond that of a normal sample', () => {
  const sample = normalSample(0, 2)
  const withOutliers = [...sample.slice(2, -2), -1e6, -1e5, 1e5, 1e6]
  // The quartiles of a normal distribution lie 1.349 standard deviations apart.
  const expected = (0.9 * 2 * 1.349) / 1.34 / 400 ** 0.2
  expect(estimateDensity(withOutliers)!.bandwidth / expected).toBeCloseTo(1, 2)
  const skewed = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000]
  expect(estimateDensity(skewed)!.bandwidth).toBeCloseTo((0.9 * 5) / 1.34 / 11 ** 0.2, 9)
})

test('a shared score has its mid-rank and the number of people who share it', () => {
  // Seventy people without an error, thirty with one to six.
  const errors = estimateDensity([...Array<number>(70).fill(0), ...Array.from({ length: 30 }, (_, i) => 1 + (i % 6))])!
  expect(percentileOf(errors, 0)).toBeCloseTo(35, 1)
  expect(tieAt(errors, 0)).toEqual({ share: 0.7, from: expect.closeTo(0, 1), to: expect.closeTo(70, 1) })
  expect(tieAt(errors, 1)).toBeUndefined()
  // All without an error are below one error, however near.
  expect(percentileOf(errors, 1e-9)).toBeGreaterThan(70)
  expect(percentileOf(errors, -1e-9)).toBeLessThan(1)
  expect(percentileOf(errors, 6)).toBeGreaterThan(95)
})

test('a bounded score at its limit has the mid-rank of those who reach it', () => {
  const correct = [...Array<number>(40).fill(100), ...Array.from({ length: 60 }, (_, i) => 99 - i / 2)]
  const density = estimateDensity(correct)!
  expect(percentileOf(density, 100)).toBeGreaterThan(77)
  expect(percentileOf(density, 100)).toBeLessThan(81)
  expect(tieAt(density, 100)!.share).toBe(0.4)
  expect(percentileOf(density, 100.5)).toBeGreaterThan(97)
})

test('percentiles of tied values rise with the score and are those of the ranks', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 20, maxLength: 80 })
  fc.assert(
    fc.property(
      counts.filter((values) => new Set(values).size > 1),
      (values) => {
        const density = estimateDensity(values)!
        const at = [-1, -0.1, 0, 0.5, 1, 2, 3, 3.9, 4, 4.1, 6].map((score) => percentileOf(density, score))
        for (const [i, percentile] of at.entries()) expect(percentile).toBeGreaterThanOrEqual((at[i - 1] ?? 0) - 1e-9)
        for (const { value, share } of density.ties) {
          const below = values.filter((other) => other < value).length / values.length
          const rare = 1 - density.ties.reduce((sum, tie) => sum + tie.share, 0)
          // Only the values that few share are smoothed.
          expect(Math.abs(percentileOf(density, value) / 100 - below - share / 2)).toBeLessThan(rare + 1e-9)
        }
      },
    ),
  )
})
