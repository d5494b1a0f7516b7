import { expect, test } from 'vitest'
import { emptyInstallation } from '../../testing/empty-installation.ts'
import { logoForm, smallPng } from '../../testing/logo.ts'
import { ask } from '../../testing/second-factor.ts'
import { buildTestApp, password } from '../../testing/test-app.ts'
import { issueSetupToken } from './setup.ts'

async function prepare(environment: Record<string, string> = {}) {
  const demo = await buildTestApp(environment)
  const headers = await demo.signIn('owner@demo.example')
  const send = (method: 'GET' | 'PATCH', path: string, payload?: object) =>
    ask(demo, path, { method, headers, ...(payload && { payload }) })
  return { ...demo, headers, send }
}

test('an accent that is legible is stored and shown to everybody, and can be taken back', async () => {
  const { send, ...demo } = await prepare()
  const accentOf = async () => {
    const headers = await demo.signIn('examiner@demo.example')
    return (await ask(demo, '/user/user_info/', { headers })).answer.organization.accent
  }
  expect(await accentOf()).toBeNull()
  expect((await send('PATCH', '/organizations/', { accent: '#8A1C4A' })).answer).toMatchObject({ accent: '#8a1c4a' })
  expect(await accentOf()).toBe('#8a1c4a')
  for (const [accent, code] of [
    ['#ffcc00', 'low_contrast'],
    ['#757575', 'low_contrast'],
    ['red', 'invalid'],
    ['#fff', 'invalid'],
    ['#000000;}', 'invalid'],
  ])
    expect(await send('PATCH', '/organizations/', { accent })).toEqual({ status: 400, answer: { accent: [code] } })
  expect((await send('PATCH', '/organizations/', { accent: null })).answer).toMatchObject({ accent: null })
  expect(await accentOf()).toBeNull()
})

test('everybody who is signed in sees the logo, and nobody else', async () => {
  const { headers, ...demo } = await prepare()
  const form = logoForm(smallPng())
  const url = '/api/report_letterhead/logo/'
  const sent = { ...headers, ...form.headers }
  const stored = await demo.app.inject({ method: 'POST', url, headers: sent, payload: form.payload })
  expect(stored.statusCode).toBe(200)
  const examiner = await demo.signIn('examiner@demo.example')
  const { organization } = (await ask(demo, '/user/user_info/', { headers: examiner })).answer
  expect(organization.logo).toBe(stored.json().logo.sha256)
  expect((await demo.app.inject({ url, headers: examiner })).headers['content-type']).toBe('image/png')
  expect((await demo.app.inject({ url })).statusCode).toBe(401)
  const other = await demo.signIn('examiner@other.example')
  expect((await demo.app.inject({ url, headers: other })).statusCode).toBe(404)
  expect((await ask(demo, '/user/user_info/', { headers: other })).answer.organization.logo).toBeNull()
})

test('own texts are stored by language; where there are several organisations, visitors see the product’s', async () => {
  const { send, ...demo } = await prepare()
  const none = { policy: null, terms: null }
  const change = (payload: object) => send('PATCH', '/organizations/texts/es/', payload)
  expect((await send('GET', '/organizations/texts/')).answer).toEqual({
    are_shown: false,
    languages: ['es', 'en', 'pt', 'fr'].map((language) => ({ language, ...none })),
  })
  expect((await change({ policy: ' Nuestra política ' })).answer.languages[0]).toEqual({
    language: 'es',
    policy: 'Nuestra política',
    terms: null,
  })
  expect((await change({ terms: 'Condiciones' })).answer.languages[0]).toMatchObject({ policy: 'Nuestra política' })
  expect((await change({ policy: null })).answer.languages[0]).toMatchObject({ policy: null, terms: 'Condiciones' })
  expect((await change({})).answer).toEqual({ non_field_errors: ['empty_data'] })
  expect((await change({ policy: 'x'.repeat(20_001) })).answer).toEqual({ policy: ['too_long'] })
  expect((await send('PATCH', '/organizations/texts/it/', { policy: 'x' })).status).toBe(404)
  expect((await ask(demo, '/cms/get_content/es-AR/')).answer.content.terms).not.toContain('>Condiciones<')
})

test('the sign-in rules are those of the server’s settings, with how many have a second factor', async () => {
  const { send } = await prepare({ LOCKOUT_ATTEMPTS: '4', LOCKOUT_MINUTES: '20' })
  expect((await send('GET', '/organizations/sign_in_rules/')).answer).toEqual({
    password: { min_length: 8 },
    lockout: { attempts: 4, minutes: 20, all_attempts: 40, all_minutes: 80 },
    session: { idle_minutes: 60, absolute_hours: 12 },
    second_factor: { users: 5, with_factor: 0, required_from: { examiner: null, manager: null } },
  })
})

test('visitors of a server with one organisation read its own texts under the product’s title', async () => {
  const demo = await buildTestApp()
  await emptyInstallation(demo)
  const token = await issueSetupToken(demo)
  const email = 'ana@puerto.example'
  const clinic = {
    organization_name: 'Clínica del Puerto',
    time_zone: 'America/Montevideo',
    locale: demo.localeId('es-AR'),
    first_name: 'Ana',
    last_name: 'Ruiz',
    email,
    password,
    is_examiner: true,
  }
  await ask(demo, '/setup/', { method: 'POST', payload: { token, clinic } })
  const headers = await demo.signIn(email)
  const payload = { policy: 'Somos <b>el Puerto</b>.\n\n- Uno' }
  const { answer } = await ask(demo, '/organizations/texts/es/', { method: 'PATCH', headers, payload })
  expect(answer.are_shown).toBe(true)
  const texts = async (locale: string) => (await ask(demo, `/cms/get_content/${locale}/`)).answer.content
  for (const locale of ['es-AR', 'es-ES']) {
    const { policy, terms } = await texts(locale)
    expect(policy).toBe(
      '<h2>Política de privacidad</h2><p>Somos &lt;b&gt;el Puerto&lt;/b&gt;.</p><ul><li>Uno</li></ul>',
    )
    expect(terms).toContain('<h2>Condiciones de uso</h2><p>Este programa')
  }
  expect((await texts('en-US')).policy).not.toContain('Puerto')
})
