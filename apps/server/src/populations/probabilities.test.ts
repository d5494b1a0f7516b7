import { expect, test } from 'vitest'
import { describedMeasures } from '../analysis/shown-measures.ts'
import { scoresIn, trustedOf } from './probabilities.ts'

const rate = 'repetitions_per_100_words'

/** The trusted scores of an item with so many words and a rate of them, and of one without words. */
function trusted(tokens: number, quality: object = {}) {
  const take = { takeId: 'a', category: 'counting', isPoor: false, faults: [], ...quality }
  const other = { takeId: 'b', category: 'sustained_vowel', isPoor: false, faults: [] }
  const result = (entry: string, scores: object) => ({
    feature_extraction_func: { id: entry, entry },
    status: 'ready',
    scores,
    data: {},
  })
  const results = new Map([
    ['a', [result(describedMeasures.get('tokens')!.entry, { tokens, [rate]: 11 })]],
    ['b', [result('voice_quality', { jitter_local_pct: 1 })]],
  ])
  const [found, takes] = [results, [take, other]] as unknown as Parameters<typeof scoresIn> // only what is read of them
  return trustedOf(scoresIn(found, takes)).map(({ score }) => score)
}

test('a rate is trusted in enough words of a recording without a fault', () => {
  expect(trusted(50)).toEqual(['tokens', rate, 'jitter_local_pct'])
  expect(trusted(49)).toEqual(['tokens', 'jitter_local_pct'])
  expect(trusted(50, { faults: ['noisy'] })).toEqual(['jitter_local_pct'])
  expect(trusted(50, { isPoor: true })).toEqual(['jitter_local_pct'])
})
