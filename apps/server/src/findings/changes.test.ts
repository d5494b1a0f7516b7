import { expect, test } from 'vitest'
import { describedMeasures } from '../analysis/shown-measures.ts'
import { valuesOf } from './changes.ts'

test('of few words, a value of their variety cannot be compared, and their number can', () => {
  const { entry } = describedMeasures.get('ttr')!
  const take = { category: 'picture_description', device: 'USB', isPoor: false, faults: [], language: 'es' }
  const fewOf = (tokens: number) => {
    const part = { entry, version: undefined, recogniser: null, search: null, scores: { tokens, ttr: 0.9 } }
    const values = valuesOf(take as unknown as Parameters<typeof valuesOf>[0], [part]) // what is read of a take
    return ['tokens', 'ttr'].filter((name) => values.get(name)!.hasFewWords)
  }
  expect(fewOf(49)).toEqual(['ttr'])
  expect(fewOf(50)).toEqual([])
})
