import { expect, test } from 'vitest'
import { joinGaps } from './gaps.ts'

test('gaps are ordered and never overlap', () => {
  const gaps = [
    { at: 4, length: 0.5 },
    { at: 1, length: 2 },
    { at: 2, length: 0.5 },
    { at: 2.5, length: 1 },
  ]
  expect(joinGaps(gaps)).toEqual([
    { at: 1, length: 2.5 },
    { at: 4, length: 0.5 },
  ])
})

test('the pause before a take is not part of a gap', () => {
  const pause = { at: 0, length: 60, pause: true as const }
  expect(joinGaps([{ at: 0, length: 1 }, pause])).toEqual([pause, { at: 0, length: 1 }])
})
