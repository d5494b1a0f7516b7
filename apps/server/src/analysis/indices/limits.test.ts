import { expect, test } from 'vitest'
import { type Circumstances, reasonAfter, reasonBefore } from './limits.ts'

const good: Circumstances = {
  verdicts: ['good', 'acceptable'],
  ratesHz: [44_100, 44_100],
  vowelS: 3,
  syllables: 40,
  askedSyllables: 44,
}

test('good recordings of what was asked for have an index', () => {
  expect(reasonBefore(good)).toBeNull()
  expect(reasonAfter({ voiced_s: 2 })).toBeNull()
})

test.each<[string, Partial<Circumstances>]>([
  ['poor_quality', { verdicts: ['good', 'poor'] }],
  ['rates_differ', { ratesHz: [44_100, 48_000] }],
  ['low_rate', { ratesHz: [16_000, 16_000] }],
  ['vowel_too_short', { vowelS: 2.99 }],
  // Counting stopped at ten, or began twice.
  ['other_syllables', { syllables: 16 }],
  ['other_syllables', { syllables: 88 }],
  ['other_syllables', { syllables: null }],
])('withholds the index with the reason %s for %o', (reason, change) => {
  expect(reasonBefore({ ...good, ...change })).toBe(reason)
})

test('withholds the index of speech with too little voice, or with none', () => {
  expect(reasonAfter({ voiced_s: 1.99 })).toBe('too_little_voice')
  expect(reasonAfter(null)).toBe('too_little_voice')
})
