import { expect, test } from 'vitest'
import { readingEnd } from './reading-end.ts'

// Every word of this text occurs once.
const text = Array.from({ length: 60 }, (_, i) => `w${i}`)

test.each([0, 1, 7, 59, 60])('a reading that stops after %i words ends there', (count) => {
  expect(readingEnd(text, text.slice(0, count))).toBe(count)
})

test('a line omitted in the middle is before the end', () => {
  expect(readingEnd(text, [...text.slice(0, 20), ...text.slice(30, 45)])).toBe(45)
})

test('a restart from the beginning ends where the second reading ends', () => {
  expect(readingEnd(text, [...text.slice(0, 12), ...text.slice(0, 25)])).toBe(25)
})

test('a phrase that is repeated on the way does not move the end', () => {
  expect(readingEnd(text, [...text.slice(0, 12), ...text.slice(8, 30)])).toBe(30)
})

test('words added after the whole text leave the end at its last word', () => {
  expect(readingEnd(text, [...text, 'that', 'is', 'all'])).toBe(60)
})

test('misread words are reached, the last one too', () => {
  const misread = text.slice(0, 20).with(4, 'x').with(19, 'y')
  expect(readingEnd(text, misread)).toBe(20)
})

test('a last word that matches a far word by chance does not move the end there', () => {
  expect(readingEnd(text, text.slice(0, 20).with(19, 'w50'))).toBe(20)
})

test('a common word at the end of the reading matches the near one', () => {
  const withArticles = text.map((word, i) => (i % 5 === 0 ? 'the' : word))
  expect(readingEnd(withArticles, withArticles.slice(0, 21))).toBe(21)
})

test('an empty text ends at word 0', () => {
  expect(readingEnd([], [])).toBe(0)
  expect(readingEnd([], ['a'])).toBe(0)
})
