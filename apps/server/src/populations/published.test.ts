import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalQuantile } from './density.ts'
import { pointsOf, publishedPlace, type Stratum, stratumFor } from './published.ts'
import { densityFor, evolutionIntervalIn, evolutionPercentileIn, groupFor, placeIn } from './sample.ts'

const stratum = (change: Partial<Stratum> = {}): Stratum => ({
  sex: 'f',
  age_min: 40,
  age_max: 49,
  n: 100,
  mean: 100,
  sd: 15,
  centiles: null,
  scale: 'plain',
  ...change,
})
const percentile = (row: Stratum, score: number) => publishedPlace(row, score).percentile

test('mean and deviation give the percentile of a normal distribution, with an interval that narrows with n', () => {
  expect(percentile(stratum(), 100)).toBeCloseTo(50, 9)
  expect(percentile(stratum(), 70)).toBeCloseTo(2.275, 3)
  expect(percentile(stratum(), 124.673)).toBeCloseTo(95, 2)
  const width = (n: number) => {
    const { low, high } = publishedPlace(stratum({ n }), 80)
    return high - low
  }
  expect(width(400)).toBeLessThan(width(100) / 1.8)
})

test('a norm in semitones is compared with a score in Hz: one octave above 27.5 Hz is 12', () => {
  const row = stratum({ mean: 36, sd: 3, scale: 'semitones' })
  expect(percentile(row, 220)).toBeCloseTo(50, 9)
  expect(percentile(row, 220 * 2 ** (3 / 12))).toBeCloseTo(84.134, 2)
  // The mean of semitones is the median in Hz, not the mean.
  const points = pointsOf(row, 1001)
  expect(points[500]).toBeCloseTo(220, 6)
  expect(points.reduce((sum, hz) => sum + hz, 0) / points.length).toBeGreaterThan(222)
})

test('centiles are met exactly, rise between each other, and go on beyond the outermost', () => {
  const row = stratum({
    mean: null,
    sd: null,
    centiles: [
      [5, 10],
      [25, 14],
      [50, 17],
      [90, 30],
    ],
  })
  for (const [share, value] of row.centiles!) expect(percentile(row, value)).toBeCloseTo(share, 6)
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 60, noNaN: true }),
      fc.double({ min: 0.01, max: 5, noNaN: true }),
      (at, step) => {
        const [lower, higher] = [percentile(row, at), percentile(row, at + step)]
        expect(higher).toBeGreaterThanOrEqual(lower)
        expect(lower).toBeGreaterThanOrEqual(0)
        expect(higher).toBeLessThanOrEqual(100)
      },
    ),
  )
  expect(percentile(row, 9)).toBeLessThan(5)
  expect(percentile(row, 31)).toBeGreaterThan(90)
  // Centiles of a normal distribution are that distribution.
  const normal = stratum({
    centiles: [5, 25, 50, 75, 95].map((share) => [share, 100 + 15 * normalQuantile(share / 100)]),
  })
  for (const score of [60, 88, 100, 120, 140])
    expect(percentile(normal, score)).toBeCloseTo(percentile(stratum(), score), 6)
})

test('a person has the row of sex and age, or that of both sexes; children and adults share none', () => {
  const rows = [
    stratum({ sex: 'f', age_min: 18, age_max: 59 }),
    stratum({ sex: 'm', age_min: 18, age_max: 59 }),
    stratum({ sex: null, age_min: 60, age_max: null }),
    stratum({ sex: null, age_min: 6, age_max: 10 }),
  ]
  const found = (sex: string | null, age: number | null) => rows.indexOf(stratumFor(rows, { sex, age })!)
  expect(found('f', 18)).toBe(0)
  expect(found('m', 59)).toBe(1)
  expect(found('m', 60)).toBe(2)
  expect(found(null, 95)).toBe(2)
  expect(found(null, 40)).toBe(-1)
  expect(found('f', null)).toBe(-1)
  expect(found('f', 8)).toBe(3)
  expect(found('f', 12)).toBe(-1)
})

test('an oldest group without an upper age compares people up to 89', () => {
  const sample = { vals: [], sexes: [], ages: [], educations: [], strata: [stratum({ age_min: 60, age_max: null })] }
  const at = (age: number) => groupFor(sample, { sex: 'f', age, educationYears: null })
  expect(at(89)).toMatchObject({ n: 100 })
  expect(at(90)).toBe('no_upper_age')
  expect(at(59)).toBe('beyond_ages')
  // A study that measured the oldest on their own has a group for them.
  const oldest = { ...sample, strata: [stratum({ age_min: 90, age_max: null })] }
  expect(groupFor(oldest, { sex: 'f', age: 95, educationYears: null })).toMatchObject({ n: 100 })
  const closed = { ...sample, strata: [stratum({ age_min: 60, age_max: 99 })] }
  expect(groupFor(closed, { sex: 'f', age: 95, educationYears: null })).toMatchObject({ n: 100 })
})

/** A published table by mean and deviation or by centiles, or people, of whom some may share a value. */
const someGroup = fc.oneof(
  fc
    .record({
      n: fc.integer({ min: 10, max: 5000 }),
      scale: fc.constantFrom('plain' as const, 'semitones' as const),
      mean: fc.integer({ min: 30, max: 300 }),
      sd: fc.integer({ min: 1, max: 100 }),
      shares: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 7 })),
    })
    .map(({ shares, ...row }) => {
      const centiles = shares?.sort((a, b) => a - b).map((one, i): [number, number] => [one, row.mean + i * row.sd])
      return {
        vals: [],
        sexes: [],
        ages: [],
        educations: [],
        strata: [stratum({ ...row, centiles: centiles ?? null })],
      }
    }),
  fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 10, maxLength: 60 }).map((vals) => {
    const of = <T>(one: T) => vals.map(() => one)
    return { vals, sexes: of('f'), ages: of(45), educations: of(null), strata: null }
  }),
)

test('the place of an evolution is that of the result, reversed where less is better, and lies inside its interval', () => {
  const score = fc.double({ min: 0.5, max: 900, noNaN: true })
  const direction = fc.constantFrom('higher_better' as const, 'lower_better' as const, 'neutral' as const)
  fc.assert(
    fc.property(someGroup, score, direction, (sample, at, to) => {
      const group = densityFor(sample, { sex: 'f', age: 45, educationYears: null })
      fc.pre(group !== null)
      const { percentile } = placeIn(group!, at)
      const value = evolutionPercentileIn(group!, at, to)
      const { low, high } = evolutionIntervalIn(group!, at, to)
      expect(value).toBe(to === 'lower_better' ? 100 - percentile : percentile)
      expect(low).toBeLessThanOrEqual(value)
      expect(high).toBeGreaterThanOrEqual(value)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(100)
    }),
  )
  const sample = { vals: [], sexes: [], ages: [], educations: [], strata: [stratum()] }
  const group = densityFor(sample, { sex: 'f', age: 45, educationYears: null })!
  expect(evolutionPercentileIn(group, 70, 'higher_better')).toBeCloseTo(2.275, 3)
})
