import type { ItemId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { type Outcome, summarise } from './session-summary.ts'

const items = ['vowel', 'picture', 'story', 'count'].map((id) => ({ id: id as ItemId, title: `the ${id}` }))
const outcomes = (entries: Record<string, Outcome>) => new Map(Object.entries(entries))
const judged = (entries: Record<string, 'good' | 'fair' | 'poor' | 'judging' | null>) =>
  new Map(
    Object.entries(entries).map(([id, verdict]) => [
      id,
      {
        id: `take of ${id}`,
        judgement: verdict === 'judging' || verdict === null ? verdict : { verdict, reasons: [] },
      },
    ]),
  )

test('the summary counts recorded items and names skipped and poor ones', () => {
  const done = outcomes({ vowel: 'recorded', picture: 'skipped', story: 'recorded', count: 'recorded' })
  expect(summarise(items, done, judged({ vowel: 'poor', story: 'fair', count: 'good' }))).toEqual({
    total: 4,
    recorded: 3,
    skipped: ['the picture'],
    poor: ['the vowel'],
  })
})

test('a pending verdict is not poor, and neither is a take before a skip', () => {
  const done = outcomes({ vowel: 'recorded', picture: 'recorded', story: 'skipped' })
  const { poor } = summarise(items, done, judged({ vowel: 'judging', picture: null, story: 'poor' }))
  expect(poor).toEqual([])
})
