import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addComparisons,
  calibrationError,
  compareRecognition,
  fillerRecall,
  letterErrorRate,
  proposeLimit,
  transcriptConfidence,
  wordErrorRate,
} from './recognition-accuracy.ts'

const fillers = new Set(['eh', 'um'])
const said = (text: string) => text.split(' ').map((word, index) => ({ text: word, startS: index }))
const heard = (text: string, confidence?: number) =>
  text.split(' ').map((word, index) => ({
    text: word,
    start: index + 0.1,
    end: null,
    ...(confidence !== undefined && { confidence }),
  }))

test('counts replaced, missed and added words', () => {
  const compared = compareRecognition(heard('el gato Negro, come come'), said('el perro negro eh come'), fillers)
  expect(compared).toMatchObject({ said: 5, substituted: 2, missed: 0, added: 0, fillers: 1, fillersFound: 0 })
  expect(wordErrorRate(compared)).toBe(0.4)
  expect(compareRecognition(heard('uno tres'), said('uno dos tres'), fillers)).toMatchObject({ missed: 1, added: 0 })
  expect(compareRecognition(heard('uno dos dos'), said('uno dos'), fillers)).toMatchObject({ missed: 0, added: 1 })
})

test('counts wrong letters, found fillers and errors of starts', () => {
  const compared = compareRecognition(heard('eh gato'), said('eh pato'), fillers)
  expect(letterErrorRate(compared)).toBe(1 / 6)
  expect(fillerRecall(compared)).toBe(1)
  // Only the start of the word that is right counts.
  expect(compared.startErrorsS).toEqual([expect.closeTo(0.1)])
})

test('a recogniser that adds many words has an error rate above one; nothing said has none', () => {
  expect(wordErrorRate(compareRecognition(heard('uno dos tres'), said('cero'), fillers))).toBe(3)
  expect(wordErrorRate(compareRecognition(heard('uno'), [], fillers))).toBeNull()
  expect(letterErrorRate(compareRecognition([], [], fillers))).toBeNull()
  expect(fillerRecall(compareRecognition(heard('uno'), said('uno'), fillers))).toBeNull()
})

test('the same words have no error, and the errors of any words are at most all words of both', () => {
  const words = fc.array(fc.constantFrom('uno', 'dos', 'tres', 'eh'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(words, words, (one, other) => {
      expect(wordErrorRate(compareRecognition(heard(one.join(' ')), said(one.join(' ')), fillers))).toBe(0)
      const { substituted, missed, added } = compareRecognition(heard(other.join(' ')), said(one.join(' ')), fillers)
      expect(one.length - missed + added).toBe(other.length)
      expect(substituted + missed + added).toBeLessThanOrEqual(Math.max(one.length, other.length))
    }),
  )
})

test('sums comparisons', () => {
  const one = compareRecognition(heard('uno'), said('uno dos'), fillers)
  expect(addComparisons([one, one])).toMatchObject({ said: 4, missed: 2, startErrorsS: [0.1, 0.1] })
})

test('probabilities that equal the share of right words have no calibration error', () => {
  const judged = Array.from({ length: 100 }, (_, index) => ({ confidence: 0.75, isRight: index < 75 }))
  expect(calibrationError(judged)).toBeCloseTo(0)
  expect(calibrationError(judged.map(({ isRight }) => ({ confidence: 0.95, isRight })))).toBeCloseTo(0.2)
  expect(calibrationError([{ confidence: 1, isRight: true }])).toBe(0)
  expect(calibrationError([])).toBeNull()
})

test('a transcript has the mean probability of its words, if each has one', () => {
  expect(transcriptConfidence(heard('uno dos', 0.5))).toBe(0.5)
  expect(transcriptConfidence([...heard('uno', 0.5), ...heard('dos')])).toBeNull()
  expect(transcriptConfidence([])).toBeNull()
})

test('35 right transcripts support a limit, 34 do not', () => {
  const right = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ confidence: 0.9 + index / 1000, errorRate: 0.02 }))
  expect(proposeLimit(right(35))).toBe(0.9)
  expect(proposeLimit(right(34))).toBeNull()
})

test('the limit lies above the confidence at which transcripts go wrong', () => {
  const right = Array.from({ length: 60 }, (_, index) => ({ confidence: 0.95 - index / 10_000, errorRate: 0 }))
  const wrong = Array.from({ length: 60 }, (_, index) => ({ confidence: 0.8 - index / 10_000, errorRate: 0.5 }))
  // The first wrong one is still within the tenth, the second is not.
  expect(proposeLimit([...wrong, ...right])).toBe(0.8)
  expect(proposeLimit([...wrong.map((one) => ({ ...one, confidence: 0.8 })), ...right])).toBe(0.95 - 59 / 10_000)
  expect(proposeLimit(wrong)).toBeNull()
})

test('a wrong transcript of high confidence forbids a limit until many others are right', () => {
  const certain = { confidence: 0.99, errorRate: 0.9 }
  const right = Array.from({ length: 40 }, () => ({ confidence: 0.9, errorRate: 0 }))
  expect(proposeLimit([certain, ...right])).toBeNull()
  expect(proposeLimit([certain, ...right, ...right])).toBe(0.9)
})
