import { expect, test } from 'vitest'
import { placeLabels, wrapText } from './labels.ts'

const range = [0, 100] as const

test('labels far from each other lie beside their ends', () => {
  expect(placeLabels([20, 80], [10, 10], range)).toEqual([15, 75])
})

test('labels that would overlap share the space around their ends, in the order of the ends', () => {
  expect(placeLabels([50, 50], [10, 20], range)).toEqual([37.5, 47.5])
  expect(placeLabels([52, 48], [10, 10], range)).toEqual([50, 40])
})

test('labels stay inside the range as long as there is room', () => {
  expect(placeLabels([0, 2, 99], [10, 10, 10], range)).toEqual([0, 10, 90])
})

test('in 2,000 arrangements no label overlaps another or leaves the range', () => {
  let state = 7
  const random = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  for (let run = 0; run < 2000; run++) {
    const n = 1 + Math.floor(random() * 4)
    const ends = Array.from({ length: n }, () => random() * 100)
    const heights = Array.from({ length: n }, () => 5 + random() * 20)
    const placed = placeLabels(ends, heights, range)
      .map((top, i) => ({ top, bottom: top + heights[i]!, end: ends[i]! }))
      .sort((a, b) => a.top - b.top)
    for (const [i, { top, bottom, end }] of placed.entries()) {
      expect(top).toBeGreaterThanOrEqual(-1e-9)
      expect(bottom).toBeLessThanOrEqual(100 + 1e-9)
      const next = placed[i + 1]
      if (next === undefined) continue
      expect(bottom).toBeLessThanOrEqual(next.top + 1e-9)
      expect(end).toBeLessThanOrEqual(next.end)
    }
  }
})

test('a long name is broken between words', () => {
  expect(wrapText('Velocidad de articulación', 14)).toEqual(['Velocidad de', 'articulación'])
  expect(wrapText('Articulación', 4)).toEqual(['Articulación'])
})
