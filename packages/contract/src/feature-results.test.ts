import { expect, expectTypeOf, test } from 'vitest'
import { FeatureResult } from './feature-results.ts'

const empty = {
  scores: {},
  missing: {},
  data: {},
  feature_population_distribution: null,
  semaphore: {},
  percentiles: {},
  intervals: {},
  compared: {},
  uncompared: {},
}
const resultWith = (fields: object) => ({
  feature_extraction_func: { id: '01a1998e-4405-7765-9f28-afbace48a381', name: 'Jitter', entry: 'voice' },
  error: null,
  ...empty,
  ...fields,
})
const isAccepted = (fields: object) => FeatureResult.safeParse(resultWith(fields)).success

const measures = {
  scores: { jitter_local_pct: 0.5 },
  missing: { hnr_db: 'no_voice' },
  data: { transcript: 'uno dos' },
  feature_population_distribution: { data: {} },
  semaphore: { healthy: { jitter_local_pct: 0.2 } },
  percentiles: { healthy: { jitter_local_pct: 60 } },
  intervals: { healthy: { jitter_local_pct: { low: 45, high: 74, n: 40 } } },
  compared: { healthy: { version: 1, n: 40, is_matched: true } },
  uncompared: { children: 'no_children' },
}

test.each(Object.entries(measures))('only a ready result has %s', (name, value) => {
  expect(isAccepted({ status: 'ready', [name]: value })).toBe(true)
  expect(isAccepted({ status: 'pending', [name]: value })).toBe(false)
  expect(isAccepted({ status: 'failed', error: 'no_voice', [name]: value })).toBe(false)
})

test('a ready result has scores, even if there are none', () => {
  expect(isAccepted({ status: 'ready' })).toBe(true)
  expect(isAccepted({ status: 'ready', scores: undefined })).toBe(false)
})

test('only a failed result has an error', () => {
  expect(isAccepted({ status: 'pending' })).toBe(true)
  expect(isAccepted({ status: 'failed', error: 'no_voice' })).toBe(true)
  expect(isAccepted({ status: 'failed' })).toBe(false)
  expect(isAccepted({ status: 'pending', error: 'no_voice' })).toBe(false)
  expect(isAccepted({ status: 'ready', error: 'no_voice' })).toBe(false)
})

test('the types agree', () => {
  type Of<Status> = Extract<FeatureResult, { status: Status }>
  expectTypeOf<Of<'ready'>['scores']>().toEqualTypeOf<Record<string, number>>()
  expectTypeOf<Of<'pending'>['scores']>().toEqualTypeOf<Record<string, never>>()
  expectTypeOf<Of<'failed'>['scores']>().toEqualTypeOf<Record<string, never>>()
  expectTypeOf<Of<'failed'>['error']>().toEqualTypeOf<string>()
})
