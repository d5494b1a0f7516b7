import type { ItemResponse } from '@fonema/contract'
import { expect, test } from 'vitest'
import {
  countingVerdict,
  type JudgedTakes,
  judgedAtFirst,
  withChoice,
  withJudgement,
  withTake,
} from './judged-takes.ts'

const none = judgedAtFirst([])
const judgement = (verdict: 'good' | 'fair' | 'poor') => ({ verdict, reasons: [], marks: [], levels: null })
const timeOf = (number: number) => `2026-11-25T10:00:0${number}.123Z`

/** After the end of a take of the vowel. */
const ended = (judged: JudgedTakes, number: number, { isWhole = true, isJudged = true } = {}) =>
  withTake(
    judged,
    { id: `take ${number}`, itemId: 'vowel', number, holder: 'page' },
    { recordedAt: timeOf(number), isWhole, isJudged },
  )
const vowel = (judged: JudgedTakes) => countingVerdict(judged, 'vowel')
const poorThenGood = () =>
  withJudgement(ended(withJudgement(ended(none, 1), 'take 1', judgement('poor')), 2), 'take 2', judgement('good'))

test('the latest whole take counts, once its verdict is known', () => {
  const first = ended(none, 1)
  expect(vowel(first)).toBeNull()
  expect(vowel(withJudgement(first, 'take 1', judgement('poor')))).toBe('poor')
  expect(vowel(poorThenGood())).toBe('good')
  expect(vowel(ended(poorThenGood(), 3, { isJudged: false }))).toBeNull()
})

test('an interrupted take leaves the verdict of the one that counts', () => {
  const interrupted = ended(withJudgement(ended(none, 1), 'take 1', judgement('poor')), 2, { isWhole: false })
  expect(vowel(withJudgement(interrupted, 'take 2', judgement('good')))).toBe('poor')
})

test('after a choice, the verdict is that of the chosen take', () => {
  const byPage = { chosen: { take: 1, holder: 'page' }, isInterrupted: false }
  expect(vowel(withChoice(poorThenGood(), 'vowel', byPage))).toBe('poor')
  // The server numbers takes on its own; the time of the recording says which of this visit's takes it is.
  const stored = { recorded_at: '2026-11-25T10:00:01.123+00:00', quality: null }
  expect(vowel(withChoice(poorThenGood(), 'vowel', { chosen: { take: 7 }, isInterrupted: false, stored }))).toBe('poor')
})

test('a take of an earlier visit has the verdict of the server', () => {
  const quality = { verdict: 'poor' } as NonNullable<ItemResponse['takes'][number]['quality']>
  const of = (given: typeof quality | null) => ({
    chosen: { take: 1 },
    isInterrupted: false,
    stored: { recorded_at: '2026-11-24T10:00:00Z', quality: given },
  })
  expect(vowel(withChoice(poorThenGood(), 'vowel', of(quality)))).toBe('poor')
  expect(vowel(withChoice(poorThenGood(), 'vowel', of(null)))).toBeNull()
})

test('a resumed session begins with the verdicts on the takes that count', () => {
  const answer = (id: string, ...takes: [status: string, verdict: string | null][]) =>
    ({
      protocol_item: { id },
      takes: takes.map(([status, verdict]) => ({ status, quality: verdict === null ? null : { verdict } })),
    }) as unknown as ItemResponse
  const judged = judgedAtFirst([
    answer('vowel', ['superseded', 'good'], ['counting', 'poor']),
    answer('story', ['interrupted', 'poor']),
    answer('count', ['counting', null]),
  ])
  expect(['vowel', 'story', 'count'].map((id) => countingVerdict(judged, id))).toEqual(['poor', null, null])
})
