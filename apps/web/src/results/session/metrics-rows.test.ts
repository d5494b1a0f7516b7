import type { FeatureDisplay, ItemResponse, Population } from '@fonema/contract'
import { expect, test } from 'vitest'
import { rowsOf } from './metrics-rows.ts'

const name = 'repetitions_per_100_words'
const reference = { id: 'norm' } as Population

/** The row of the repetitions at percentile 99, among so many words. */
function rowOf(tokens: number, quality: object | null = { verdict: 'good', reasons: [] }) {
  const result = {
    feature_extraction_func: { id: 'words', entry: 'lexical' },
    status: 'ready',
    scores: { tokens, [name]: 11 },
    percentiles: { norm: { [name]: 99 } },
    intervals: { norm: { [name]: { low: 95, high: 99 } } },
  }
  const answer = { protocol_item: { id: 'item' }, quality, feature_extraction_res: [result] }
  const scores = [{ name, direction: 'lower_better' }]
  const functions = [{ feature_extraction_func_id: 'words', heading: 'lexical', scores }]
  const display = { items: [{ protocol_item_id: 'item', functions }] }
  // Only what a row reads.
  const of = [answer as unknown as ItemResponse, display as unknown as FeatureDisplay] as const
  return rowsOf(...of, { reference, since: null })[0]!
}

test('a rate of enough words stands out; one of fewer words, or of a doubtful recording, is not judged', () => {
  expect(rowOf(50)).toMatchObject({ isJudged: true, outside: 'clear' })
  expect(rowOf(49)).toMatchObject({ isJudged: false, outside: null })
  expect(rowOf(50, { verdict: 'fair', reasons: ['noisy'] })).toMatchObject({ isJudged: false, outside: null })
})
