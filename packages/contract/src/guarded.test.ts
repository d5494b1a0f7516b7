import { expect, test } from 'vitest'
import { z } from 'zod'
import { blanked, guarded, guardedFieldsOf } from './guarded.ts'
import { contract } from './index.ts'
import type { Route } from './route.ts'

const score = guarded('readProtocolRes', z.number().nullable(), null)
const Answer = z.object({
  id: z.string(),
  comment: guarded('readSurveyRes', z.string(), ''),
  items: z.array(z.object({ order: z.int(), score })).nullable(),
  best: z.object({ score }).optional(),
})

test('finds guarded fields in lists, members and optional values', () => {
  const found = guardedFieldsOf(z.array(Answer)).map(({ feature, path }) => [feature, path.join(' ')])
  expect(found).toEqual([
    ['readSurveyRes', '[] comment'],
    ['readProtocolRes', '[] items [] score'],
    ['readProtocolRes', '[] best score'],
  ])
})

test('guarded fields are blanked, and all others stay', () => {
  const fields = guardedFieldsOf(z.array(Answer))
  const answer = [{ id: 'a', comment: 'x', items: [{ order: 1, score: 2 }], best: { score: 2 } }]
  expect(blanked(answer, fields)).toEqual([
    { id: 'a', comment: '', items: [{ order: 1, score: null }], best: { score: null } },
  ])
  expect(blanked([{ id: 'a', comment: 'x', items: null }], fields)).toEqual([{ id: 'a', comment: '', items: null }])
  // The handler's or stored object itself is not changed.
  expect(answer[0]!.comment).toBe('x')
})

test('finds and blanks the guarded fields of a union whose variants guard the same ones', () => {
  const Variants = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('scored'), score }),
    z.object({ kind: z.literal('skipped'), score: guarded('readProtocolRes', z.null(), null) }),
  ])
  const fields = guardedFieldsOf(z.array(Variants))
  expect(fields.map(({ feature, path }) => [feature, path.join(' ')])).toEqual([['readProtocolRes', '[] score']])
  const blank = blanked(
    [
      { kind: 'scored', score: 2 },
      { kind: 'skipped', score: null },
    ],
    fields,
  )
  expect(blank).toEqual([
    { kind: 'scored', score: null },
    { kind: 'skipped', score: null },
  ])
  expect(z.array(Variants).safeParse(blank).success).toBe(true)
})

test('refuses a guard that no path leads to', () => {
  expect(() => guardedFieldsOf(z.record(z.string(), score))).toThrow('record')
  expect(() => guardedFieldsOf(z.union([z.object({ score }), z.string()]))).toThrow('union')
  const [open, closed] = [
    z.object({ kind: z.literal('a'), score: z.null() }),
    z.object({ kind: z.literal('b'), score }),
  ]
  expect(() => guardedFieldsOf(z.discriminatedUnion('kind', [open, closed]))).toThrow('union')
})

test('the guarded fields of all answers, and what stands in their place', () => {
  const found = (Object.values(contract) as Route[])
    .flatMap(({ responses }) => Object.values(responses).filter((answer) => answer instanceof z.ZodType))
    .flatMap((answer) => guardedFieldsOf(answer))
    .map(({ feature, path, blank }) => `${feature} ${path.join(' ')} ${JSON.stringify(blank)}`)
  expect([...new Set(found)].sort()).toEqual([
    'readProtocolRes [] comment null',
    'readProtocolRes [] text ""',
    'readProtocolRes [] words []',
    'readProtocolRes comment null',
    'readProtocolRes feature_extraction_res []',
    'readProtocolRes indices []',
    'readProtocolRes quality null',
    'readProtocolRes responses [] feature_extraction_res []',
    'readProtocolRes responses [] quality null',
    'readProtocolRes responses [] skipped_purpose null',
    'readProtocolRes responses [] takes [] quality null',
    'readProtocolRes skipped_purpose null',
    'readProtocolRes takes [] quality null',
    'readProtocolRes text ""',
    'readProtocolRes words []',
    'readSurveyRes [] alerts []',
    'readSurveyRes [] scores []',
    'readSurveyRes alerts []',
    'readSurveyRes responses []',
    'readSurveyRes scores []',
  ])
})
