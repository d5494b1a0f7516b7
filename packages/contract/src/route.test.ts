import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, domains } from './index.ts'
import { type RateClass, type Route, rateClassOf } from './route.ts'

test("a call's rate class is the route's, or follows from its access and whether it has a file", () => {
  const route: Route = { summary: '', access: {}, responses: {} }
  const multipart = { file: 'file', fields: z.object({}) }
  expect(rateClassOf(route)).toBe('call')
  expect(rateClassOf({ ...route, multipart })).toBe('upload')
  expect(rateClassOf({ ...route, access: 'public', multipart })).toBe('public')
  expect(rateClassOf({ ...route, access: 'public', rate: 'sign_in' })).toBe('sign_in')
})

const routes = Object.entries(contract) as [string, Route][]

/** The calls that count towards a limit of their own, repeated here independently of the routes. */
const limited: Partial<Record<RateClass, string[]>> = {
  sign_in: [
    'POST /user/api/token/',
    'POST /user/provider/ask/',
    'POST /user/provider/begin/',
    'POST /user/provider/continue/',
    'POST /user/provider/find/',
    'POST /user/provider/finish/',
    'POST /user/provider/launch/begin/',
    'POST /user/provider/launch/finish/',
  ],
  refresh: ['GET /calendar_feed/{token}/visits.ics', 'POST /user/api/token/refresh/', 'POST /user/api/token/verify/'],
  reset: [
    'POST /setup/',
    'POST /setup/validate_token/',
    'POST /user/password_reset/',
    'POST /user/password_reset/confirm/',
    'POST /user/password_reset/validate_token/',
  ],
  export: [
    'GET /organizations/audit/',
    'GET /protocol_drafts/{draft_id}/export/',
    'GET /protocols/{protocol_id}/export/',
    'POST /reports/server_error_user_report/',
    'POST /takeouts/',
    'POST /takeouts/download_link/{takeout_uuid}/',
    'POST /takeouts/organization/',
    'POST /takeouts/retry/{takeout_uuid}/',
    'POST /user/participants/{participant_id}/export/',
  ],
}

test.each(Object.entries(limited))('the limit %s counts exactly its calls', (rate, keys) => {
  expect(
    routes
      .filter(([, route]) => rateClassOf(route) === rate)
      .map(([key]) => key)
      .sort(),
  ).toEqual(keys)
})

/** Calls that need no key: a take has its number, a token or challenge works once, and the others start over. */
const repeatableByNature = [
  'POST /ai/models/',
  'POST /ai/populations/{population_id}/compute/',
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/',
  'POST /setup/',
  'POST /user/calendar_feed/',
  'POST /user/mfa/passkeys/',
  'POST /user/mfa/passkeys/begin/',
  'POST /user/mfa/passkeys/challenge/',
  'POST /user/mfa/recovery_codes/',
  'POST /user/mfa/totp/',
]

test('every other call that creates something accepts an idempotency key', () => {
  const creating = routes.filter(([, { responses }]) => 201 in responses || 202 in responses)
  const without = creating.filter(([, { repeatable }]) => repeatable !== true)
  expect(without.map(([key]) => key).sort()).toEqual(repeatableByNature)
})

test('every call has a summary for the API document, and belongs to one topic', () => {
  expect(routes.filter(([, { summary }]) => summary.trim() === '').map(([key]) => key)).toEqual([])
  expect(
    Object.values(domains)
      .flatMap((topic) => Object.keys(topic))
      .sort(),
  ).toEqual(Object.keys(contract).sort())
})
