import { expect, test } from 'vitest'
import { nextAttempt, retrySeconds } from './schedule.ts'

const first = new Date('2026-03-01T00:00:00Z')
const after = (seconds: number) => new Date(first.getTime() + seconds * 1000)

test('the delays grow fourfold from 5 s to 12 h, each up to a fifth longer', () => {
  for (const [attempts, seconds] of [
    [1, 5],
    [2, 20],
    [3, 80],
    [6, 5120],
    [8, 43_200],
    [12, 43_200],
  ] as const) {
    const delay = (nextAttempt(attempts, first, first)!.getTime() - first.getTime()) / 1000
    expect(delay).toBeGreaterThanOrEqual(seconds)
    expect(delay).toBeLessThanOrEqual(seconds * 1.2)
  }
})

test('delays differ between deliveries that failed together', () => {
  const times = new Set(Array.from({ length: 50 }, () => nextAttempt(5, first, first)!.getTime()))
  expect(times.size).toBeGreaterThan(40)
})

test('the last attempt is three days after the first one, and then there is none', () => {
  expect(nextAttempt(12, first, after(retrySeconds - 60))).toEqual(after(retrySeconds))
  expect(nextAttempt(13, first, after(retrySeconds))).toBeNull()
})

test('an outage of three days sees between 12 and 16 attempts', () => {
  let now = first
  let attempts = 1
  for (let next = nextAttempt(attempts, first, now); next !== null; next = nextAttempt(++attempts, first, now))
    now = next
  expect(attempts).toBeGreaterThanOrEqual(12)
  expect(attempts).toBeLessThanOrEqual(16)
})
