import { expect, test } from 'vitest'
import { z } from 'zod'
import { guardedFieldsOf } from './guarded.ts'
import { contract } from './index.ts'
import type { Route } from './route.ts'

/** Lists that cannot grow with what users record, register, write, order or define. */
const listsWithoutPages: Record<string, string> = {
  'GET /cms/locales/': 'ships with the product',
  'GET /cms/get_locales/': 'ships with the product',
  'GET /dashboard/countries/': 'ships with the product',
  'GET /ai/accuracy/': 'one row for each language, kind of item and model',
  'GET /ai/models/': 'ships with the product',
  'GET /ai/populations/norms/': 'ships with the product',
  'GET /organizations/impersonification/modes/': 'ships with the product',
  'GET /ai/feature_population_distributions/':
    'one stored text for every examiner, with an ETag; `protocol_item_id` and `score` narrow it',
}

const reads = Object.entries<Route>(contract).filter(([key]) => key.startsWith('GET '))
const rowOf = ({ responses }: Route) => {
  const answer = responses[200]
  return answer instanceof z.ZodArray ? (answer.element as z.ZodType) : undefined
}

test('every list has an order or a stated reason why it cannot grow', () => {
  const lists = reads.filter(([, route]) => rowOf(route) !== undefined)
  expect(lists.length).toBeGreaterThan(20)
  const without = lists.filter(([, { order }]) => order === undefined).map(([key]) => key)
  expect(without.sort()).toEqual(Object.keys(listsWithoutPages).sort())
})

test('an order has members, each with a name', () => {
  const orders = reads.flatMap(([key, { order }]) => (order ? [[key, order] as const] : []))
  expect(orders.filter(([, order]) => order.length === 0 || order.some((member) => !/^-?\w+$/.test(member)))).toEqual(
    [],
  )
})

test('a call accepts a limit and a cursor exactly when it has an order', () => {
  for (const [key, { query, order }] of reads) {
    const taken = ['limit', 'cursor'].filter((name) => name in (query?.shape ?? {}))
    expect([key, taken]).toEqual([key, order === undefined ? [] : ['limit', 'cursor']])
  }
})

test('a list is ordered by members that every caller of the list may read', () => {
  for (const [key, route] of reads) {
    const row = rowOf(route)
    if (route.order === undefined || row === undefined) continue
    const variants = (row instanceof z.ZodDiscriminatedUnion ? row.options : [row]) as z.ZodObject[]
    const readable = Object.keys(variants[0]!.shape).filter((name) => variants.every(({ shape }) => name in shape))
    const guarded = guardedFieldsOf(row).map(({ path }) => path[0]!)
    const members = route.order.map((member) => member.replace('-', ''))
    expect([key, members.filter((member) => !readable.includes(member) || guarded.includes(member))]).toEqual([key, []])
  }
})
