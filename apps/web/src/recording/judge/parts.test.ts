import { partContextS } from '@fonema/speech'
import { expect, test } from 'vitest'
import { contextOf, createFeed, isStill, partSeconds, partsOf, runsOf, type Span } from './parts.ts'

test('a take is cut at whole multiples, wherever it ends, and nothing is left out', () => {
  expect(partsOf({ start: 0.5, end: 2.9 })).toEqual([{ start: 0.5, end: 2.9 }])
  expect(partsOf({ start: 0.5, end: 6.4 })).toEqual([
    { start: 0.5, end: 2 },
    { start: 2, end: 4 },
    { start: 4, end: 6.4 },
  ])
  for (const end of [3, 14.9, 15, 45, 600]) {
    const parts = partsOf({ start: 0.5, end })
    expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([0.5, end])
    for (const [i, part] of parts.entries()) if (i > 0) expect(part.start).toBe(parts[i - 1]?.end)
  }
})

test('a part has context on both sides, but never beyond the window', () => {
  const window = { start: 0.5, end: 6 }
  expect(contextOf({ start: 2, end: 4 }, window)).toEqual({ before: partContextS, after: partContextS })
  expect(contextOf({ start: 0.5, end: 2 }, window)).toMatchObject({ before: 0 })
  expect(contextOf({ start: 4, end: 6 }, window)).toMatchObject({ after: 0 })
})

/** Seconds of sound that are left to measure when a take of this length stops, fed as the level meter feeds it. */
function leftAfter(seconds: number, mendedFrom?: number): number {
  const feed = createFeed()
  const known: Span[] = []
  for (let level = 0; level <= seconds * 20; level++) known.push(...feed('take', level / 20))
  return partsOf({ start: 0.5, end: 0.5 + seconds })
    .filter((part) => !known.some((each) => isStill(each, part, mendedFrom)))
    .reduce((sum, { start, end }) => sum + end - start, 0)
}

test('however long a take is, at most five seconds are left to measure when it stops', () => {
  for (let seconds = 1; seconds < 90; seconds += 0.35) expect(leftAfter(seconds)).toBeLessThan(5)
  expect(leftAfter(600)).toBeLessThan(5)
})

test('no part is fed before its sound and its context can be in the outbox, and none twice', () => {
  const feed = createFeed()
  const fed: number[] = []
  for (let elapsed = 0; elapsed < 60; elapsed += 0.05)
    for (const { start, end } of feed('take', elapsed)) {
      expect(end + partContextS).toBeLessThanOrEqual(elapsed + 0.5 - 0.5)
      fed.push(start)
    }
  expect(fed).toEqual([0.5, ...Array.from({ length: fed.length - 1 }, (_, i) => (i + 1) * partSeconds)])
  expect(feed('another take', 1)).toEqual([])
  expect(feed('another take', 4)).toEqual([{ start: 0.5, end: 2 }])
})

test('parts that follow each other are read as one', () => {
  const [a, b, c, d] = partsOf({ start: 0.5, end: 8 })
  expect(runsOf([])).toEqual([])
  expect(runsOf([a!, c!, d!])).toEqual([[a], [c, d]])
  expect(runsOf([a!, b!, c!, d!])).toEqual([[a, b, c, d]])
})

test('after a mended place the parts are measured again; those before it are kept', () => {
  expect(leftAfter(60, 50)).toBeGreaterThan(10)
  expect(leftAfter(60, 50)).toBeLessThan(15)
  expect(isStill({ start: 2, end: 4 }, { start: 2, end: 4 }, 4.1)).toBe(false)
})
