import type { ItemResponse } from '@fonema/contract'
import { expect, test } from 'vitest'
import { describedMeasures } from '../analysis/shown-measures.ts'
import { annexOf } from './content.ts'

const noteOf = (scores: object) => {
  const { entry } = describedMeasures.get('ttr')!
  const result = { feature_extraction_func: { entry }, status: 'ready', scores, missing: {}, percentiles: {}, data: {} }
  const response = {
    protocol_item: { order: 1, title: 'Lámina', category: { name: 'picture_description' } },
    quality: { verdict: 'good', reasons: [] },
    feature_extraction_res: [result],
  } as unknown as ItemResponse // what the annex reads
  return annexOf('en', response, { norms: [], measures: null }).note
}

test('the annex says under an item of fewer than 50 words which of its measures are not interpreted', () => {
  expect(noteOf({ tokens: 49, ttr: 0.9 })).toBe(
    'Fewer than 50 words: the variety of words and rates per word are not interpreted.',
  )
  expect(noteOf({ tokens: 50, ttr: 0.9 })).toBe('')
  expect(noteOf({ tokens: 49, words_per_min: 90 })).toBe('')
})
