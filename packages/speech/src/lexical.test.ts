import { expect, test } from 'vitest'
import { measureLexical } from './lexical.ts'
import { wordMeasureDescriptions } from './measures.ts'

const lists = {
  stopWords: new Set(['el', 'la', 'y', 'a']),
  fillers: new Set(['eh']),
  doubtfulFillers: new Set(['este']),
  elisions: [],
}
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
    phrase_repetitions_per_100_words: 0,
    fragments_per_100_words: 0,
    content_word_ratio: 5 / 8, // perro perro mira gato mira
    words_per_min: 80,
    articulation_rate_words_per_min: 160,
  })
  expect(missing).toEqual({ mattr_10: 'below_50_words', mattr_25: 'below_50_words', mattr_50: 'below_50_words' })
})

test('averages the moving type-token ratio over every window', () => {
  // 51 words, each another one but the last, which repeats the one before: the last window has one type less.
  const words = Array.from({ length: 50 }, (_, i) => `w${i}`)
  const { scores } = measureLexical([...words, 'w49'].join(' '), context)
  expect(scores.mattr_50).toBeCloseTo((50 / 50 + 49 / 50) / 2, 12)
  expect(scores.mattr_25).toBeCloseTo((26 + 24 / 25) / 27, 12)
  expect(scores.mattr_10).toBeCloseTo((41 + 9 / 10) / 42, 12)
})

test('agrees with the published examples of other programs', () => {
  // The tests of cophi-toolbox (tests/test_complexity.py): three words A, two B, and one C, D and E.
  const few = measureLexical('a a a b b c d e', context).scores
  expect(few.ttr).toBe(0.625)
  expect(few.honore_r).toBeCloseTo(519.8603854199589, 10)
  // The tests of textcomplexity (test_surface.py): every window of ten holds both letters.
  const letters = 'bbabbbbaaababbabbababaaabbababaaaababbaaaaaabbbbbabbbbabbbbbabbbabaaaaabbabbabbababaaaaaabaabaaabbaa'
  const moving = measureLexical([...letters].join(' '), context).scores
  expect(moving).toMatchObject({ tokens: 100, types: 2 })
  expect(moving.mattr_10).toBeCloseTo(0.2, 12)
})

test('49 words have no moving ratio, and 50 words have all of them', () => {
  const words = Array.from({ length: 50 }, (_, i) => `w${i}`)
  const short = measureLexical(words.slice(1).join(' '), context)
  expect(short.missing).toMatchObject({ mattr_10: 'below_50_words', mattr_50: 'below_50_words' })
  expect(measureLexical(words.join(' '), context).scores).toMatchObject({ mattr_10: 1, mattr_25: 1, mattr_50: 1 })
})

const timed = (...words: [string, number, number][]) => words.map(([text, startS, endS]) => ({ text, startS, endS }))
const filledOf = (words: ReturnType<typeof timed>) =>
  measureLexical(words.map(({ text }) => text).join(' '), { ...context, words }).scores.filled_pauses_per_100_words

test('"este niño… este perro": a demonstrative is a word, also after a pause', () => {
  expect(filledOf(timed(['este', 0, 0.3], ['niño…', 0.3, 0.8], ['este', 1.6, 1.9], ['perro', 1.95, 2.4]))).toBe(0)
})

test('"este" before a pause of 0.2 s is a filled pause, before a shorter one a word', () => {
  const said = (pauseS: number) => timed(['el', 0, 0.2], ['este', 0.2, 0.5], ['perro', 0.5 + pauseS, 1])
  expect(filledOf(said(0.25))).toBe(50)
  expect(filledOf(said(0.15))).toBe(0)
})

test('for "este" at the end, the pause before it decides', () => {
  expect(filledOf(timed(['quiero', 0, 0.5], ['este', 0.5, 0.9]))).toBe(0)
  expect(filledOf(timed(['quiero', 0, 0.5], ['este', 0.9, 1.3]))).toBe(100)
})

test('a lengthened vowel makes a filled pause without any time', () => {
  const { scores } = measureLexical('el esteee perro ehhh ladra', context)
  expect(scores).toMatchObject({ tokens: 3, filled_pauses_per_100_words: 200 / 3 })
})

test('without times, "este" counts as a word, and filled pauses have no value', () => {
  const { scores, missing } = measureLexical('este perro ladra', context)
  expect(missing.filled_pauses_per_100_words).toBe('no_word_times')
  expect(scores.tokens).toBe(3)
})

test('a word of the text to be read is not a filled pause', () => {
  const words = timed(['este', 0, 0.3], ['perro', 1, 1.4])
  const { scores } = measureLexical('este perro', { ...context, words, reference: 'Este perro' })
  expect(scores).toMatchObject({ filled_pauses_per_100_words: 0, word_error_rate_pct: 0 })
})

test('ignores the times of words that are not in the text', () => {
  const words = timed(['este', 0, 0.3], ['gato', 1, 1.4])
  expect(measureLexical('este perro', { ...context, words }).missing.filled_pauses_per_100_words).toBe('no_word_times')
})

test('"I want I want" is a repeated phrase, with or without a filled pause between', () => {
  for (const text of ['I want I want a ball', 'I want eh I want a ball'])
    expect(measureLexical(text, context).scores).toMatchObject({
      tokens: 6,
      phrase_repetitions_per_100_words: 100 / 6,
      repetitions_per_100_words: 0,
    })
})

test('a repeated word is not a phrase; a phrase said three times counts as two repetitions', () => {
  expect(measureLexical('no no no no', context).scores).toMatchObject({
    phrase_repetitions_per_100_words: 0,
    repetitions_per_100_words: 75,
  })
  expect(measureLexical('I want I want I want', context).scores.phrase_repetitions_per_100_words).toBeCloseTo(200 / 6)
})

test('fragments are counted, but not as words', () => {
  const { scores } = measureLexical('the b- b- ball is t-, well-known', context)
  expect(scores).toMatchObject({ tokens: 4, types: 4, fragments_per_100_words: 75 })
})

const saidBy = (...words: [text: string, ...marks: string[]][]) => {
  const spoken = words.map(([text, ...marks]) => ({
    text,
    startS: null,
    endS: null,
    marks: marks.filter((mark) => mark !== 'examiner'),
    isOthers: marks.includes('examiner'),
  }))
  return measureLexical(words.map(([text]) => text).join(' '), { ...context, words: spoken })
}

test('words of others count nowhere, and rates over everybody’s time have no value', () => {
  const { scores, missing } = saidBy(['el'], ['perro'], ['siga', 'examiner'], ['eh', 'examiner'], ['ladra'])
  expect(scores).toMatchObject({ tokens: 3, types: 3, filled_pauses_per_100_words: 0 })
  expect(missing).toMatchObject({ words_per_min: 'others_speak', articulation_rate_words_per_min: 'others_speak' })
  expect(saidBy(['el'], ['perro']).scores).toMatchObject({ words_per_min: 20 })
})

test('an unintelligible word counts nowhere, and no word repeats another across it', () => {
  expect(saidBy(['perro'], ['xxx', 'unintelligible'], ['perro']).scores).toMatchObject({
    tokens: 2,
    repetitions_per_100_words: 0,
  })
  expect(saidBy(['perro'], ['siga', 'examiner'], ['perro']).scores.repetitions_per_100_words).toBe(50)
})

test('once a person marks a filled pause, "este" is one only where it is marked', () => {
  const { scores } = saidBy(['este', 'filler'], ['este'], ['perro'], ['eh'])
  expect(scores).toMatchObject({ tokens: 2, filled_pauses_per_100_words: 100 })
})

test('a marked fragment is no word, with or without a hyphen', () => {
  expect(saidBy(['pe', 'fragment'], ['pe-'], ['perro']).scores).toMatchObject({
    tokens: 1,
    fragments_per_100_words: 200,
  })
})

test('once a person marks a repetition, only marked ones count, as words or as phrases', () => {
  expect(saidBy(['no'], ['no'], ['va'], ['va', 'repetition']).scores).toMatchObject({
    tokens: 4,
    repetitions_per_100_words: 25,
    phrase_repetitions_per_100_words: 0,
  })
  const phrase = saidBy(['I'], ['want'], ['I', 'repetition'], ['want', 'repetition'], ['no'], ['no'])
  expect(phrase.scores.phrase_repetitions_per_100_words).toBeCloseTo(100 / 6, 9)
  expect(phrase.scores.repetitions_per_100_words).toBe(0)
})

test('one word said 60 times has a moving ratio of one over the window', () => {
  const { scores } = measureLexical('no '.repeat(60), context)
  expect([scores.mattr_10, scores.mattr_25, scores.mattr_50]).toEqual([1 / 10, 1 / 25, 1 / 50])
})

test('gives no Honoré statistic when every word occurs once', () => {
  expect(measureLexical('uno dos tres', context).missing.honore_r).toBe('every_word_once')
})

test('without words, only their count has a value', () => {
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

test('among alignments with equally few errors, the one with most correct words counts', () => {
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

test('an empty reading has 0 words read and no error rate', () => {
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
