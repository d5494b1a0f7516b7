import { expect, test } from 'vitest'
import { drawAtRandom, wilsonInterval } from './sample.ts'

const hundred = Array.from({ length: 100 }, (_, index) => index)

test('a sample has the asked size and no mutant twice', () => {
  const drawn = drawAtRandom(hundred, 30, 'a')
  expect(new Set(drawn).size).toBe(30)
  expect(hundred).toEqual(expect.arrayContaining(drawn))
})

test('a sample larger than the whole is the whole', () => {
  expect(drawAtRandom(hundred, 500, 'a').sort((a, b) => a - b)).toEqual(hundred)
})

test('a seed always draws the same sample, and another seed another one', () => {
  expect(drawAtRandom(hundred, 30, 'a')).toEqual(drawAtRandom(hundred, 30, 'a'))
  expect(drawAtRandom(hundred, 30, 'a')).not.toEqual(drawAtRandom(hundred, 30, 'b'))
})

test('each mutant is as likely to be drawn as any other', () => {
  const timesDrawn = new Map<number, number>(hundred.map((mutant) => [mutant, 0]))
  for (let seed = 0; seed < 2000; seed++)
    for (const mutant of drawAtRandom(hundred, 10, `${seed}`)) timesDrawn.set(mutant, timesDrawn.get(mutant)! + 1)
  // Each is expected 200 times with a standard deviation of 13.4. The seeds are fixed, so the counts are too.
  expect(Math.min(...timesDrawn.values())).toBeGreaterThan(145)
  expect(Math.max(...timesDrawn.values())).toBeLessThan(255)
})

test('the interval agrees with published values', () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  const published = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const
  for (const [hits, total, low, high] of published) {
    const interval = wilsonInterval(hits, total)!
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  }
})

test('the interval of the whole is the mirror of the interval of none', () => {
  const [all, none] = [wilsonInterval(20, 20)!, wilsonInterval(0, 20)!]
  expect(all.high).toBe(1)
  expect(all.low).toBeCloseTo(1 - none.high, 12)
})

test('nothing observed has no interval', () => {
  expect(wilsonInterval(0, 0)).toBeNull()
})
