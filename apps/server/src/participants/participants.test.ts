import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/test-app.ts'

const url = '/api/user/participants/'

test('a registered participant is in its examiner\'s list alone', async () => {
  const { app, signIn, localeId } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const payload = { code: ' P-7 ', locale: localeId('es-AR'), first_name: 'Ana', last_name: 'Díaz', birthday: '' }
  const created = await app.inject({ method: 'POST', url, headers, payload })
  expect(created.statusCode).toBe(201)
  expect(created.json()).toMatchObject({ code: 'P-7', first_name: 'Ana', birthday: null, active: true, sex: null })
  const mine = await app.inject({ url, headers })
  expect(mine.json()).toEqual([created.json()])
  for (const other of ['colleague@demo.example', 'examiner@other.example'])
    expect((await app.inject({ url, headers: await signIn(other) })).json()).toEqual([])
})
