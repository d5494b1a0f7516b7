import { expect, test } from 'vitest'
import { emptyInstallation } from '../../testing/empty-installation.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { issueSetupToken } from './setup.ts'

const password = 'Largo-Camino-83!'

/** The application without any organisation. */
async function prepare() {
  const demo = await buildTestApp()
  await emptyInstallation(demo)
  const post = async (url: string, payload: object) => {
    const response = await demo.app.inject({ method: 'POST', url: `/api${url}`, payload })
    return { status: response.statusCode, answer: response.json() }
  }
  const clinic = {
    organization_name: 'Clínica del Puerto',
    time_zone: 'America/Montevideo',
    locale: demo.localeId('es-AR'),
    first_name: 'Ana',
    last_name: 'Ruiz',
    email: 'ana@puerto.example',
    password,
    is_examiner: true,
  }
  return { ...demo, post, clinic, token: (await issueSetupToken(demo))! }
}

const signIn = async ({ app }: TestApp, email: string) => {
  const url = '/api/user/api/token/'
  return (await app.inject({ method: 'POST', url, payload: { email, password } })).json().access as string
}

test('the link of the first start creates a working clinic with its owner, once', async () => {
  const demo = await prepare()
  const { app, post, clinic, token } = demo
  const { status, answer } = await post('/setup/validate_token/', { token })
  expect([status, answer.locales.length]).toEqual([200, 6])
  expect(await post('/setup/', { token, clinic })).toMatchObject({
    status: 201,
    answer: { organization: { name: 'Clínica del Puerto' } },
  })

  const headers = { authorization: `Bearer ${await signIn(demo, clinic.email)}` }
  const get = async (url: string) => (await app.inject({ url: `/api${url}`, headers })).json()
  expect(await get('/user/user_info/')).toMatchObject({
    first_name: 'Ana',
    roles: { is_owner: true, is_manager: true, is_examiner: true },
    organization: { name: 'Clínica del Puerto', time_zone: 'America/Montevideo', is_demonstration: false },
  })
  expect(await get('/surveys/examiner/')).toHaveLength(16)
  expect(await get('/protocols/examiner/')).toHaveLength(20)
  expect(await get('/organizations/user/')).toHaveLength(1)

  expect(await post('/setup/', { token, clinic })).toEqual({ status: 400, answer: { code: 'invalid_token' } })
  expect(await post('/setup/validate_token/', { token })).toEqual({ status: 400, answer: { code: 'invalid_token' } })
  expect(await issueSetupToken(demo)).toBeUndefined()
})

test('reports errors by field, and the link stays valid until it is used or a day old', async () => {
  const demo = await prepare()
  const { post, clinic, token, clock } = demo
  const refused: [object, object][] = [
    [{ password: 'short' }, { password: expect.arrayContaining(['too_short', 'missing_uppercase']) }],
    [{ password: 'Ana-Puerto-2026!', email: 'anapuerto@x.example' }, { password: ['too_similar_to_email'] }],
    [{ time_zone: 'Mars/Olympus' }, { time_zone: ['invalid'] }],
    [{ email: 'nobody' }, { email: ['invalid'] }],
    [{ organization_name: ' ' }, { organization_name: ['required'] }],
    [{ locale: crypto.randomUUID() }, { locale: ['invalid'] }],
    [{ roles: ['owner'] }, { roles: ['unknown_field'] }],
  ]
  for (const [changes, answer] of refused)
    expect(await post('/setup/', { token, clinic: { ...clinic, ...changes } })).toEqual({ status: 400, answer })
  expect((await post('/setup/', { token, clinic: null })).status).toBe(400)
  for (const wrong of ['x', `${token}x`, '']) expect((await post('/setup/', { token: wrong, clinic })).status).toBe(400)
  expect((await post('/setup/validate_token/', { token })).status).toBe(200)
  clock.advance(24 * 3600)
  expect(await post('/setup/validate_token/', { token })).toEqual({ status: 400, answer: { code: 'invalid_token' } })
  expect(await post('/setup/', { token, clinic })).toEqual({ status: 400, answer: { code: 'invalid_token' } })
})

test('exactly one of several simultaneous uses of setup links creates an organisation', async () => {
  const demo = await prepare()
  const { post, clinic, token } = demo
  const second = (await issueSetupToken(demo))!
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@puerto.example`)
  const answers = await Promise.all(
    emails.map((email, i) => post('/setup/', { token: i % 2 === 0 ? token : second, clinic: { ...clinic, email } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
})

test('issues no link when an organisation exists', async () => {
  expect(await issueSetupToken(await buildTestApp())).toBeUndefined()
})
