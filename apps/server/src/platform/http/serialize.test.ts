import { expect, test } from 'vitest'
import { z } from 'zod'
import { serializerCompiler } from './serialize.ts'

const Answer = z.array(
  z.object({
    id: z.uuid(),
    name: z.string().nullable(),
    kind: z.enum(['a', 'b']),
    count: z.number().optional(),
    scores: z.record(z.string(), z.number()),
    value: z.union([z.string(), z.array(z.string())]),
    of: z.object({ label: z.string().trim() }).nullable(),
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('ready'), error: z.null(), scores: z.record(z.string(), z.number()) }),
      z.object({ status: z.enum(['failed', 'refused']), error: z.string(), scores: z.record(z.string(), z.never()) }),
    ]),
  }),
)
const serialize = serializerCompiler({ schema: Answer, method: 'GET', url: '/' })
const row = {
  id: '0192e4a0-0000-7000-8000-000000000001',
  name: 'Ana "la\\otra"\n\u0007 \ud800 é 😀',
  kind: 'a',
  count: 0.1,
  scores: { 'f"0': 1e21, low: -0 },
  value: ['x', 'y'],
  of: { label: 'z' },
  result: { status: 'ready', error: null, scores: { low: 1 } },
}
const failed = { status: 'failed', error: 'no_voice', scores: {} }
const { count: _, ...withoutCount } = row

test.each([
  ['a row', [row]],
  ['no rows', []],
  ['a row for each variant', [row, { ...row, result: failed }, { ...row, result: { ...failed, status: 'refused' } }]],
  ['rows with null and with missing members', [row, { ...withoutCount, name: null, of: null, value: 'one' }]],
])('%s is written as JSON.stringify writes it', (_name, answer) => {
  expect(serialize(answer)).toBe(JSON.stringify(answer))
})

test('omits members that the schema does not name, at every depth', () => {
  const secret = { password_hash: 'secret' }
  const more = { ...row, ...secret, of: { label: 'z', ...secret }, result: { ...row.result, ...secret } }
  expect(serialize([more])).toBe(JSON.stringify([row]))
})

test.each([
  ['a text instead of a number', { ...row, count: '1' }],
  ['an object instead of a text', { ...row, name: { toJSON: () => 'secret' } }],
  ['a date instead of a text', { ...row, name: new Date() }],
  ['NaN', { ...row, scores: { low: Number.NaN } }],
  ['a list instead of an object', { ...row, of: ['z'] }],
  ['an unknown kind', { ...row, kind: 'c' }],
  ['a missing member', { ...row, id: undefined }],
  ['an unknown variant', { ...row, result: { ...failed, status: 'lost' } }],
  ['a field of another variant', { ...row, result: { ...failed, scores: { low: 1 } } }],
  ['a text instead of null', { ...row, result: { ...row.result, error: 'no_voice' } }],
  ['null instead of a row', null],
])('%s is refused', (_name, wrong) => {
  expect(() => serialize([wrong])).toThrow()
})
