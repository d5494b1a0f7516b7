import { contract } from '@fonema/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/test-app.ts'

test('health, readiness and the document of the API need no session', async () => {
  const { app } = await buildTestApp()
  expect((await app.inject({ url: '/api/health' })).json()).toEqual({ status: 'ok' })
  const ready = await app.inject({ url: '/api/ready' })
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', database: true, storage: true, queue: true, running: true },
  ])
  const document = (await app.inject({ url: '/api/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  )
  expect(documented.sort()).toEqual(Object.keys(contract).sort())
  expect((await app.inject({ url: '/api/docs/' })).statusCode).toBe(200)
})

test('every protected route of the contract refuses a call without a session', async () => {
  const { app } = await buildTestApp()
  for (const [key, route] of Object.entries(contract)) {
    if (route.access === 'public') continue
    const [method, path] = key.split(' ') as ['GET', string]
    const url = `/api${path.replace(/\{\w+\}/g, '01a1998e-4400-79f8-8df2-d308536f5cdb')}`
    const response = await app.inject({ method, url })
    expect([key, response.statusCode, response.json()]).toEqual([key, 401, { code: 'token_not_valid' }])
  }
})

test('ignores a missing slash at the end, and answers 404 to an unknown call', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  expect((await app.inject({ url: '/api/user/participants', headers })).statusCode).toBe(200)
  const unknown = await app.inject({ url: '/api/nothing/', headers })
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { code: 'not_found' }])
  expect((await app.inject({ url: '/media/0/nothing.svg' })).statusCode).toBe(404)
})

test('every call is also below /api/v1, with the same rights, repeats and pages', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const read = (url: string) => app.inject({ url, headers })
  expect((await read('/api/v1/user/participants/')).json()).toEqual((await read('/api/user/participants/')).json())
  expect((await app.inject({ url: '/api/v1/user/participants/' })).statusCode).toBe(401)
  expect((await read('/api/v1')).statusCode).toBe(404)
  expect((await read('/api/v2/user/participants/')).statusCode).toBe(404)
  // A repeat below the other address is still a repeat.
  const locale = (await read('/api/v1/cms/locales/')).json()[0].id
  const create = (url: string, code: string) =>
    app.inject({ method: 'POST', url, headers: { ...headers, 'idempotency-key': 'one' }, payload: { code, locale } })
  const [first, repeat] = [
    await create('/api/v1/user/participants/', 'V-1'),
    await create('/api/user/participants/', 'V-1'),
  ]
  expect([first.statusCode, repeat.json()]).toEqual([201, first.json()])
  await app.inject({ method: 'POST', url: '/api/v1/user/participants/', headers, payload: { code: 'V-2', locale } })
  const page = await read('/api/v1/user/participants/?limit=1')
  expect(page.headers.link).toMatch(/^<\/api\/v1\/user\/participants\/\?limit=1&cursor=/)
})

test('refuses other content types, malformed JSON, __proto__ and large bodies', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/user/participants/',
      headers: { ...headers, 'content-type': type },
      payload: 'code=1',
    })
    expect([type, response.statusCode]).toEqual([type, 415])
  }
  const broken = await app.inject({
    method: 'POST',
    url: '/api/user/participants/',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{"code": "\\u00',
  })
  expect([broken.statusCode, broken.json()]).toEqual([400, { non_field_errors: ['invalid'] }])
  const smuggled = await app.inject({
    method: 'POST',
    url: '/api/user/participants/',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{"__proto__": {"admin": true}}',
  })
  expect(smuggled.statusCode).toBe(400)
  const large = await app.inject({
    method: 'POST',
    url: '/api/user/participants/',
    headers,
    payload: { code: 'x'.repeat(300_000) },
  })
  expect([large.statusCode, large.json()]).toEqual([413, { code: 'file_too_large' }])
})

test('answers 404 to a malformed or endless address', async () => {
  const { app } = await buildTestApp()
  for (const path of ['%zz', `files/${'x'.repeat(3000)}`]) {
    const { statusCode, body } = await app.inject({ url: `/api/${path}/` })
    expect([statusCode, body]).toEqual([404, '{"code":"not_found"}'])
  }
})

test('answers 400 to characters that the database cannot store', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('owner@demo.example')
  const nothing = { sex: null, age_min: null, age_max: null, education_min: null, education_max: null }
  const rule = { ...nothing, locale: null, protocol: null, diagnosis: { contains: '\ud800' } }
  const posts: [string, object, object][] = [
    ['/api/user/api/token/', { email: 'a\0b', password: 'x' }, { code: 'invalid_inputs' }],
    ['/api/user/password_reset/', { email: 'a\0b' }, { non_field_errors: ['invalid'] }],
    ['/api/ai/populations/', { name: 'x', rule }, { rule: ['invalid'] }],
    ['/api/user/password_reset/validate_token/', { token: 'a\0b' }, { code: 'invalid_token' }],
  ]
  for (const [url, payload, answer] of posts) {
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect([url, response.statusCode, response.json()]).toEqual([url, 400, answer])
  }
  expect((await app.inject({ url: '/api/organizations/participants/?code=%00', headers })).statusCode).toBe(400)
})

test('serves texts, locales and countries', async () => {
  const { app, signIn } = await buildTestApp()
  const offered = (await app.inject({ url: '/api/cms/get_locales/' })).json()
  expect(offered).toEqual(['es-ES', 'es-AR', 'es-MX', 'en-US'])
  for (const locale of [...offered, 'pt-BR', 'fr-FR']) {
    const texts = (await app.inject({ url: `/api/cms/get_content/${locale}/` })).json()
    expect(texts).toMatchObject({ locale, content: { policy: expect.any(String), terms: expect.any(String) } })
  }
  expect((await app.inject({ url: '/api/cms/get_content/xx-XX/' })).statusCode).toBe(404)
  const headers = await signIn('norole@demo.example')
  const locales = (await app.inject({ url: '/api/cms/locales/', headers })).json()
  expect(locales.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining([...offered, 'pt-BR', 'fr-FR']),
  )
  const countries = (await app.inject({ url: '/api/dashboard/countries/', headers })).json()
  expect(countries).toContainEqual({ name: 'Argentina', dial_code: '+54', code: 'AR' })
})
