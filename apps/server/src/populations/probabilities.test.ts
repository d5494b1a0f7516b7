import { expect, test } from 'vitest'
import { type Found, trustedOf } from './probabilities.ts'

const rate = 'repetitions_per_100_words'

/** The trusted scores of an item with so many words and a rate of them, and of one without words. */
function trusted(tokens: number, quality: object = {}) {
  const take = { takeId: 'a', isPoor: false, faults: [], ...quality }
  const other = { takeId: 'b', isPoor: false, faults: [] }
  const found = [
    { take, entry: 'lexical', score: 'tokens', value: tokens },
    { take, entry: 'lexical', score: rate, value: 11 },
    { take: other, entry: 'voice_quality', score: 'jitter_local_pct', value: 1 },
  ]
  return trustedOf(found as unknown as Found[]).map(({ score }) => score) // only what is read of a score
}

test('a rate is trusted in enough words of a recording without a fault', () => {
  expect(trusted(50)).toEqual(['tokens', rate, 'jitter_local_pct'])
  expect(trusted(49)).toEqual(['tokens', 'jitter_local_pct'])
  expect(trusted(50, { faults: ['noisy'] })).toEqual(['jitter_local_pct'])
  expect(trusted(50, { isPoor: true })).toEqual(['jitter_local_pct'])
})
