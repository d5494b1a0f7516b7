import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateTicks, formatTick, maxTicks, timeScale } from './date-ticks.ts'

const day = 86_400_000

test('shows at most ten dates along the axis, whatever its length', () => {
  const start = Date.UTC(2020, 0, 1)
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 8000 })),
      fc.integer({ min: 1, max: 40 }),
      (days, wanted) => {
        const scale = timeScale([new Date(start), new Date(start + days * day)], [0, 1000])
        const ticks = dateTicks(scale, wanted)
        expect(ticks.length).toBeLessThanOrEqual(Math.min(maxTicks, Math.max(1, wanted)))
        expect(ticks.length).toBeGreaterThan(0)
        for (const tick of ticks) expect(scale(tick)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('a single date is centred', () => {
  const date = new Date('2026-11-20T08:38:00Z')
  expect(timeScale([date], [0, 100])(date)).toBeCloseTo(50)
})

test('each day is labelled once', () => {
  for (const days of [0, 1, 2, 5]) {
    const start = Date.UTC(2026, 10, 2, 1, 36)
    const ticks = dateTicks(timeScale([new Date(start), new Date(start + days * day)], [0, 900]), 10)
    const names = ticks.map((tick) => formatTick(tick, 'es', days * day))
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('a long axis shows the year, a short one the day', () => {
  const tick = new Date('2026-11-20T00:00:00Z')
  expect(formatTick(tick, 'es', 700 * day)).toMatch(/nov.*26/)
  expect(formatTick(tick, 'es', 30 * day)).toMatch(/20.*nov/)
})
