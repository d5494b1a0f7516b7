import { expect, test } from 'vitest'
import { openWords } from './edits.ts'
import { pieceOf } from './pieces.ts'

const piecesOf = (...times: [start: number | null, end: number | null][]) => {
  const { words } = openWords(
    times.map(([start, end]) => ({ text: 'a', start, end })),
    true,
  )
  return words.map((_, at) => pieceOf(words, at))
}

test('a word without an end sounds for half a second, but not into the next one', () => {
  expect(piecesOf([1, null], [1.2, null])).toEqual([
    { start: 1, end: 1.2 },
    { start: 1.2, end: 1.7 },
  ])
})

test('a word without a time lies between its neighbours', () => {
  expect(piecesOf([0, 1], [null, null], [3, 4], [null, null])).toEqual([
    { start: 0, end: 1 },
    { start: 1, end: 3 },
    { start: 3, end: 4 },
    { start: 4, end: 4.5 },
  ])
  expect(piecesOf([null, null])).toEqual([null])
})
