import { expect, test } from 'vitest'
import { openWords } from './edits.ts'
import { inParagraphs, paragraphStarts } from './paragraphs.ts'

/** Words of half a second, one after the other. */
const wordsOf = (texts: readonly string[]) =>
  openWords(
    texts.map((text, index) => ({ text, start: index / 2, end: index / 2 + 0.4, confidence: 0.9 })),
    false,
  ).words
const many = (count: number) => Array.from({ length: count }, (_, index) => `palabra${index}`)
const lengths = (words: ReturnType<typeof wordsOf>) =>
  inParagraphs(words, paragraphStarts(words)).map((paragraph) => paragraph.words.length)

test('a paragraph ends with a sentence once it has thirty words', () => {
  const texts = many(100)
  for (const place of [10, 34, 90]) texts[place] += place === 34 ? '.»' : '.'
  expect(lengths(wordsOf(texts))).toEqual([35, 56, 9])
})

test('a pause ends a paragraph too', () => {
  const words = wordsOf(many(60)).map((word, place) => (place < 40 ? word : { ...word, start: word.start! + 1 }))
  expect(lengths(words)).toEqual([40, 20])
})

test('words without sentences, pauses or times are in paragraphs of seventy', () => {
  const words = wordsOf(many(150)).map((word) => ({ ...word, start: null, end: null }))
  expect(lengths(words)).toEqual([70, 70, 10])
})

test('an edit keeps the paragraphs where they are', () => {
  const words = wordsOf(many(150))
  const starts = paragraphStarts(words)
  const inserted = [...words.slice(0, 70), { ...words[0]!, id: 1000, text: 'nueva.' }, ...words.slice(70)]
  expect(inParagraphs(inserted, starts).map(({ from, words }) => [from, words.length])).toEqual([
    [0, 71],
    [71, 70],
    [141, 10],
  ])
  expect(inParagraphs(words.slice(1), starts).map(({ from }) => from)).toEqual([0, 69, 139])
  expect(inParagraphs([], starts)).toEqual([])
})
