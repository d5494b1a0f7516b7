import { expect, test } from 'vitest'
import { heldZone, placeOf, secondsLeft, zoneOf } from './zones.ts'

test('the zones are those of the verdict: a peak below -30 dB is too quiet, near full scale is clipping', () => {
  expect([0, 0.02, 0.0201, 0.031, 0.032, 0.3, 0.89, 0.9, 1].map(zoneOf)).toEqual([
    ...['silent', 'silent', 'quiet', 'quiet', 'good', 'good', 'good', 'clipping', 'clipping'],
  ])
})

test('a pause between words is not too quiet; after two seconds it is', () => {
  const pause = new Array(39).fill(0.001)
  expect(heldZone([0.2, ...pause])).toBe('good')
  expect(heldZone([0.2, ...pause, 0.001])).toBe('silent')
  expect(heldZone([])).toBe('silent')
})

test('the scale runs from -50 to 0 dB', () => {
  expect([-60, -50, -25, 0, 3].map(placeOf)).toEqual([0, 0, 0.5, 1, 1])
})

test('the end is announced five seconds before the maximum, and not at all without one or in a short item', () => {
  expect([24.9, 25, 25.1, 29.9, 30, 31].map((elapsed) => secondsLeft(elapsed, 30))).toEqual([null, 5, 5, 1, 0, 0])
  expect(secondsLeft(100, null)).toBeNull()
  expect(secondsLeft(3, 5)).toBeNull()
})
