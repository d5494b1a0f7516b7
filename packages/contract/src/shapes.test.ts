import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'
import type { Route } from './route.ts'
import { partsOf } from './test-parts.ts'

const routes = Object.entries(contract) as [string, Route][]
const answers = routes.flatMap(([key, { responses }]) =>
  Object.values(responses).flatMap((answer) => (answer instanceof z.ZodType ? partsOf(answer, key) : [])),
)
const requests = routes.flatMap(([key, { params, query, body, multipart }]) =>
  [params, query, body, multipart?.fields].flatMap((schema) => (schema ? partsOf(schema, key) : [])),
)
const parts = [...answers, ...requests].map(([path, schema]) => ({
  path,
  def: (schema._zod as z.core.$ZodTypes['_zod']).def,
}))

/** Calls that only succeed or fail. */
const withoutContent = [
  'POST /user/api/token/verify/',
  'POST /user/password_reset/',
  'POST /user/password_reset/confirm/',
  'POST /user/password_reset/validate_token/',
]

test('an object on the wire has members: the server sends only what the schema names', () => {
  const empty = parts.flatMap(({ path, def }) =>
    def.type === 'object' && !def.catchall && Object.keys(def.shape).length === 0 ? [path] : [],
  )
  expect(empty.sort()).toEqual(withoutContent)
})

test('a choice on the wire has options, none of them empty', () => {
  const choices = parts.flatMap(({ path, def }): { path: string; options: readonly unknown[] }[] => {
    if (def.type === 'enum') return [{ path, options: Object.values(def.entries) }]
    return def.type === 'union' ? [{ path, options: def.options }] : []
  })
  expect(choices.length).toBeGreaterThan(50)
  expect(choices.filter(({ options }) => options.length === 0 || options.includes(''))).toEqual([])
})
