import { expect, test } from 'vitest'
import { createLevelMeter, createSilenceWatch, isActive, levelColour, levelsPerSecond } from './level.ts'

test('the colours change just above the limits', () => {
  expect([0, 0.15, 0.151, 0.4, 0.401, 1].map(levelColour)).toEqual(['red', 'red', 'yellow', 'yellow', 'green', 'green'])
  expect([isActive(0.02), isActive(0.021)]).toEqual([false, true])
})

test('the level is the peak of the last 100 ms, then falls by 20 dB a second', () => {
  const meter = createLevelMeter(1000)
  expect(meter.push(Float32Array.of(...new Array(9).fill(0), -0.5))).toBe(0.5)
  let level = 0
  for (let i = 0; i < 9; i++) level = meter.push(new Float32Array(10))
  expect(level).toBe(0.5)
  for (let i = 0; i < 100; i++) level = meter.push(new Float32Array(10))
  expect(level).toBeGreaterThan(0.5 * 10 ** -1.01)
  expect(level).toBeLessThan(0.5 * 10 ** -0.99)
})

test('a level is never above one', () => {
  expect(createLevelMeter(1000).push(Float32Array.of(1.7))).toBe(1)
})

test('silence is reported after its time, until a sound is heard', () => {
  const silence = createSilenceWatch(2)
  const quiet = Array.from({ length: 2 * levelsPerSecond }, () => silence.push(0.02))
  expect(quiet.indexOf(true)).toBe(2 * levelsPerSecond - 1)
  expect(silence.push(0.1)).toBe(false)
  expect(Array.from({ length: 200 }, () => silence.push(0)).includes(true)).toBe(false)
  silence.reset()
  expect(Array.from({ length: 2 * levelsPerSecond }, () => silence.push(0)).at(-1)).toBe(true)
})
