import { expect, test } from 'vitest'
import { agreementOf, pairWords, settledWords } from './compare.ts'

const word = (text: string, start: number | null = null, end: number | null = null, more: object = {}) => ({
  text,
  start,
  end,
  ...more,
})
const first = [
  word('El', 0, 0.2),
  word('perro', 0.2, 0.6),
  word('eh', 0.6, 0.8, { marks: ['filler'] }),
  word('corre', 0.8, 1.2),
  word('bien', 1.3, 1.5, { speaker: 'examiner' }),
]
const second = [
  word('el', 0, 0.24),
  word('perro', 0.2, 0.7),
  word('no', 0.7, 0.75),
  word('eh', 0.75, 0.8),
  word('come', 0.8, 1.2),
  word('bien', 1.3, 1.5, { speaker: 'participant' }),
]

test('two transcripts agree in words, edges, marks and speakers', () => {
  const pairs = pairWords(first, second)
  expect(pairs.map(({ about }) => about)).toEqual([
    [],
    ['times'],
    ['words'],
    ['marks', 'times'],
    ['words'],
    ['speaker'],
  ])
  const agreement = agreementOf(pairs)
  expect(agreement).toMatchObject({ first_words: 5, second_words: 6, same_words: 4 })
  expect(agreement.agreement_pct).toBeCloseTo((100 * 8) / 11, 9)
  // One word too many and one replaced.
  expect(agreement.word_error_rate_pct).toBeCloseTo(40, 9)
  // 0, 40, 0, 100, 150, 0, 0, 0 ms
  expect(agreement.edges).toEqual({ count: 8, median_ms: 0, near: 6 })
  expect(agreement.marks).toEqual({ count: 1, same: 0 })
  expect(agreement.speakers).toEqual({ count: 4, same: 3 })
  expect(agreementOf(pairWords([], []))).toMatchObject({ agreement_pct: null, word_error_rate_pct: null })
  expect(agreementOf(pairWords(first, first))).toMatchObject({ agreement_pct: 100, word_error_rate_pct: 0 })
})

test('a settlement takes each difference from one of them, and leaves out a word that the other has not', () => {
  const pairs = pairWords(first, second)
  const texts = (choices: ('first' | 'second')[]) => settledWords(pairs, choices).map(({ text }) => text)
  expect(texts(['first', 'first', 'first', 'first', 'first'])).toEqual(['El', 'perro', 'eh', 'corre', 'bien'])
  expect(texts(['second', 'second', 'second', 'second', 'second'])).toEqual(['El', 'perro', 'no', 'eh', 'come', 'bien'])
  // The second one heard "eh" later than the first one heard "corre" begin: one time would run back.
  const crossed = pairWords([word('a', 0, 1), word('b', 1, 2)], [word('a', 1.5, 2), word('c', 2, 3)])
  expect(settledWords(crossed, ['second', 'first'])).toEqual([word('a', 1.5, 2), word('b')])
})

test('very long transcripts that differ everywhere are compared word by word', () => {
  const many = (text: string) => Array.from({ length: 20_000 }, (_, i) => word(`${text}${i}`))
  const pairs = pairWords([word('a'), ...many('x'), word('z')], [word('a'), ...many('y'), word('z')])
  expect(agreementOf(pairs)).toMatchObject({ first_words: 20_002, same_words: 2 })
})
