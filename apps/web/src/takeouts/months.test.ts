import { expect, test } from 'vitest'
import { endOf, lastMonths, startOf } from './months.ts'

test('offers the last 24 months, across the turn of the year', () => {
  const months = lastMonths('2026-02-28')
  expect(months).toHaveLength(24)
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(months.at(-1)).toBe('2024-03')
})

test('a range runs from a month’s first day to its last, or to today in the current month', () => {
  expect(startOf('2026-02')).toBe('2026-02-01')
  expect(endOf('2026-01', '2026-02-10')).toBe('2026-01-31')
  expect(endOf('2024-02', '2026-02-10')).toBe('2024-02-29')
  expect(endOf('2026-02', '2026-02-10')).toBe('2026-02-10')
})
