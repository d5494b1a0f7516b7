import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'

const url = '/api/reports/server_error_user_report/'
const id = '01a1998e-4400-79f8-8df2-d308536f5cdb'
const failure = {
  error: `500 server_error ${id} Lucía`,
  url: `/user/participants/${id}/?code=Lucia#x`,
  method: 'PATCH',
  data: JSON.stringify({ first_name: 'Lucía', locale: id, education_years: 12, tags: ['Parkinson'], 'Ana Díaz': true }),
  user_comment: 'Estaba guardando los datos.',
}

test('a report is stored without typed texts, and the owner reads it', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const keyed = { ...headers, 'idempotency-key': 'k' }
  const send = () => app.inject({ method: 'POST', url, headers: keyed, payload: failure })
  const [first, second] = [await send(), await send()]
  expect([first.statusCode, second.json()]).toEqual([201, first.json()])
  const listed = await app.inject({ url, headers: await signIn('owner@demo.example') })
  expect(listed.json()).toMatchObject([
    {
      id: first.json().id,
      error: `500 server_error ${id}`,
      url: `/user/participants/${id}/`,
      method: 'PATCH',
      data: JSON.stringify({
        first_name: '[redacted]',
        locale: id,
        education_years: 12,
        tags: ['[redacted]'],
        '[redacted]': true,
      }),
      user_comment: failure.user_comment,
      user: { first_name: 'examiner' },
    },
  ])
  for (const text of ['Luc', 'Parkinson', 'Ana']) expect(listed.body).not.toContain(text)
})

test('a token in an address and a body that is not JSON are removed; a comment is required', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const post = (changes: object) => app.inject({ method: 'POST', url, headers, payload: { ...failure, ...changes } })
  await post({ url: '/set_password/Zx81kLm0/true', data: 'password=Secret' })
  const [stored] = (await app.inject({ url, headers: await signIn('owner@demo.example') })).json()
  expect(stored).toMatchObject({ url: '/set_password/[redacted]/true', data: '[redacted]' })
  for (const [changes, errors] of [
    [{ user_comment: ' ' }, { user_comment: ['required'] }],
    [{ data: 'x'.repeat(8001) }, { data: ['too_long'] }],
    [{ user_id: id }, { user_id: ['unknown_field'] }],
  ] as const) {
    const refused = await post(changes)
    expect([refused.statusCode, refused.json()]).toEqual([400, errors])
  }
})

test('only the owner of the same clinic lists reports', async () => {
  const { app, signIn } = await buildTestApp()
  await app.inject({ method: 'POST', url, headers: await signIn('examiner@demo.example'), payload: failure })
  for (const email of ['examiner@demo.example', 'manager@demo.example'])
    expect((await app.inject({ url, headers: await signIn(email) })).statusCode).toBe(403)
  expect((await app.inject({ url, headers: await signIn('examiner@other.example') })).json()).toEqual([])
  expect((await app.inject({ method: 'POST', url, payload: failure })).statusCode).toBe(401)
})
