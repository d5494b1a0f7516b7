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
  }),
)
const serialize = serializerCompiler({ schema: Answer, method: 'GET', url: '/' })
const row = {
  ...{ id: '0192e4a0-0000-7000-8000-000000000001', name: 'Ana "la\\otra"\n\u0007 \ud800 é 😀', kind: 'a', count: 0.1 },
  ...{ scores: { 'f"0': 1e21, low: -0 }, value: ['x', 'y'], of: { label: 'z' } },
}
const { count: _, ...withoutCount } = row

test.each([
  ['a row', [row]],
  ['no rows', []],
  ['several, with null and with nothing', [row, { ...withoutCount, name: null, of: null, value: 'one' }]],
])('%s is written as JSON.stringify writes it', (_name, answer) => {
  expect(serialize(answer)).toBe(JSON.stringify(answer))
})

test('what the schema does not name stays behind, at every depth', () => {
  const more = { ...row, password_hash: 'secret', of: { label: 'z', password_hash: 'secret' } }
  expect(serialize([more])).toBe(JSON.stringify([row]))
})

test.each([
  ['a text where a number is due', { ...row, count: '1' }],
  ['an object where a text is due', { ...row, name: { toJSON: () => 'secret' } }],
  ['a date where a text is due', { ...row, name: new Date() }],
  ['no number', { ...row, scores: { low: Number.NaN } }],
  ['a list where an object is due', { ...row, of: ['z'] }],
  ['one that is none of the kinds', { ...row, kind: 'c' }],
  ['a missing member', { ...row, id: undefined }],
  ['null where a row is due', null],
])('%s is refused', (_name, wrong) => {
  expect(() => serialize([wrong])).toThrow()
})
