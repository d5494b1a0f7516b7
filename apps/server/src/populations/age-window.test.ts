import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageWindow, effectiveNumber, trendAt, type Window } from './age-window.ts'
import { tieAt } from './comparison.ts'
import { normalQuantile } from './density.ts'
import { createRandom } from './random.ts'
import { densityFor, type Group, groupFor, placeIn, type Sample } from './sample.ts'

/** One woman (or girl) for each age, with a value. */
const sampleOf = (people: readonly { age: number | null; value: number }[]): Sample => ({
  vals: people.map(({ value }) => value),
  sexes: people.map(() => 'f'),
  ages: people.map(({ age }) => age),
  educations: people.map(() => null),
})
const woman = (age: number | null) => ({ sex: 'f', age, educationYears: null })
const percentileAt = (sample: Sample, age: number, score: number) =>
  placeIn(groupFor(sample, woman(age)) as Group, score).percentile

/** The same people at every age: values at the quantiles of a normal distribution around a mean that depends on age. */
const everyAge = (from: number, to: number, meanAt: (age: number) => number, sd = 10, each = 40) =>
  sampleOf(
    Array.from({ length: (to - from + 1) * each }, (_, i) => {
      const age = from + Math.floor(i / each)
      return { age, value: meanAt(age) + sd * normalQuantile(((i % each) + 0.5) / each) }
    }),
  )

const adults = fc.array(fc.integer({ min: 18, max: 100 }), { minLength: 10, maxLength: 80 })

test('the nearer in age, the more a person counts, and the same to both sides', () => {
  fc.assert(
    fc.property(adults, fc.integer({ min: 0, max: 200 }), (ages, at) => {
      const age = ages[at % ages.length]!
      const { weights, effective } = ageWindow(ages, age) as Window
      for (const [i, one] of ages.entries())
        for (const [j, other] of ages.entries())
          if (Math.abs(one - age) <= Math.abs(other - age)) expect(weights[i]!).toBeGreaterThanOrEqual(weights[j]!)
      expect(effective).toBeGreaterThanOrEqual(1)
      expect(effective).toBeLessThanOrEqual(ages.length)
    }),
  )
})

test('a person counts by the square of the distance in age, and not at all at the end of the window', () => {
  // Thirty at each age: the window of five years is enough.
  const ages = Array.from({ length: 630 }, (_, i) => 50 + (i % 21))
  const { weights } = ageWindow(ages, 60) as Window
  const weightAt = (age: number) => weights[ages.indexOf(age)]
  expect([60, 62, 64, 65].map(weightAt)).toEqual([1, 1 - 0.4 ** 2, expect.closeTo(1 - 0.8 ** 2, 12), 0])
})

test('the window is as narrow as thirty people allow, and never wider than 15 years or, for children, 3', () => {
  const reach = (window: Window | string, ages: readonly number[], age: number) =>
    Math.max(...ages.filter((_, i) => (window as Window).weights[i]! > 0).map((other) => Math.abs(other - age)))
  const dense = Array.from({ length: 830 }, (_, i) => 18 + (i % 83))
  expect(reach(ageWindow(dense, 60), dense, 60)).toBe(4)
  const sparse = Array.from({ length: 83 }, (_, i) => 18 + i)
  expect(reach(ageWindow(sparse, 60), sparse, 60)).toBe(14)
  const children = Array.from({ length: 14 }, (_, i) => 4 + i)
  expect(reach(ageWindow(children, 8), children, 8)).toBe(2)
})

test('compares children only with children and adults with adults, and nobody outside the ages of a population', () => {
  const men = sampleOf(Array.from({ length: 60 }, (_, i) => ({ age: 18 + (i % 22), value: 110 + i })))
  expect(groupFor(men, woman(8))).toBe('no_children')
  expect(groupFor(men, woman(17))).toBe('no_children')
  expect(groupFor(men, woman(18))).toMatchObject({ isMatched: true })
  expect(groupFor(men, woman(39))).toMatchObject({ isMatched: true })
  expect(groupFor(men, woman(40))).toBe('beyond_ages')
  const girls = sampleOf(Array.from({ length: 60 }, (_, i) => ({ age: 6 + (i % 11), value: 250 + i })))
  expect(groupFor(girls, woman(20))).toBe('beyond_ages')
  expect(groupFor(girls, woman(5))).toBe('beyond_ages')
  expect(groupFor(girls, woman(8))).toMatchObject({ isMatched: true })
  const both = sampleOf([...girls.ages, ...men.ages].map((age, i) => ({ age, value: i })))
  expect((groupFor(both, woman(16)) as Group).density.values.every((value) => value < 60)).toBe(true)
  expect((groupFor(both, woman(18)) as Group).density.values.every((value) => value >= 60)).toBe(true)
  // Nothing says that people of unknown age are children.
  const unknown = sampleOf(Array.from({ length: 20 }, (_, i) => ({ age: null, value: i })))
  expect(groupFor(unknown, woman(8))).toBe('no_children')
  expect(groupFor(unknown, woman(50))).toMatchObject({ isMatched: false, n: 20 })
})

test('people of the other sex do not count, and few people are none', () => {
  const sample = everyAge(50, 60, () => 100, 10, 4)
  expect(groupFor(sample, { ...woman(55), sex: 'm' })).toBe('beyond_ages')
  expect(
    groupFor(
      everyAge(50, 52, () => 100, 10, 3),
      woman(51),
    ),
  ).toBe('small_group')
  expect(groupFor(sampleOf(Array.from({ length: 40 }, () => ({ age: 55, value: 0 }))), woman(55))).toBe('all_equal')
})

test('a centile follows age without steps: a trend of two deviations in sixty years is right at every age', () => {
  const sample = everyAge(20, 80, (age) => 100 - age / 3)
  let last: number | undefined
  for (let age = 20; age <= 80; age++) {
    const atMedian = percentileAt(sample, age, 100 - age / 3)
    // At the ends all neighbours are on one side, two to four years away.
    expect(Math.abs(atMedian - 50)).toBeLessThan(0.5)
    const steady = percentileAt(sample, age, 83.3)
    if (last !== undefined) expect(Math.abs(steady - last)).toBeLessThan(2.5)
    last = steady
  }
  // Bands of ten years would be off by more than six points at their ends, and jump there.
})

test('a trend that bends is right within two points at the ends, and few people have none', () => {
  const bent = (age: number) => 100 - age / 3 - (age > 60 ? (age - 60) ** 2 / 60 : 0)
  const sample = everyAge(20, 80, bent)
  for (const age of [20, 22, 78, 80]) expect(Math.abs(percentileAt(sample, age, bent(age)) - 50)).toBeLessThan(2)
  const few = sampleOf(Array.from({ length: 20 }, (_, i) => ({ age: 60 + i, value: 100 - i + (i % 3) })))
  expect((groupFor(few, woman(79)) as Group).density.values[0]).toBeGreaterThan(75)
  expect(trendAt(few.ages, few.vals, 79)).toBeNull()
})

test('where a trend rests on one person far from the others, nobody is compared', () => {
  const others = Array.from({ length: 40 }, (_, i) => ({
    age: 65 + (i % 4),
    value: 100 + 10 * normalQuantile((i + 0.5) / 40),
  }))
  const sample = sampleOf([...others, { age: 79, value: 120 }])
  expect(groupFor(sample, woman(79))).toBe('small_group')
  expect(groupFor(sample, woman(66))).toMatchObject({ isMatched: true })
  // The slope hangs on that person alone: its standard error is that of one value over the distance.
  const { variance } = trendAt(sample.ages, sample.vals, 79)!
  expect(Math.sqrt(variance) * 12).toBeGreaterThan(0.9)
})

test('the interval holds the true percentile at the oldest age as often as it states', () => {
  // Three people a year, a trend of two deviations in sixty years; 200 populations.
  const random = createRandom('ends')
  const normal = () => normalQuantile(random())
  let held = 0
  for (let i = 0; i < 200; i++) {
    const people = Array.from({ length: 31 * 3 }, (_, k) => {
      const age = 50 + Math.floor(k / 3)
      return { age, value: 100 - age / 3 + 10 * normal() }
    })
    const { low, high } = placeIn(groupFor(sampleOf(people), woman(80)) as Group, 100 - 80 / 3)
    if (low <= 50 && high >= 50) held++
  }
  expect(held).toBeGreaterThanOrEqual(185)
})

/** The weight of those who share 4 is a tenth of all: as one sums it up, a little more or less. */
const onTheEdge =
  '42:4 51:0 48:0 38:4 36:0 34:0 32:0 56:0 57:0 47:0 45:0 43:0 37:0 33:0 32:5 43:0 47:5 34:5 33:5 57:0 41:0 57:0 31:0 34:0 40:0 38:0 31:0 57:0 57:0 30:0 43:0 34:5 57:0 30:5 41:0 38:4 45:0 56:5 44:0 42:0 30:5 35:0 57:0 38:0 34:0'
    .split(' ')
    .map((one) => {
      const [age, value] = one.split(':').map(Number)
      return { age: age!, value: value! }
    })

test('a percentile depends neither on the order of people nor on where the scales of age and value begin', () => {
  const people = fc.array(
    fc.record({ age: fc.integer({ min: 30, max: 60 }), value: fc.integer({ min: 0, max: 1000 }) }),
    { minLength: 40, maxLength: 80 },
  )
  fc.assert(
    fc.property(people, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1000 }), (some, years, score) => {
      const age = some[0]!.age
      const group = groupFor(sampleOf(some), woman(age))
      const moved = groupFor(
        sampleOf(some.toReversed().map((one) => ({ age: one.age + years, value: 3 * one.value + 7 }))),
        woman(age + years),
      )
      if (typeof group === 'string') {
        // What an assertion returns must not become the property's answer.
        expect(moved).toBe(group)
        return
      }
      expect(placeIn(moved as Group, 3 * score + 7).percentile).toBeCloseTo(placeIn(group, score).percentile, 6)
      const higher = placeIn(group, score + 1)
      expect(higher.percentile).toBeGreaterThanOrEqual(placeIn(group, score).percentile)
    }),
    { numRuns: 60, examples: [[onTheEdge, 0, 0]] },
  )
})

test('an unknown age or sex is ignored in the comparison, which is reported as unmatched', () => {
  const sample = everyAge(50, 60, () => 100)
  expect(densityFor(sample, woman(null))).toMatchObject({ isMatched: false, n: 440 })
  expect(densityFor(sample, { ...woman(55), sex: null })).toMatchObject({ isMatched: false })
  expect(densityFor(sample, woman(55))).toMatchObject({ isMatched: true })
})

test('a large sample is gathered and gives the same percentiles', () => {
  const small = everyAge(40, 80, () => 100, 10, 150)
  const large = everyAge(40, 80, () => 100, 10, 600)
  expect((groupFor(large, woman(60)) as Group).density.places.length).toBeLessThan(1000)
  for (const score of [80, 95, 100, 110, 125])
    expect(Math.abs(percentileAt(large, 60, score) - percentileAt(small, 60, score))).toBeLessThan(0.6)
})

test('the effective number of people is that of equal weights', () => {
  expect(effectiveNumber([1, 1, 1, 0])).toBe(3)
  expect(effectiveNumber([2, 2])).toBe(2)
  expect(effectiveNumber([])).toBe(0)
  expect(effectiveNumber([1, 0.5])).toBeCloseTo(1.8, 12)
})

test('a value that most people share has their mid-rank, also where the nearer in age count more', () => {
  const people = Array.from({ length: 200 }, (_, i) => ({ age: 55 + (i % 11), value: i % 10 < 7 ? 0 : 1 + i / 100 }))
  const { density } = groupFor(sampleOf(people), woman(60)) as Group
  const tie = tieAt(density, 0)!
  expect(tie.share).toBeCloseTo(0.7, 1)
  expect(percentileAt(sampleOf(people), 60, 0)).toBeCloseTo(50 * tie.share, 0)
  expect(tieAt(density, 1.5)).toBeUndefined()
})
