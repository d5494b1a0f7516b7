import { expect, test } from 'vitest'
import { alignWords } from './align-words.ts'
import type { TimedWord } from './transcription/transcription.ts'

const timed = (text: string) => text.split(' ').map((word, i) => ({ text: word, start: i, end: i + 0.5 }))
const starts = (text: string, before: string) => alignWords(text, timed(before)).map(({ start }) => start)

test('unchanged words keep their times, whatever their punctuation', () => {
  expect(alignWords('El perro, ladra.', timed('el perro ladra'))).toEqual([
    { text: 'El', start: 0, end: 0.5 },
    { text: 'perro,', start: 1, end: 1.5 },
    { text: 'ladra.', start: 2, end: 2.5 },
  ])
})

test('a corrected word takes the time of the word that it replaces', () => {
  expect(starts('uno dos tres cuatro', 'uno doce trece cuatro')).toEqual([0, 1, 2, 3])
})

test('unchanged words keep speaker and marks, corrected ones their speaker and that they are names', () => {
  const before = [
    { text: 'hola', start: 0, end: 1, speaker: 'examiner', marks: ['filler'] },
    { text: 'Jon', start: 1, end: 2, speaker: 'other', marks: ['name', 'paraphasia'] },
    { text: 'va', start: 2, end: 3 },
  ] satisfies TimedWord[]
  expect(alignWords('Hola, John va', before)).toEqual([
    { text: 'Hola,', start: 0, end: 1, speaker: 'examiner', marks: ['filler'] },
    { text: 'John', start: 1, end: 2, speaker: 'other', marks: ['name'] },
    { text: 'va', start: 2, end: 3 },
  ])
})

test('an inserted word has no time, and a removed word leaves its time unused', () => {
  expect(starts('uno dos tres', 'uno tres')).toEqual([0, null, 1])
  expect(starts('uno tres', 'uno eh eh tres')).toEqual([0, 3])
  expect(starts('uno dos y tres', 'uno tos tres')).toEqual([0, null, null, 2])
})

test('accepts a text with only new words and an empty text', () => {
  expect(starts('a b c', 'x')).toEqual([null, null, null])
  expect(starts('', 'x y')).toEqual([])
  expect(alignWords('hola mundo', [])).toEqual([
    { text: 'hola', start: null, end: null },
    { text: 'mundo', start: null, end: null },
  ])
})

test('ten thousand words with corrections at both ends and in the middle keep their times', () => {
  const before = Array.from({ length: 10_000 }, (_, i) => `w${i}`)
  const after = before.with(0, 'nuevo').with(5000, 'otro').with(9999, 'fin').join(' ')
  const words = alignWords(after, timed(before.join(' ')))
  expect(words).toHaveLength(10_000)
  expect(words[1]?.start ?? null).toBe(1)
})
