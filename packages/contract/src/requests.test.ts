import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'
import type { Route } from './route.ts'
import { type Part, partsOf } from './test-parts.ts'

const routes = Object.entries(contract) as [string, Route][]
const inBodies = routes.flatMap(([key, { body }]) => (body ? partsOf(body, key) : []))
const inRequests = routes
  .flatMap(([key, { params, query, multipart }]) =>
    [params, query, multipart?.fields].flatMap((schema) => (schema ? partsOf(schema, key) : [])),
  )
  .concat(inBodies)
/** The bounds that a schema declares, by JSON Schema's names. */
const boundsOf = (schema: z.core.$ZodType): z.core.JSONSchema.BaseSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
const bounded = (parts: readonly Part[], type: string) =>
  parts
    .filter(([, schema]) => schema._zod.def.type === type)
    .map(([path, schema]) => ({ path, schema, bounds: boundsOf(schema) }))

/** Texts without a bound of their own: they are only compared with what exists, or a survey bounds them. */
const comparedTexts = [
  'GET /cms/get_content/{locale}/.locale',
  'POST /ai/models/.name',
  'DELETE /user/participants/{participant_id}/.code',
  'POST /user/mfa/totp/confirm/.code',
  'POST /surveys/import/.rule.sum.fields[]',
  'POST /surveys/import/.rule.alerts[].field',
  'POST /surveys/responses/{participant_id}/.response value',
  'POST /surveys/responses/{participant_id}/.response value[]',
]

test('a text of a request has a longest length, or is only compared', () => {
  const endless = bounded(inRequests, 'string').filter(
    ({ schema, bounds }) =>
      bounds.maxLength === undefined &&
      ['7', 'a', 'A'].some((sign) => z.safeParse(schema, sign.repeat(10_000)).success),
  )
  expect([...new Set(endless.map(({ path }) => path))].sort()).toEqual(comparedTexts.toSorted())
})

test('a list of a request has a longest length, except the answers of a survey', () => {
  const endless = bounded(inRequests, 'array').filter(({ bounds }) => bounds.maxItems === undefined)
  expect(endless.map(({ path }) => path)).toEqual(['POST /surveys/responses/{participant_id}/.response value'])
})

/** A check without a code of its own takes the code of its schema: a long text would be "required". */
const kinds = {
  string: {
    least: 'minLength',
    below: ['required', 'too_short'],
    most: 'maxLength',
    above: ['too_long', 'invalid'],
    valueOf: (length: number) => 'x'.repeat(length),
  },
  array: {
    least: 'minItems',
    below: ['required', 'invalid'],
    most: 'maxItems',
    above: ['too_long', 'invalid'],
    valueOf: (length: number) => Array(length).fill(null),
  },
  number: {
    least: 'minimum',
    below: ['out_of_range', 'invalid'],
    most: 'maximum',
    above: ['out_of_range', 'invalid'],
    valueOf: (value: number) => value,
  },
} as const

test.each(Object.entries(kinds))(
  'in a body, the size of a %s may be its bound, and beyond it is refused with a code',
  (type, kind) => {
    const wrong: unknown[] = []
    for (const { path, schema, bounds } of bounded(inBodies, type)) {
      const refusalsOf = (value: number) =>
        (z.safeParse(schema, kind.valueOf(value)).error?.issues ?? [])
          .filter(({ code }) => code === 'too_big' || code === 'too_small')
          .map(({ message }) => message)
      for (const [bound, beyond, allowed] of [
        [bounds[kind.least], -1, kind.below],
        [bounds[kind.most], 1, kind.above],
      ] as const) {
        if (typeof bound !== 'number' || bound === 0) continue
        const codes = refusalsOf(bound + beyond)
        if (refusalsOf(bound).length > 0 || codes.length !== 1 || !(allowed as readonly string[]).includes(codes[0]!))
          wrong.push([path, bound, codes])
      }
    }
    expect(wrong).toEqual([])
  },
)
