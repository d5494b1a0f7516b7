import type { SignInId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { ask } from '../../testing/second-factor.ts'
import { buildTestApp, password } from '../../testing/test-app.ts'
import { issueToken } from './password-tokens.ts'

const email = 'examiner@demo.example'
const newPassword = 'Molino-verde-82!'

type SignIn = { id: SignInId; user_agent: string | null; is_current: boolean }

test('a user corrects their own name and language, and nothing else', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn(email)
  const change = (payload: object) => ask(demo, '/user/user_info/', { method: 'PATCH', headers, payload })
  const { answer: before } = await ask(demo, '/user/user_info/', { headers })
  const locale = demo.localeId('en-US')
  const { status, answer } = await change({ first_name: ' Elena María ', locale })
  expect([status, answer]).toEqual([
    200,
    { ...before, first_name: 'Elena María', locale: expect.objectContaining({ id: locale }) },
  ])
  expect((await change({})).answer).toEqual({ non_field_errors: ['empty_data'] })
  expect((await change({ first_name: ' ' })).answer).toEqual({ first_name: ['required'] })
  expect((await change({ locale: '00000000-0000-4000-8000-000000000000' })).answer).toEqual({ locale: ['invalid'] })
  expect((await change({ email: 'me@demo.example' })).answer).toEqual({ email: ['unknown_field'] })
  expect((await change({ tags: ['owner'] })).answer).toEqual({ tags: ['unknown_field'] })
})

test('a new password needs the present one, ends the other sign-ins, and makes mailed links useless', async () => {
  const demo = await buildTestApp()
  const [other, headers] = [await demo.signIn(email), await demo.signIn(email)]
  const { id } = (await ask(demo, '/user/user_info/', { headers })).answer
  const mailed = await issueToken(demo.database, id, 'reset', demo.clock.now())
  const change = (payload: object) => ask(demo, '/user/password/', { method: 'POST', headers, payload })
  expect(await change({ password: 'wrong', new_password: newPassword })).toEqual({
    status: 400,
    answer: { password: ['invalid'] },
  })
  const weak = await change({ password, new_password: 'short' })
  expect(weak).toEqual({ status: 400, answer: { new_password: expect.arrayContaining(['too_short']) } })
  expect((await ask(demo, '/user/user_info/', { headers: other })).status).toBe(200)

  expect((await change({ password, new_password: newPassword })).status).toBe(204)
  const open = await Promise.all([other, headers].map((each) => ask(demo, '/user/user_info/', { headers: each })))
  expect(open.map(({ status }) => status)).toEqual([401, 200])
  const signIn = (word: string) => ask(demo, '/user/api/token/', { method: 'POST', payload: { email, password: word } })
  expect((await signIn(password)).status).toBe(401)
  expect((await signIn(newPassword)).status).toBe(200)
  const used = await ask(demo, '/user/password_reset/validate_token/', { method: 'POST', payload: { token: mailed } })
  expect(used.status).toBe(400)
})

test('guesses at the present password are limited, without locking the sign-in', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn(email)
  const payload = { password: 'wrong', new_password: newPassword }
  const guess = () => ask(demo, '/user/password/', { method: 'POST', headers, payload })
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++) statuses.push((await guess()).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  await demo.signIn(email)
})

test('the list names the browsers that are signed in, and one of them can be signed out', async () => {
  const demo = await buildTestApp()
  const signIn = async (browser: string) => {
    const payload = { email, password }
    const { answer } = await ask(demo, '/user/api/token/', {
      method: 'POST',
      headers: { 'user-agent': browser },
      payload,
    })
    return { authorization: `Bearer ${answer.access}` }
  }
  const headers = await signIn('Firefox')
  const tablet = await signIn('x'.repeat(400))
  const list = async () => (await ask(demo, '/user/sign_ins/', { headers })).answer as SignIn[]
  const listed = await list()
  const named = listed.map(({ user_agent, is_current }) => [user_agent, is_current])
  expect(named).toEqual(
    expect.arrayContaining([
      ['Firefox', true],
      ['x'.repeat(300), false],
    ]),
  )
  expect(named).toHaveLength(2)
  const end = (id: string, as = headers) => ask(demo, `/user/sign_ins/${id}/`, { method: 'DELETE', headers: as })
  const { id } = listed.find(({ is_current }) => !is_current)!
  expect((await end(id, await demo.signIn('manager@demo.example'))).status).toBe(404)
  expect((await end(id)).status).toBe(204)
  expect((await end(id)).status).toBe(204)
  expect((await ask(demo, '/user/user_info/', { headers: tablet })).status).toBe(401)
  expect((await list()).map(({ user_agent }) => user_agent)).toEqual(['Firefox'])
})

test('a sign-in that has expired is not listed', async () => {
  const demo = await buildTestApp()
  await demo.signIn(email)
  demo.clock.advance(2 * 3600)
  const headers = await demo.signIn(email)
  expect((await ask(demo, '/user/sign_ins/', { headers })).answer).toHaveLength(1)
})
