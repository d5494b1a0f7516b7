import type { FeatureResult, Population } from '@fonema/contract'
import { expect, test } from 'vitest'
import type { ComparedScore } from '../comparison/useComparison.ts'
import { mostUntypical } from './untypical.ts'

test('selects the most untypical measures; ties keep the display order', () => {
  const score = (name: string) => ({ name, functionId: 'f' }) as ComparedScore
  const semaphore = { healthy: { a: 0.1, b: 0.9, c: 0.1 }, ill: { a: 0.2, b: 0, c: 0.2 } }
  const results = [{ feature_extraction_func: { id: 'f' }, semaphore } as unknown as FeatureResult]
  const populations = [{ id: 'healthy' }, { id: 'ill' }] as Population[]
  const names = (among: Population[]) =>
    mostUntypical(['a', 'b', 'c'].map(score), results, among).map(({ name }) => name)
  expect(names(populations)).toEqual(['b', 'a'])
  // If there is a reference, being untypical of a disease population is not informative.
  const [healthy, ill] = populations as [Population, Population]
  semaphore.ill.c = 1
  expect(names([{ ...healthy, is_reference: true }, ill])).toEqual(['b', 'a'])
  expect(names(populations)).toEqual(['c', 'b'])
})
