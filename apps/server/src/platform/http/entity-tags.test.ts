import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'

test('a poll whose answer is unchanged gets 304 without a body, and the answer once it has changed', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const poll = (known?: string) =>
    app.inject({ url: '/api/takeouts/', headers: { ...headers, ...(known && { 'if-none-match': known }) } })
  const first = await poll()
  const tag = String(first.headers.etag)
  expect([first.statusCode, first.json(), first.headers['cache-control']]).toEqual([200, [], 'no-store'])
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
  const again = await poll(tag)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
  expect(again.headers).not.toHaveProperty('content-type')

  await app.inject({ method: 'POST', url: '/api/takeouts/', headers, payload: { include_audio: false } })
  const changed = await poll(tag)
  expect([changed.statusCode, changed.json().length]).toEqual([200, 1])
  expect(changed.headers.etag).not.toBe(tag)
})

test('the tag of an answer does not open it: a caller without rights is refused', async () => {
  const { app, signIn } = await buildTestApp()
  const url = '/api/organizations/webhooks/'
  const { etag } = (await app.inject({ url, headers: await signIn('manager@demo.example') })).headers
  const known = { 'if-none-match': String(etag) }
  expect((await app.inject({ url, headers: known })).statusCode).toBe(401)
  const norole = { ...(await signIn('norole@demo.example')), ...known }
  expect((await app.inject({ url, headers: norole })).statusCode).toBe(403)
})
