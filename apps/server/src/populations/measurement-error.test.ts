import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'
import { errorOf, fewestPeople, fewestRepeats, spreadWithin } from './measurement-error.ts'

const pairs = (n: number, difference: number, people = n) =>
  Array.from({ length: n }, (_, i) => ({ person: `${i % people}`, values: [10 * i, 10 * i + difference] }))

test('the spread within people ignores how different they are', () => {
  // Two values that differ by d have the sample standard deviation d / √2.
  expect(spreadWithin(pairs(60, 3))).toEqual({ sd: expect.closeTo(3 / Math.SQRT2, 12), n: 60, repeats: 60 })
  expect(spreadWithin([{ person: 'a', values: [1, 2, 3] }])).toEqual({ sd: 1, n: 1, repeats: 2 })
  expect(spreadWithin([{ person: 'a', values: [1] }])).toBeNull()
  expect(spreadWithin([])).toBeNull()
})

test('the smallest detectable change is 1.96 · √2 · SEM, between sessions if these are known', () => {
  const [within, between] = [spreadWithin(pairs(60, 1)), spreadWithin(pairs(60, 3))]
  const sem = 3 / Math.SQRT2
  expect(errorOf(within, between)).toMatchObject({ method: 'between_sessions', sem: expect.closeTo(sem, 9) })
  expect(errorOf(within, between).mdc95).toBeCloseTo(1.96 * Math.SQRT2 * sem, 9)
  expect(errorOf(within, null)).toMatchObject({ method: 'within_session', sem: expect.closeTo(1 / Math.SQRT2, 9) })
})

test('too few people or repeats give no error, but say how many there were', () => {
  const few = spreadWithin(pairs(fewestRepeats - 1, 1))
  expect(errorOf(null, few)).toMatchObject({ method: null, sem: null, mdc95: null, between_sessions: { n: 49 } })
  const ofFew = spreadWithin(pairs(100, 1, fewestPeople - 1))
  expect(errorOf(ofFew, null)).toMatchObject({ method: null, within_session: { n: 9, repeats: 100 } })
})

test.each(['between_sessions', 'within_session'] as const)(
  'of people who did not change, 95 %% stay within the error %s',
  (method) => {
    for (const people of [50, 200]) {
      const coverage = coverageOf({ method, people, sessions: 2, runs: 3000 })
      // Two standard errors of a share of 3,000 runs are 0.8 points.
      expect(coverage).toBeGreaterThan(0.936)
      expect(coverage).toBeLessThan(0.964)
    }
  },
)

test('the error within a session covers fewer changes between sessions than its stated share', () => {
  expect(coverageOf({ method: 'within_session', people: 60, sessions: 2, runs: 1000, across: true })).toBeLessThan(0.85)
})
