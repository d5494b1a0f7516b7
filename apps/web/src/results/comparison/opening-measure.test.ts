import type { FeatureDisplay, ItemResponse, Population } from '@fonema/contract'
import { expect, test } from 'vitest'
import { openingMeasure } from './opening-measure.ts'

const reference = { id: 'healthy', is_reference: true, is_synthetic: false } as Population
const score = (name: string) => ({ name, direction: 'lower_better' })
const display = {
  items: [
    {
      protocol_item_id: 'vowel',
      functions: [
        { feature_extraction_func_id: 'voice', heading: 'voice_quality', scores: ['a', 'b', 'c'].map(score) },
      ],
    },
  ],
} as unknown as FeatureDisplay

/** An item whose three measures lie at these percentiles of the reference. */
const answerWith = (a: number, b: number, c: number) =>
  ({
    protocol_item: { id: 'vowel' },
    quality: { verdict: 'good', reasons: [] },
    feature_extraction_res: [
      {
        status: 'ready',
        feature_extraction_func: { id: 'voice', entry: 'voice_quality' },
        scores: { a: 1, b: 1, c: 1 },
        missing: {},
        percentiles: { healthy: { a, b, c } },
        intervals: {
          healthy: Object.fromEntries(
            Object.entries({ a, b, c }).map(([name, at]) => [name, { low: at - 3, high: Math.min(at + 3, 100) }]),
          ),
        },
        compared: { healthy: { version: 1 } },
      },
    ],
  }) as unknown as ItemResponse

test('charts open with the measure that stands out first, and with none in particular when nothing does', () => {
  expect(openingMeasure(answerWith(50, 99, 50), display, [reference])).toBe('b')
  expect(openingMeasure(answerWith(50, 92, 99), display, [reference])).toBe('c')
  expect(openingMeasure(answerWith(50, 50, 50), display, [reference])).toBeNull()
  expect(openingMeasure(answerWith(50, 99, 50), display, [{ ...reference, is_reference: false }])).toBeNull()
})
