import { expect, test } from 'vitest'
import { joinNear, nextSyllable, syllableAt } from './hit.ts'

const middles = [0.1, 0.4, 0.5, 2]

test('a syllable reaches halfway to its neighbours, and no further than 0.2 s', () => {
  expect(syllableAt(middles, 0.41, 0.1)).toEqual({ start: 0.25, end: 0.45 })
  expect(syllableAt(middles, 1.95, 0.1)).toEqual({ start: 1.8, end: 2.2 })
  expect(syllableAt(middles, 0.05, 0.1)!.start).toBe(0)
})

test('a click far from every syllable selects none', () => {
  expect(syllableAt(middles, 1.2, 0.1)).toBeNull()
  expect(syllableAt([], 1.2, 0.1)).toBeNull()
})

test('the next and the previous syllable are found by their middles', () => {
  expect(nextSyllable(middles, 0.4, 1)).toEqual(syllableAt(middles, 0.5, 0.01))
  expect(nextSyllable(middles, 0.4, -1)).toEqual(syllableAt(middles, 0.1, 0.01))
  expect(nextSyllable(middles, 2, 1)).toBeNull()
  expect(nextSyllable(middles, 0.1, -1)).toBeNull()
})

test('pieces that nearly touch are one', () => {
  const pieces = [
    { start: 0, end: 0.01 },
    { start: 0.03, end: 0.04 },
    { start: 0.5, end: 0.6 },
  ]
  expect(joinNear(pieces, 0.05)).toEqual([
    { start: 0, end: 0.04 },
    { start: 0.5, end: 0.6 },
  ])
})
