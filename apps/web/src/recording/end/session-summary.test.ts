import type { ItemId } from '@fonema/contract'
import { expect, test } from 'vitest'
import type { JudgedTakes } from './judged-takes.ts'
import { type Outcome, summarise } from './session-summary.ts'

const items = ['vowel', 'picture', 'story', 'count'].map((id) => ({ id: id as ItemId, title: `the ${id}` }))
const outcomes = (entries: Record<string, Outcome>) => new Map(Object.entries(entries))
const judged = (entries: Record<string, 'good' | 'fair' | 'poor' | null>): JudgedTakes => ({
  takes: new Map(),
  counting: new Map(Object.entries(entries).map(([id, verdict]) => [id, { verdict }])),
})
const statesOf = (...given: Parameters<typeof summarise>) => summarise(...given).map(({ state }) => state)

test('each item has its number, title and state', () => {
  const done = outcomes({ vowel: 'recorded', picture: 'skipped', story: 'interrupted' })
  const verdicts = judged({ vowel: 'poor', story: 'fair' })
  expect(summarise(items, done, verdicts)).toMatchObject([
    { number: 1, title: 'the vowel', state: 'poor' },
    { number: 2, title: 'the picture', state: 'skipped' },
    { number: 3, title: 'the story', state: 'interrupted' },
    { number: 4, title: 'the count', state: 'open' },
  ])
})

test('an unknown verdict is not poor, and neither is a take before a skip', () => {
  const done = outcomes({ vowel: 'recorded', picture: 'recorded', story: 'skipped' })
  expect(statesOf(items, done, judged({ vowel: null, story: 'poor' }))).toEqual([
    'recorded',
    'recorded',
    'skipped',
    'open',
  ])
})
