import { expect, test } from 'vitest'
import { piecesIn, piecesOf } from './track.ts'

const words = [
  { text: 'el', start: 0.1, end: 0.3 },
  { text: 'sin tiempo', start: null, end: null },
  { text: 'viento', start: 0.3, end: null },
  { text: 'norte', start: 2, end: 2.5 },
]
const pauses = [{ start_s: 0.8, end_s: 1.9 }]

test('words and pauses are in the order of time; words without a time are left out', () => {
  expect(piecesOf(words, pauses)).toEqual([
    { place: 0, text: 'el', start: 0.1, end: 0.3 },
    { place: 1, text: 'viento', start: 0.3, end: 0.8 },
    { place: 2, text: null, start: 0.8, end: 1.9 },
    { place: 3, text: 'norte', start: 2, end: 2.5 },
  ])
})

test('places only the pieces in view; words alternate between two rows and extend to the next word of their row', () => {
  const placed = piecesIn(piecesOf(words, pauses), { start: 0, length: 1 }, 1000)
  expect(placed.map(({ text, left, row, room }) => ({ text, left, row, room }))).toEqual([
    { text: 'el', left: 100, row: 0, room: 898 },
    { text: 'viento', left: 300, row: 1, room: 698 },
    { text: null, left: 800, row: 0, room: 198 },
  ])
})

test('a word keeps its row when the view moves', () => {
  const pieces = piecesOf(words, pauses)
  expect(piecesIn(pieces, { start: 1.95, length: 1 }, 1000)[0]).toMatchObject({ text: 'norte', row: 0 })
})
