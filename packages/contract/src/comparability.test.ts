import { expect, test } from 'vitest'
import {
  isComparable,
  lastComparable,
  type Obstacle,
  type Origin,
  obstacleBetween,
  obstacles,
} from './comparability.ts'

const range = { lowest_hz: 75, highest_hz: 600, is_reached: true }
const usual: Origin = {
  isPoor: false,
  isDoubtful: false,
  hasFewWords: false,
  language: 'es',
  wording: 1,
  engine: '7',
  range,
  device: 'USB',
}
const others: Record<Obstacle, Partial<Origin>> = {
  poor_recording: { isPoor: true },
  doubtful_recording: { isDoubtful: true },
  few_words: { hasFewWords: true },
  other_language: { language: 'en' },
  other_wording: { wording: 2 },
  other_engine: { engine: '8' },
  other_range: { range: { ...range, lowest_hz: 50 } },
  other_device: { device: null },
}

test('values of one origin can be compared', () => {
  expect(obstacleBetween(usual, { ...usual })).toBeNull()
  expect(obstacleBetween({ ...usual, device: null }, { ...usual, device: null })).toBeNull()
})

test.each(obstacles)('%s is found whichever value has it', (reason) => {
  const other = { ...usual, ...others[reason] }
  expect(obstacleBetween(usual, other)).toBe(reason)
  expect(obstacleBetween(other, usual)).toBe(reason)
})

test('a value can be compared with none if its recording is poor or doubtful, or its words are few', () => {
  const never = obstacles.filter((reason) => !isComparable({ ...usual, ...others[reason] }))
  expect(never).toEqual(['poor_recording', 'doubtful_recording', 'few_words'])
})

test('reports the first of several reasons, in a fixed order', () => {
  for (const [i, reason] of obstacles.entries()) {
    const other = Object.assign({ ...usual }, ...obstacles.slice(i).map((one) => others[one]))
    expect(obstacleBetween(usual, other)).toBe(reason)
  }
})

test('a voice away from the ends of the usual range has the same pitch in each', () => {
  const inside = { ...range, is_reached: false }
  const origin = (search: Origin['range']): Origin => ({ ...usual, range: search })
  expect(obstacleBetween(origin(inside), origin({ ...inside, lowest_hz: 50 }))).toBeNull()
  expect(obstacleBetween(origin(inside), origin({ ...range, lowest_hz: 50 }))).toBe('other_range')
})

test('a value is compared with the latest one that can be, else the reason of the latest is said', () => {
  const headset = { ...usual, device: 'Headset' }
  const older = { ...usual }
  expect(lastComparable(usual, [headset, older, { ...usual }])).toEqual({ value: older })
  expect(lastComparable(usual, [headset, { ...usual, isPoor: true }])).toEqual({ obstacle: 'other_device' })
  expect(lastComparable(usual, [])).toBeNull()
  const untrusted = [
    { ...usual, isDoubtful: true },
    { ...usual, hasFewWords: true },
  ]
  expect(lastComparable(usual, untrusted)).toBeNull()
  expect(lastComparable(usual, [...untrusted, older])).toEqual({ value: older })
  expect(lastComparable({ ...usual, hasFewWords: true }, [older])).toEqual({ obstacle: 'few_words' })
})
