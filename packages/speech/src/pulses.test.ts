import { expect, test } from 'vitest'
import { findPulses } from './pulses.ts'
import { sine } from './test-signals.ts'

const rate = 16_000

/** The distances between the pulses of a sine, in periods of a pitch track with another period. */
function distances(sinePeriods: number): number[] {
  const hz = 100
  const grid = { firstS: 0.05, stepS: 0.01, count: 90 }
  const fill = (value: number) => new Float64Array(grid.count).fill(value)
  const track = { ...grid, hz: fill(hz), strength: fill(1) }
  const pulses = findPulses(sine(rate, hz / sinePeriods, 1), rate, track)
  // To the right, no maximum counts at the far end of the search, so half of the pulses of a longer period are missing.
  expect(pulses.length).toBeGreaterThan(sinePeriods > 1.25 ? 30 : 50)
  return [...pulses.subarray(1)].map((time, i) => hz * (time - pulses[i]!))
}

test.each([0.85, 1, 1.2])('finds the pulses of a sine whose period is %d of that of the pitch track', (periods) => {
  for (const distance of distances(periods)) expect(distance).toBeCloseTo(periods, 2)
})

// The search ends at a whole sample, 0.00625 periods.
test('the next pulse is at most 1.25 periods away', () => {
  for (const distance of distances(1.4)) expect(distance).toBeLessThan(1.26)
})

test('the next pulse is at least 0.8 periods away', () => {
  for (const distance of distances(0.72)) expect(distance).toBeGreaterThan(0.79)
})
