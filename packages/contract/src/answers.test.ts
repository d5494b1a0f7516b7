import { expect, test } from 'vitest'
import { z } from 'zod'
import { codesOf, statusesOf } from './answers.ts'
import type { Route } from './route.ts'

const route: Route = { summary: '', access: 'public', responses: { 200: z.object({}) } }
const always = [200, 429, 500, 503]
const sorted = (...statuses: number[]) => [...always, ...statuses].sort((a, b) => a - b)

test('a public read without parameters only succeeds or fails', () => {
  expect(statusesOf('GET /x/', route)).toEqual(always)
})

test.each<[string, Partial<Route>, number[]]>([
  ['a token', { access: {} }, [401, 403]],
  ['a role', { access: { role: 'owner' } }, [401, 403]],
  ['a feature', { access: { feature: 'admin' } }, [401, 403]],
  ['a path parameter', { params: z.object({}) }, [404]],
  ['a query', { query: z.object({}) }, [400]],
  ['a body', { body: z.object({}) }, [400, 413, 415]],
  ['a file', { multipart: { file: 'file', fields: z.object({}) } }, [400, 413, 415]],
  ['an idempotency key', { repeatable: true }, [400, 409]],
  ['its own status', { responses: { 200: null, 422: null } }, [422]],
])('%s adds its statuses', (_, properties, added) => {
  expect(statusesOf('GET /x/', { ...route, ...properties })).toEqual(sorted(...added))
})

test('only a call that writes can meet a full disk', () => {
  expect(statusesOf('PATCH /x/', route)).toEqual(sorted(507))
})

test('the codes of a status are those of the table of errors', () => {
  expect(codesOf(401)).toEqual([
    'token_not_valid',
    'invalid_credentials_remaining_attempts',
    'second_factor_required',
    'invalid_second_factor',
  ])
  expect(codesOf(200)).toEqual([])
})
