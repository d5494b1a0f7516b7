import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalQuantile } from './density.ts'
import { combine, farShare, likenessOf, probabilitiesOf } from './likeness.ts'
import { createRandom } from './random.ts'

/** Values at the quantiles of a normal distribution: a sample with exactly its shape. */
const normalSample = (mean: number, sd: number, n: number) =>
  Array.from({ length: n }, (_, i) => mean + sd * normalQuantile((i + 0.5) / n))

const ascending = (values: number[]) => Float64Array.from(values).sort()
const rowOf = (score: number, populations: number[][], repeatSd: number | null = null) =>
  probabilitiesOf(new Map(likenessOf(score, populations.map(ascending), repeatSd).map((one, i) => [`p${i}`, one])))

/** The share of the first population in percent; null when the score is far from all. */
const firstShare = (...place: Parameters<typeof rowOf>) => {
  const share = rowOf(...place)!.p0
  return share === undefined ? null : 100 * share
}

const score = fc.double({ min: -4, max: 4, noNaN: true })
const width = fc.double({ min: 0.1, max: 0.8, noNaN: true })
const ratio = fc.double({ min: 0.5, max: 2, noNaN: true })
const [few, many] = [normalSample(0, 1, 30), normalSample(0, 1, 3000)]

test('the same people are equally probable as a population of 30 and of 3,000', () => {
  for (const repeatSd of [0.1, 0.3, 0.6])
    for (let x = -4; x <= 4; x += 0.125) {
      const share = firstShare(x, [few, many], repeatSd)
      if (share !== null) expect(Math.abs(share - 50), `${x}, ${repeatSd}`).toBeLessThan(2)
    }
  expect(firstShare(2, [few, many])).toBeCloseTo(50, 0)
})

test('random draws of 30 and of 3,000 from one population are equally probable on average', () => {
  const random = createRandom('draws')
  const draws = Array.from({ length: 300 }, () => Array.from({ length: 30 }, () => normalQuantile(random())))
  for (const x of [0, 1, 2]) {
    const found = draws.map((draw) => firstShare(x, [draw, many])!)
    expect(Math.abs(found.reduce((sum, share) => sum + share, 0) / found.length - 50)).toBeLessThan(2)
  }
})

// Beyond 2.75 SD, 30 people have no tail that could be compared.
test.each([
  { limit: 2.75, points: 2 },
  { limit: 4, points: 5 },
])('up to $limit SD, another number of people changes no probability by $points points', ({ limit, points }) => {
  const size = fc.integer({ min: 30, max: 3000 })
  const near = fc.double({ min: -limit, max: limit, noNaN: true })
  fc.assert(
    fc.property(near, width, ratio, size, size, (x, repeatSd, sd, n, m) => {
      const shares = [n, m].map((size) =>
        firstShare(x, [normalSample(0, 1, size), normalSample(1.5, sd, 300)], repeatSd),
      )
      fc.pre(shares.every((share) => share !== null))
      expect(Math.abs(shares[0]! - shares[1]!)).toBeLessThan(points)
    }),
    { numRuns: 40 },
  )
})

test('for normal populations, the probabilities equal the closed form within a point', () => {
  const closed = (x: number, own: number, mean: number, sd: number) =>
    Math.sqrt((2 * own * sd) / (own ** 2 + sd ** 2)) * Math.exp((-0.25 * (x - mean) ** 2) / (own ** 2 + sd ** 2))
  fc.assert(
    fc.property(score, width, ratio, fc.double({ min: -3, max: 3, noNaN: true }), (x, own, sd, mean) => {
      const share = firstShare(x, [normalSample(0, 1, 500), normalSample(mean, sd, 400)], own)
      const [first, second] = [closed(x, own, 0, 1), closed(x, own, mean, sd)]
      if (share !== null) expect(Math.abs(share - (100 * first) / (first + second))).toBeLessThan(1)
    }),
    { numRuns: 80 },
  )
})

test('populations in another order, or mirrored, have the same probabilities', () => {
  fc.assert(
    fc.property(score, width, ratio, (x, own, sd) => {
      const [a, b] = [normalSample(0, 1, 40), normalSample(1.5, sd, 90)]
      const mirrored = [a, b].map((values) => values.map((value) => -value))
      const share = firstShare(x, [a, b], own)
      fc.pre(share !== null)
      expect(firstShare(x, [b, a], own)).toBeCloseTo(100 - share!, 6)
      expect(firstShare(-x, mirrored, own)).toBeCloseTo(share!, 6)
    }),
    { numRuns: 60 },
  )
})

test('nearer to a population is more probable, whatever the units', () => {
  fc.assert(
    fc.property(width, fc.integer({ min: 30, max: 300 }), fc.constantFrom(1e-3, 1, 1e4), (own, n, unit) => {
      const populations = [normalSample(0, unit, n), normalSample(2 * unit, unit, 60)]
      const shares = [-1, 0, 0.5, 1, 1.5, 2, 3].map((x) => firstShare(x * unit, populations, own * unit)!)
      for (const [i, share] of shares.entries()) expect(share).toBeLessThan(shares[i - 1] ?? 100)
      expect(shares[3]).toBeCloseTo(50, 0)
    }),
    { numRuns: 40 },
  )
})

test('a score three deviations or more from all populations has no probabilities', () => {
  const populations = [normalSample(0, 1, 60), normalSample(1, 1, 200)]
  expect(Object.keys(rowOf(3, populations)!)).toHaveLength(2)
  expect(rowOf(4.2, populations)).toEqual({})
  expect(rowOf(-7, populations)).toEqual({})
  expect(rowOf(1e6, populations)).toEqual({})
  // One near population is enough.
  expect(rowOf(0, [normalSample(0, 1, 60), normalSample(9, 1, 60)])!.p0).toBeGreaterThan(0.99)
})

test('one population alone has no probability', () => {
  expect(rowOf(0, [few])).toBeNull()
  expect(rowOf(7, [few])).toBeNull()
  expect(rowOf(0, [])).toBeNull()
})

test('the geometric mean of several measurements counts each of them', () => {
  const one = { coefficient: 0.4, nearness: 0.5 }
  expect(combine([one, one, one]).coefficient).toBeCloseTo(0.4, 12)
  expect(combine([one, { coefficient: 0.1, nearness: 0 }])).toEqual({
    coefficient: expect.closeTo(0.2, 12),
    nearness: 0,
  })
  expect(combine([one, { coefficient: 0.1, nearness: 0.02 }]).nearness).toBeLessThan(farShare)
})

test('a measure that is known to repeat well separates people better', () => {
  const populations = [normalSample(0, 1, 60), normalSample(1.5, 1, 60)]
  expect(firstShare(0, populations, 0.1)!).toBeGreaterThan(firstShare(0, populations, 0.8)!)
  // Unknown: a reliability of 0.8.
  expect(firstShare(0, populations)!).toBeCloseTo(firstShare(0, populations, Math.sqrt(0.2))!, 1)
})
