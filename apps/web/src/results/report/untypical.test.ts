import type { ItemResponse, Population } from '@fonema/contract'
import { expect, test } from 'vitest'
import type { ComparedScore } from '../comparison/useComparison.ts'
import { mostUntypical } from './untypical.ts'

const score = (name: string) => ({ name, functionId: 'f' }) as ComparedScore
const answerOf = (result: object, quality: object | null = null) => {
  const one = { feature_extraction_func: { id: 'f', entry: 'lexical' }, scores: {}, ...result }
  return { quality, feature_extraction_res: [one] } as unknown as ItemResponse // what the choice reads
}
const populations = [{ id: 'healthy' }, { id: 'ill' }] as Population[]

test('selects the most untypical measures; ties keep the display order', () => {
  const semaphore = { healthy: { a: 0.1, b: 0.9, c: 0.1 }, ill: { a: 0.2, b: 0, c: 0.2 } }
  const answer = answerOf({ semaphore })
  const names = (among: Population[]) =>
    mostUntypical(['a', 'b', 'c'].map(score), answer, among).map(({ name }) => name)
  expect(names(populations)).toEqual(['b', 'a'])
  // If there is a reference, being untypical of a disease population is not informative.
  const [healthy, ill] = populations as [Population, Population]
  semaphore.ill.c = 1
  expect(names([{ ...healthy, is_reference: true }, ill])).toEqual(['b', 'a'])
  expect(names(populations)).toEqual(['c', 'b'])
})

test('a measure of few words, or that the recording makes doubtful, is not shown as untypical', () => {
  const rate = 'repetitions_per_100_words'
  const semaphore = { healthy: { [rate]: 0.9, words_per_min: 0.1 } }
  const names = (tokens: number, quality: object) =>
    mostUntypical(
      [rate, 'words_per_min'].map(score),
      answerOf({ semaphore, scores: { tokens } }, quality),
      populations,
    ).map(({ name }) => name)
  const good = { verdict: 'good', reasons: [] }
  expect(names(50, good)).toEqual([rate, 'words_per_min'])
  expect(names(49, good)).toEqual(['words_per_min'])
  expect(names(50, { verdict: 'fair', reasons: ['noisy'] })).toEqual([])
  expect(names(50, { verdict: 'poor', reasons: ['clipped'] })).toEqual([])
})
