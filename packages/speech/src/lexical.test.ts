import { expect, test } from 'vitest'
import { measureLexical } from './lexical.ts'
import { wordMeasureDescriptions } from './measures.ts'

const lists = { stopWords: new Set(['el', 'la', 'y', 'a']), fillers: new Set(['eh']), elisions: [] }
const context = { lists, speechSpanS: 6, phonationS: 3, reference: null }

test('measures a text as calculated by hand', () => {
  // 8 words (el perro perro mira el gato y mira), 5 types; gato and y occur once; 2 fillers; 1 repetition.
  const { scores, missing } = measureLexical('El perro, eh, perro mira el gato eh y mira.', context)
  expect(scores).toEqual({
    tokens: 8,
    types: 5,
    ttr: 5 / 8,
    brunet_w: expect.closeTo(4.925723, 5), // 8^(5^−0.165) = 8^0.766769
    honore_r: expect.closeTo(346.574, 3), // 100·2.0794415/(1 − 2/5)
    hapax_ratio: 2 / 8,
    mean_word_length: 27 / 8, // 2 + 5 + 5 + 4 + 2 + 4 + 1 + 4
    filled_pauses_per_100_words: 25,
    repetitions_per_100_words: 12.5,
    content_word_ratio: 5 / 8, // perro perro mira gato mira
    words_per_min: 80,
    articulation_rate_words_per_min: 160,
  })
  expect(missing).toEqual({ mattr_10: 'too_few_words', mattr_25: 'too_few_words', mattr_50: 'too_few_words' })
})

test('averages the moving type-token ratio over every window', () => {
  // Eleven words: the first window of ten has 10 types ("a" to "j"), the second 9 ("b" to "j" and "j").
  const { scores } = measureLexical('aa bb cc dd ee ff gg hh ii jj jj', context)
  expect(scores.mattr_10).toBeCloseTo((10 / 10 + 9 / 10) / 2, 12)
})

test('one word said 60 times has a moving ratio of one over the window', () => {
  const { scores } = measureLexical('no '.repeat(60), context)
  expect([scores.mattr_10, scores.mattr_25, scores.mattr_50]).toEqual([1 / 10, 1 / 25, 1 / 50])
})

test('gives no Honoré statistic when every word occurs once', () => {
  expect(measureLexical('uno dos tres', context).missing.honore_r).toBe('every_word_once')
})

test('no words give no measure but the count', () => {
  const { scores, missing } = measureLexical('eh…', context)
  expect(scores).toEqual({ tokens: 0, types: 0, words_per_min: 0, articulation_rate_words_per_min: 0 })
  expect(missing.ttr).toBe('no_words')
})

test('compares a reading with its text word by word', () => {
  // The text has 5 words; "viento" is omitted, "sol" becomes "son", "muy" is added: 3 errors, 3 correct words in 6 s.
  const reading = { ...context, reference: 'El viento y el sol' }
  const { scores } = measureLexical('el y el muy son', reading)
  expect(scores.word_error_rate_pct).toBeCloseTo(60, 12)
  expect(scores.words_correct_per_min).toBeCloseTo(30, 12)
})

test('of alignments with equally few errors, the one with most correct words counts', () => {
  // Two substitutions leave one correct word; an omission and an addition leave two.
  const { scores } = measureLexical('sol el brilla', { ...context, reference: 'El sol brilla' })
  expect(scores.word_error_rate_pct).toBeCloseTo(200 / 3, 12)
  expect(scores.words_correct_per_min).toBeCloseTo(20, 12)
})

test('counts errors only in the part that was read', () => {
  // Five of ten words are reached: "viento" is omitted, "sol" becomes "son".
  const reading = { ...context, reference: 'El viento y el sol discutían sobre cuál era mayor' }
  const { scores } = measureLexical('el y el son', reading)
  expect(scores.read_words_pct).toBeCloseTo(50, 12)
  expect(scores.word_error_rate_pct).toBeCloseTo(40, 12)
  expect(scores.words_correct_per_min).toBeCloseTo(30, 12)
})

test('an empty reading has read 0 words and has no error rate', () => {
  const { scores, missing } = measureLexical('', { ...context, reference: 'El viento y el sol' })
  expect(scores.read_words_pct).toBe(0)
  expect(missing.word_error_rate_pct).toBe('no_words')
})

test('a perfect reading has no errors, with or without filled pauses', () => {
  const { scores } = measureLexical('El eh viento y el sol', { ...context, reference: 'El viento y el sol.' })
  expect(scores.word_error_rate_pct).toBe(0)
  expect(scores.words_correct_per_min).toBe(50)
})

test('measures ten thousand words', () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `w${i % 100}`).join(' ')
  const { scores } = measureLexical(text, { ...context, reference: 'w1 '.repeat(200) })
  expect(scores.tokens).toBe(10_000)
  expect(scores.mattr_50).toBe(1)
})

test('describes every measure, and nothing else', () => {
  const { scores, missing } = measureLexical('', { ...context, reference: 'a' })
  expect(Object.keys({ ...scores, ...missing }).sort()).toEqual(
    Object.keys(wordMeasureDescriptions.lexical.measures).sort(),
  )
})
