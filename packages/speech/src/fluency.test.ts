import { expect, test } from 'vitest'
import { measureFluency } from './fluency.ts'
import type { Answer, FluencyRules } from './fluency-answers.ts'
import { wordMeasureDescriptions } from './measures.ts'
import { indexNames } from './name-index.ts'

const lists = {
  stopWords: new Set(['y', 'el', 'un', 'para']),
  fillers: new Set(['eh']),
  doubtfulFillers: new Set<string>(),
  elisions: [],
}
const rules: FluencyRules = {
  irregular: new Map([['fell', 'fall']]),
  nouns: [
    ['es', ''],
    ['s', ''],
  ],
  sexes: [['a', 'o']],
  verbs: [
    ['ing', ''],
    ['ed', ''],
  ],
  families: ['er', 'ly'],
  asides: indexNames([['no sé', ['no', 'se']]]),
  properNames: new Set(['pablo']),
  doubtful: new Set(['pilar']),
}
const names = ['perro', 'gato', 'león', 'león marino', 'vaca', 'pez', 'ratón', 'oso', 'oso polar', 'ballena']
const groups = {
  perro: ['pets', 'canines'],
  gato: ['pets', 'felines'],
  león: ['felines', 'africa'],
  vaca: ['farm'],
  pez: ['water'],
  ratón: ['rodents'],
}
const fold = (name: string) => name.replace('ó', 'o').split(' ')
const category = {
  names: indexNames([...names.map((name): [string, string[]] => [name, fold(name)]), ['perro', ['can']]]),
  groups: new Map(Object.entries(groups).map(([name, all]) => [name, new Set(all)])),
}
const animals = { kind: 'category', category } as const
const letter = (...letters: string[]) => ({ kind: 'letter', letters }) as const
const spoken = (...words: [string, number | null][]) =>
  words.map(([text, startS]) => ({ text, startS, endS: startS === null ? null : startS + 0.4 }))

const said = (text: string) => text.split(' ').map((word) => ({ text: word, startS: null, endS: null }))
const outcomes = (answers: readonly Answer[]) => answers.map(({ word, outcome }) => `${word}: ${outcome}`)

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
  const { scores, missing } = measureFluency(words, animals, lists, rules, 60, () => 'intrusion')
  expect(missing).toEqual({})
  expect(scores).toEqual({
    valid_unique_words: 5, // perro gato león vaca ratón
    repetitions: 1, // perros
    intrusions: 1, // mesa, as the examiner decided
    undecided_words: 0,
    cluster_size_mean: expect.closeTo(2 / 6, 12), // perro gato | gato león | perro | mesa | vaca | ratón, with 1 + 1 + 4 × 0
    cluster_switches: 5,
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

test('in a letter task, a word with another initial is an intrusion', () => {
  const words = spoken(['pan', 1], ['pez', 3], ['casa', 4], ['pan', 6])
  const { scores } = measureFluency(words, letter('p'), lists, rules, 60)
  expect(scores).toMatchObject({ valid_unique_words: 2, repetitions: 1, intrusions: 1 })
})

test('words of others and those marked as no words are no answers; a marked repetition is one', () => {
  const words = [
    { text: 'perro', startS: 1, endS: 1.4 },
    { text: 'gato', startS: 2, endS: 2.4, isOthers: true },
    { text: 'vaca', startS: 3, endS: 3.4, marks: ['unintelligible'] },
    { text: 'pez', startS: 4, endS: 4.4, marks: ['fragment'] },
    { text: 'oso', startS: 5, endS: 5.4, marks: ['repetition'] },
    { text: 'ratón', startS: 6, endS: 6.4, marks: ['name'] },
  ]
  const { answers } = measureFluency(words, animals, lists, rules, 60)
  expect(outcomes(answers)).toEqual(['perro: valid', 'oso: repetition', 'ratón: valid'])
})

test('a name of two words does not go on across a word that is left out', () => {
  const words = [
    { text: 'oso', startS: 1, endS: 1.4 },
    { text: 'siga', startS: 2, endS: 2.4, isOthers: true },
    { text: 'polar', startS: 3, endS: 3.4 },
  ]
  expect(outcomes(measureFluency(words, animals, lists, rules, 60).answers)).toEqual(['oso: valid', 'polar: undecided'])
})

test('half a minute has two quarters, also when a late click makes it a little shorter', () => {
  const { scores, missing } = measureFluency(spoken(['perro', 1], ['gato', 29]), animals, lists, rules, 29.9)
  expect(scores).toMatchObject({ words_0_15_s: 1, words_15_30_s: 1, words_slope_per_quarter: 0 })
  expect(missing).toMatchObject({ words_30_45_s: 'too_short', words_45_60_s: 'too_short' })
})

test('counts words without times, and gives no measure of time', () => {
  const { scores, missing } = measureFluency(spoken(['perro', null], ['gato', 3]), animals, lists, rules, 60)
  expect(scores).toEqual({
    valid_unique_words: 2,
    repetitions: 0,
    intrusions: 0,
    undecided_words: 0,
    cluster_size_mean: 1,
    cluster_switches: 0,
  })
  expect(new Set(Object.values(missing))).toEqual(new Set(['no_word_times']))
})

test('silence has no words and no first word', () => {
  const { scores, missing } = measureFluency([], animals, lists, rules, 60)
  expect(scores).toMatchObject({ valid_unique_words: 0, words_0_15_s: 0, words_45_60_s: 0, words_slope_per_quarter: 0 })
  expect(missing.first_word_s).toBe('too_few_words')
})

test('the longest name counts: "oso polar" is not "oso"', () => {
  const { answers } = measureFluency(said('oso polar oso leones marinos leones can'), animals, lists, rules, 60)
  expect(outcomes(answers)).toEqual([
    'oso polar: valid',
    'oso: valid',
    'leones marinos: valid',
    'leones: valid',
    'can: valid',
  ])
})

test('a name of several words ends at a comma', () => {
  const { answers } = measureFluency(said('león, marino oso, polar'), animals, lists, rules, 60)
  expect(outcomes(answers)).toEqual(['león: valid', 'marino: undecided', 'oso: valid', 'polar: undecided'])
})

test('another name of an animal, its plural and its female are repetitions', () => {
  const { answers } = measureFluency(said('perro canes perra'), animals, lists, rules, 60)
  expect(outcomes(answers)).toEqual(['perro: valid', 'canes: repetition', 'perra: repetition'])
})

test('a remark is not an answer; an unknown word waits for the examiner and does not count', () => {
  const { scores, missing, answers } = measureFluency(said('perro no sé mesa gato'), animals, lists, rules, 60)
  expect(outcomes(answers)).toEqual(['perro: valid', 'mesa: undecided', 'gato: valid'])
  expect(scores).toMatchObject({ valid_unique_words: 2, repetitions: 0, intrusions: 0, undecided_words: 1 })
  expect(missing).toMatchObject({ cluster_size_mean: 'unknown_subcategory', cluster_switches: 'unknown_subcategory' })
})

test('a counted word counts once, and has no subcategory', () => {
  const words = said('ajolote perro ajolote')
  const { scores, missing } = measureFluency(words, animals, lists, rules, 60, () => 'count')
  expect(scores).toMatchObject({ valid_unique_words: 2, repetitions: 1, undecided_words: 0 })
  expect(missing.cluster_switches).toBe('unknown_subcategory')
})

test('in a letter task, forms of one word count once', () => {
  const { answers } = measureFluency(said('fish fishes fishing fished fall fell'), letter('f'), lists, rules, 60)
  expect(outcomes(answers).filter((one) => one.endsWith('valid'))).toEqual(['fish: valid', 'fall: valid'])
  expect(answers.filter(({ outcome }) => outcome === 'repetition')).toHaveLength(4)
})

test('in a letter task, a word of the same family as another one waits for the examiner, and the decision names both', () => {
  const words = said('farm farmer flow flower')
  const { answers } = measureFluency(words, letter('f'), lists, rules, 60, (word, beside) =>
    word === 'farmer' && beside === 'farm' ? 'repetition' : undefined,
  )
  expect(outcomes(answers)).toEqual(['farm: valid', 'farmer: repetition', 'flow: valid', 'flower: undecided'])
  expect(answers[3]!.asked).toEqual({ beside: 'flow', choice: null })
})

test('in a letter task, a name is an intrusion, a possible name waits for the examiner, and a function word counts', () => {
  const { answers } = measureFluency(said('Pablo pilar para el Puri pan casa'), letter('p'), lists, rules, 60)
  expect(outcomes(answers)).toEqual([
    'pablo: intrusion',
    'pilar: undecided',
    'para: valid',
    'puri: undecided',
    'pan: valid',
    'casa: intrusion',
  ])
})

test('when every word has a capital, a capital does not make a word a name', () => {
  const { answers } = measureFluency(said('Pan Pez Puerta'), letter('p'), lists, rules, 60)
  expect(answers.every(({ outcome }) => outcome === 'valid')).toBe(true)
})

test('clusters have no value without answers, or in a letter task of a language without rules of sounds', () => {
  expect(measureFluency(said('pan'), letter('p'), lists, rules, 60).missing.cluster_switches).toBe(
    'unknown_subcategory',
  )
  expect(measureFluency([], animals, lists, rules, 60).missing.cluster_switches).toBe('too_few_words')
})

test('describes every measure, and nothing else', () => {
  const { scores, missing } = measureFluency([], animals, lists, rules, 10)
  expect(Object.keys({ ...scores, ...missing }).sort()).toEqual(
    Object.keys(wordMeasureDescriptions.fluency.measures).sort(),
  )
})
