import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowAt } from './useRowWindow.ts'

test('at the top it starts at the first row and extends below the screen', () => {
  const { start, end } = windowAt(-250, 900, 50)
  expect(start).toBe(0)
  expect(end).toBeGreaterThanOrEqual(13)
  expect(end).toBeLessThanOrEqual(16)
})

test('contains every row on the screen, and few others', () => {
  fc.assert(
    fc.property(fc.integer({ min: -800, max: 5_000_000 }), fc.integer({ min: 300, max: 2000 }), (scrolled, screen) => {
      const { start, end } = windowAt(scrolled, screen, 57)
      expect(start).toBeGreaterThanOrEqual(0)
      expect(start * 57).toBeLessThanOrEqual(Math.max(0, scrolled))
      expect(end * 57).toBeGreaterThanOrEqual(scrolled + screen)
      expect(end - start).toBeLessThanOrEqual(Math.ceil(screen / 57) + 8)
    }),
  )
})

test('small scroll steps rerender nothing', () => {
  const windows = new Set<number>()
  for (let scrolled = 57 * 400; scrolled < 57 * 440; scrolled += 3) windows.add(windowAt(scrolled, 900, 57).start)
  expect(windows.size).toBeLessThanOrEqual(21)
})
