import { expect, test } from 'vitest'
import { colorOf, dashOf, shapeOf } from './marks.ts'

// More series than any function shows.
const most = 24
const indices = Array.from({ length: most }, (_, i) => i)
const count = (of: (index: number) => string) => new Set(indices.map(of)).size

test('no two series of a chart look alike, in colour or in greyscale', () => {
  expect(count((i) => `${colorOf(i)} ${shapeOf(i)} ${dashOf(i)}`)).toBe(most)
  expect(count((i) => `${shapeOf(i)} ${dashOf(i)}`)).toBe(most)
})

test('each measure of a function has its own colour', () => {
  expect(new Set(indices.slice(0, 12).map(colorOf)).size).toBe(12)
})
