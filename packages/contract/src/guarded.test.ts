import { expect, test } from 'vitest'
import { z } from 'zod'
import { blanked, guarded, guardedFieldsOf } from './guarded.ts'

const score = guarded('readProtocolRes', z.number().nullable(), null)
const Answer = z.object({
  id: z.string(),
  comment: guarded('readSurveyRes', z.string(), ''),
  items: z.array(z.object({ order: z.int(), score })).nullable(),
  best: z.object({ score }).optional(),
})

test('guarded fields are found in lists, in members, and in what may be absent', () => {
  const found = guardedFieldsOf(z.array(Answer)).map(({ feature, path }) => [feature, path.join(' ')])
  expect(found).toEqual([
    ['readSurveyRes', '[] comment'],
    ['readProtocolRes', '[] items [] score'],
    ['readProtocolRes', '[] best score'],
  ])
})

test('blanked fields hold their blank, and everything else stays', () => {
  const fields = guardedFieldsOf(z.array(Answer))
  const answer = [{ id: 'a', comment: 'x', items: [{ order: 1, score: 2 }], best: { score: 2 } }]
  expect(blanked(answer, fields)).toEqual([
    { id: 'a', comment: '', items: [{ order: 1, score: null }], best: { score: null } },
  ])
  expect(blanked([{ id: 'a', comment: 'x', items: null }], fields)).toEqual([{ id: 'a', comment: '', items: null }])
  // What a handler or a stored answer still holds is not changed.
  expect(answer[0]!.comment).toBe('x')
})

test('a guard where no path leads is refused', () => {
  expect(() => guardedFieldsOf(z.record(z.string(), score))).toThrow('record')
  expect(() => guardedFieldsOf(z.union([z.object({ score }), z.string()]))).toThrow('union')
})
