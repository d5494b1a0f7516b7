import { expect, test } from 'vitest'
import { wordAt } from './word-at.ts'

const word = (start: number | null, end: number | null = start === null ? null : start + 0.5) => ({ start, end })

test('finds the word spoken at a time', () => {
  const words = [word(1), word(2), word(4, 4.2)]
  expect([0, 1, 1.49, 1.5, 2.2, 4.1, 4.2, 99].map((seconds) => wordAt(words, seconds))).toEqual([
    -1, 0, 0, -1, 1, 2, -1, -1,
  ])
})

test('words without times are never highlighted and hide no others', () => {
  const words = [word(null), word(1), word(null), word(null), word(3), word(null)]
  expect([0.5, 1.2, 2, 3.1].map((seconds) => wordAt(words, seconds))).toEqual([-1, 1, -1, 4])
  expect(wordAt([word(null), word(null)], 1)).toBe(-1)
  expect(wordAt([], 1)).toBe(-1)
})

test('finds every word of a long text at its own time', () => {
  const words = Array.from({ length: 1000 }, (_, i) => (i % 3 === 1 ? word(null) : word(i, i + 0.9)))
  for (const [i, { start }] of words.entries()) if (start !== null) expect(wordAt(words, start + 0.5)).toBe(i)
})
