import { expect, test } from 'vitest'
import { measureFluency } from './fluency.ts'
import { wordMeasureDescriptions } from './measures.ts'

const lists = { stopWords: new Set(['y', 'el', 'un']), fillers: new Set(['eh']), elisions: [] }
const animals = { kind: 'category', members: new Set(['perro', 'gato', 'león', 'vaca', 'pez', 'ratón']) } as const
const spoken = (...words: [string, number | null][]) =>
  words.map(([text, startS]) => ({ text, startS, endS: startS === null ? null : startS + 0.4 }))

test('measures a minute of animals as calculated by hand', () => {
  const words = spoken(
    ['perro', 2],
    ['gato', 4],
    ['eh', 5],
    ['y', 5.5],
    ['Leones', 10],
    ['perros', 16],
    ['mesa', 20],
    ['vaca', 31],
    ['ratones', 46],
  )
  const { scores, missing } = measureFluency(words, animals, lists, 60)
  expect(missing).toEqual({})
  expect(scores).toEqual({
    valid_unique_words: 5, // perro gato león vaca ratón
    repetitions: 1, // perros
    intrusions: 1, // mesa
    words_0_15_s: 3,
    words_15_30_s: 0,
    words_30_45_s: 1,
    words_45_60_s: 1,
    first_word_s: 2,
    interword_interval_mean_s: 11, // (2 + 6 + 21 + 15) / 4
    interword_interval_sd_s: expect.closeTo(8.60233, 5), // √((81 + 25 + 100 + 16) / 3)
    words_slope_per_quarter: expect.closeTo(-0.5, 12), // (−1.5·3 − 0.5·0 + 0.5·1 + 1.5·1) / 5
  })
})

test('words with a letter: another initial is an intrusion', () => {
  const words = spoken(['pan', 1], ['pez', 3], ['casa', 4], ['pan', 6])
  const { scores } = measureFluency(words, { kind: 'letter', letters: ['p'] }, lists, 60)
  expect(scores).toMatchObject({ valid_unique_words: 2, repetitions: 1, intrusions: 1 })
})

test('half a minute has two quarters, also when a late click makes it a little shorter', () => {
  const { scores, missing } = measureFluency(spoken(['perro', 1], ['gato', 29]), animals, lists, 29.9)
  expect(scores).toMatchObject({ words_0_15_s: 1, words_15_30_s: 1, words_slope_per_quarter: 0 })
  expect(missing).toMatchObject({ words_30_45_s: 'too_short', words_45_60_s: 'too_short' })
})

test('counts words without times, and gives no measure of time', () => {
  const { scores, missing } = measureFluency(spoken(['perro', null], ['gato', 3]), animals, lists, 60)
  expect(scores).toEqual({ valid_unique_words: 2, repetitions: 0, intrusions: 0 })
  expect(new Set(Object.values(missing))).toEqual(new Set(['no_word_times']))
})

test('silence has no words and no first word', () => {
  const { scores, missing } = measureFluency([], animals, lists, 60)
  expect(scores).toMatchObject({ valid_unique_words: 0, words_0_15_s: 0, words_45_60_s: 0, words_slope_per_quarter: 0 })
  expect(missing.first_word_s).toBe('too_few_words')
})

test('describes every measure, and nothing else', () => {
  const { scores, missing } = measureFluency([], animals, lists, 10)
  expect(Object.keys({ ...scores, ...missing }).sort()).toEqual(
    Object.keys(wordMeasureDescriptions.fluency.measures).sort(),
  )
})
