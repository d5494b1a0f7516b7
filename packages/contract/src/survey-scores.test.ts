import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeAnswers, type ScoreRules, scoreRange } from './survey-scores.ts'

const options = (...scores: (number | undefined)[]) =>
  scores.map((score, at) => ({ value: `o${at}`, label: `O ${at}`, ...(score !== undefined && { score }) }))
const fields = [
  { name: 'mood', type: 'scale' as const, min: 0, max: 4 },
  { name: 'harm', type: 'radio' as const, options: options(0, 1, 3) },
  { name: 'why', type: 'radio' as const, options: options(1, 2), show_when: { field: 'harm', in: ['o2'] } },
  { name: 'signs', type: 'multiselect' as const, options: options() },
]
const rules = (score: Partial<ScoreRules['scores'][number]>, alerts: ScoreRules['alerts'] = []): ScoreRules => ({
  scores: [{ name: 'load', label: 'Load', fields: ['mood', 'harm'], ...score }],
  alerts,
})
const bands = [
  { up_to: 2, label: 'low' },
  { up_to: 5, label: 'middle' },
  { up_to: 7, label: 'high', alert: 'Act today.' },
]
const judged = (answers: Record<string, string | number | string[]>, given = rules({ bands })) =>
  judgeAnswers(fields, given, answers)

test.each([
  [{ mood: 2, harm: 'o0' }, 2, 'low'],
  [{ mood: 2, harm: 'o1' }, 3, 'middle'],
  [{ mood: 2, harm: 'o2' }, 5, 'middle'],
  [{ mood: 4, harm: 'o2' }, 7, 'high'],
])('%o sums to %d, in the band %s', (answers, value, band) => {
  expect(judged(answers).scores[0]).toMatchObject({ value, band, min: 0, max: 7, answered: 2, total: 2, missing: [] })
})

test('a missing answer leaves no score, with its reason, and never a smaller number', () => {
  const { scores, alerts } = judged({ mood: 4 })
  expect(scores[0]).toMatchObject({ value: null, band: null, answered: 1, total: 2 })
  expect(scores[0]!.missing).toEqual([{ field: 'harm', reason: 'unanswered' }])
  expect(alerts).toEqual([])
})

test('a question that was not asked, and an answer in own words, leave no score', () => {
  const given = rules({ fields: ['mood', 'why'] })
  expect(judged({ mood: 4, harm: 'o0' }, given).scores[0]).toMatchObject({
    value: null,
    missing: [{ field: 'why', reason: 'not_asked' }],
  })
  expect(judged({ mood: 4, harm: 'other: x' }).scores[0]!.missing).toEqual([{ field: 'harm', reason: 'no_number' }])
})

test('an answer to a question that its condition hides now does not count', () => {
  const given = rules({ fields: ['why'] }, [{ field: 'why', in: ['o1'], text: 'x' }])
  const { scores, alerts } = judged({ harm: 'o0', why: 'o1' }, given)
  expect(scores[0]!.value).toBeNull()
  expect(alerts).toEqual([])
})

test('weights multiply, also below zero, without binary remainders', () => {
  const weights = { mood: -0.1, harm: 0.2 }
  const { scores } = judged({ mood: 3, harm: 'o2' }, rules({ weights, bands: [{ up_to: 0.3, label: 'in' }] }))
  expect(scores[0]).toMatchObject({ value: 0.3, band: 'in', min: -0.4, max: 0.6 })
})

test('a score above its last band has no band', () => {
  expect(judged({ mood: 4, harm: 'o2' }, rules({ bands: bands.slice(0, 1) })).scores[0]!.band).toBeNull()
})

test('a single answer raises its notice, by number and by value, before that of a band', () => {
  const alerts = [
    { field: 'harm', at_least: 1, text: 'Ask.' },
    { field: 'harm', in: ['o2'], text: 'Now.' },
    { field: 'signs', in: ['o0'], text: 'Sign.' },
  ]
  const given = rules({ bands }, alerts)
  expect(judged({ mood: 4, harm: 'o2', signs: ['o1', 'o0'] }, given).alerts).toEqual([
    { field: 'harm', score: null, text: 'Ask.' },
    { field: 'harm', score: null, text: 'Now.' },
    { field: 'signs', score: null, text: 'Sign.' },
    { field: null, score: 'load', text: 'Act today.' },
  ])
  expect(judged({ mood: 4, harm: 'o0' }, given).alerts).toEqual([])
  // The notice about an answer does not wait for the sum.
  expect(judged({ harm: 'o2' }, given).alerts.map(({ text }) => text)).toEqual(['Ask.', 'Now.'])
})

test('each score lies in its range, and none is computed from a part of the answers', () => {
  const weight = fc.double({ min: -5, max: 5, noNaN: true })
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      fc.option(fc.constantFrom('o0', 'o1', 'o2'), { nil: undefined }),
      fc.record({ mood: weight, harm: weight }),
      (mood, harm, weights) => {
        const answers = { ...(mood !== undefined && { mood }), ...(harm !== undefined && { harm }) }
        const [score] = judgeAnswers(fields, rules({ weights }), answers).scores
        expect(score!.value === null).toBe(mood === undefined || harm === undefined)
        if (score!.value === null) return
        expect(score!.value).toBeGreaterThanOrEqual(score!.min - 1e-5)
        expect(score!.value).toBeLessThanOrEqual(score!.max + 1e-5)
      },
    ),
  )
})

test('the range of no field is 0', () => {
  expect(scoreRange(new Map(), [])).toEqual({ min: 0, max: 0 })
})
