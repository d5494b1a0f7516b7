// @module-tag long
import type { ProviderId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { buildHouse, doctor, type House } from '../../testing/house.ts'
import { turnOn } from '../../testing/second-factor.ts'
import { password } from '../../testing/template.ts'
import { beginFlow } from './flows.ts'

test('an account is made at the first sign-in, with what the rule gives, and signs in again', async () => {
  const { idp, provider, browser } = await buildHouse()
  const one = browser()
  expect((await one.send('POST', '/user/provider/find/', { email: 'Doctor@Demo.example' })).body).toEqual({
    provider: { id: provider.id, name: 'Casa' },
  })
  expect(await one.signInBy(provider.id, idp, doctor)).toMatchObject({ status: 200 })
  const { body } = await one.send('GET', '/user/user_info/')
  expect(body).toMatchObject({ first_name: 'Dora', last_name: 'Médica', email: doctor.email, tags: ['speech'] })
  expect(body.roles).toMatchObject({ is_examiner: true, is_manager: false, is_owner: false })
  expect((await one.refresh()).status).toBe(200)
  const other = browser()
  expect((await other.signInBy(provider.id, idp, doctor)).status).toBe(200)
  expect((await other.send('GET', '/user/user_info/')).body.id).toBe(body.id)
})

test('an existing account is connected by its password once, and then signs in without it', async () => {
  const { demo, idp, provider, browser } = await buildHouse()
  const person = { ...doctor, email: 'examiner@demo.example' }
  const one = browser()
  const { status, body } = await one.signInBy(provider.id, idp, person)
  expect([status, body.code, body.email]).toEqual([409, 'link_required', person.email])
  const sent = { provider_id: provider.id, continuation: body.continuation, password }
  expect((await one.send('POST', '/user/provider/continue/', sent)).status).toBe(200)
  const again = browser()
  expect((await again.signInBy(provider.id, idp, person)).status).toBe(200)
  expect((await again.send('GET', '/user/user_info/')).body.email).toBe(person.email)
  expect((await again.send('GET', '/user/provider/')).body).toMatchObject({ has_password: true })
  // The password still works beside the provider.
  expect((await demo.signIn('examiner@demo.example')).authorization).not.toContain('undefined')
})

test('an existing account is connected by the owner, who agreed to the request', async () => {
  const { demo, idp, provider, browser, owner } = await buildHouse()
  const person = { ...doctor, email: 'colleague@demo.example' }
  const one = browser()
  const { continuation } = (await one.signInBy(provider.id, idp, person)).body
  const asked = { provider_id: provider.id, continuation }
  expect((await one.send('POST', '/user/provider/ask/', asked)).status).toBe(204)
  expect((await one.send('POST', '/user/provider/ask/', asked)).status).toBe(204)
  const url = '/api/organizations/provider_links/'
  const list = (await demo.app.inject({ url, headers: await owner() })).json()
  expect(list).toHaveLength(1)
  const approve = { method: 'POST', url: `${url}${list[0].id}/approve/`, headers: await owner() } as const
  expect((await demo.app.inject(approve)).statusCode).toBe(204)
  expect((await browser().signInBy(provider.id, idp, person)).status).toBe(200)
  expect((await demo.app.inject({ url, headers: await owner() })).json()).toEqual([])
})

test('the account’s second factor is asked for, unless the house’s counts and was used', async () => {
  const house = await buildHouse()
  const { demo, idp, provider, browser } = house
  const person = { ...doctor, email: 'examiner@demo.example' }
  const first = browser()
  const { continuation } = (await first.signInBy(provider.id, idp, person)).body
  await first.send('POST', '/user/provider/continue/', { provider_id: provider.id, continuation, password })
  const { recoveryCodes } = await turnOn(demo, await demo.signIn(person.email))

  const one = browser()
  const asked = await one.signInBy(provider.id, idp, { ...person, amr: ['pwd', 'mfa'] })
  expect(asked).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
  expect(asked.body.methods).toEqual(['totp', 'recovery_code'])
  const sent = { provider_id: provider.id, continuation: asked.body.continuation, code: recoveryCodes[0] }
  expect((await one.send('POST', '/user/provider/continue/', sent)).status).toBe(200)

  await change(house, { trusts_factor: true, factor_acr: 'gold' })
  const signIn = async (claims: object) => (await browser().signInBy(provider.id, idp, { ...person, ...claims })).status
  expect(await signIn({})).toBe(401)
  expect(await signIn({ amr: ['pwd'], acr: 'silver' })).toBe(401)
  expect(await signIn({ amr: ['pwd', 'mfa'] })).toBe(200)
  expect(await signIn({ acr: 'gold' })).toBe(200)
})

test('the first rule that fits decides at each sign-in, and what managers gave stays', async () => {
  const house = await buildHouse()
  const { demo, idp, provider, browser, owner } = house
  const signIn = async (groups: string[]) => {
    const one = browser()
    await one.signInBy(provider.id, idp, { ...doctor, groups })
    return (await one.send('GET', '/user/user_info/')).body
  }
  const { id, roles } = await signIn(['speech', 'heads'])
  expect(roles).toMatchObject({ is_manager: true, is_examiner: true })
  const url = `/api/organizations/user/${id}/`
  const payload = { tags: ['head', 'night shift'] }
  await demo.app.inject({ method: 'PATCH', url, headers: await owner(), payload })
  const later = await signIn(['speech'])
  expect(later.roles).toMatchObject({ is_manager: false, is_examiner: true })
  expect([...later.tags].sort()).toEqual(['night shift', 'speech'])
  const managing = [{ claim: 'groups', value: 'speech', roles: ['manager'], tags: [], packages: [] }]
  await change(house, { rules: managing })
  expect((await signIn(['speech'])).roles).toMatchObject({ is_manager: true, is_examiner: false })
})

test('a rule gives packages, and claims may be inside others', async () => {
  const house = await buildHouse()
  const { demo, idp, provider, browser, owner } = house
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (
      await demo.app.inject({
        method,
        url: `/api/organizations/${url}`,
        headers: await owner(),
        ...(payload && { payload }),
      })
    ).json()
  const [protocol] = (await ask('GET', '')).available_protocols
  const made = await ask('POST', 'packages/', { name: 'Voz', surveys: [], protocols: [protocol.id] })
  const rule = { claim: 'realm_access.roles', value: 'voice', roles: ['examiner'], tags: [], packages: [made.id] }
  await change(house, { rules: [rule] })
  const one = browser()
  const person = { ...doctor, realm_access: { roles: ['voice'] } }
  expect((await one.signInBy(provider.id, idp, person)).status).toBe(200)
  const { roles } = (await one.send('GET', '/user/user_info/')).body
  const examiner = (await ask('GET', 'examiners/')).find(({ id }: { id: string }) => id === roles.examiner_id)
  expect(examiner.protocols).toEqual([protocol.id])
})

test('while the provider is away, nobody new gets in and people who are in go on', async () => {
  const { demo, idp, provider, browser } = await buildHouse()
  const inside = browser()
  await inside.signInBy(provider.id, idp, doctor)
  const outside = browser()
  const query = new URL(await outside.begin(provider.id)).searchParams
  await idp.stop()
  demo.clock.advance(300)
  expect((await inside.refresh()).status).toBe(200)
  expect((await inside.send('GET', '/user/user_info/')).status).toBe(200)
  // The configuration is known; a browser that is sent there would show an error of its own.
  const away = { status: 503, body: { code: 'provider_unreachable' } }
  expect(await browser().send('POST', '/user/provider/begin/', { provider_id: provider.id })).toEqual(away)
  const back = `code=x&state=${query.get('state')}&iss=${encodeURIComponent(idp.issuer)}`
  expect(await outside.finish(provider.id, back)).toEqual(away)
})

test('nobody is sent to a provider that was removed a moment ago', async () => {
  const { demo } = await buildHouse()
  const flow = { purpose: 'sign_in', session_id: null, provider_id: crypto.randomUUID() as ProviderId } as const
  const begun = demo.database.tenant(demo.organizationId, (tx) =>
    beginFlow(tx, { organization_id: demo.organizationId, ...flow }, 'a browser', demo.clock.now()),
  )
  await expect(begun).rejects.toMatchObject({ code: 'provider_unreachable' })
})

test('a provider that never answers is given up', async () => {
  const { idp, provider, browser } = await buildHouse()
  idp.misdeeds.answer = () => true
  const answer = await browser().send('POST', '/user/provider/begin/', { provider_id: provider.id })
  expect(answer).toEqual({ status: 503, body: { code: 'provider_unreachable' } })
})

test('the test of a provider says what is wrong', async () => {
  const house = await buildHouse()
  const { demo, idp, provider, owner } = house
  const run = async () => {
    const url = `/api/organizations/providers/${provider.id}/test/`
    return (await demo.app.inject({ method: 'POST', url, headers: await owner() })).json()
  }
  expect(await run()).toEqual({ problem: null, detail: null, can_log_out: true, can_log_out_from_there: true })
  const { misdeeds } = idp
  const metadata = (change: object) => {
    misdeeds.metadata = (all) => ({ ...all, ...change })
  }
  metadata({ issuer: 'https://elsewhere.example' })
  expect((await run()).problem).toBe('other_issuer')
  metadata({ token_endpoint: 'http://elsewhere.example/token' })
  expect((await run()).problem).toBe('insecure_endpoint')
  metadata({ response_types_supported: ['id_token'] })
  expect((await run()).problem).toBe('no_code_flow')
  metadata({ code_challenge_methods_supported: ['plain'] })
  expect((await run()).problem).toBe('no_pkce')
  metadata({ jwks_uri: `${idp.issuer}/nothing` })
  expect((await run()).problem).toBe('no_keys')
  misdeeds.answer = (_path, response) => Boolean(response.writeHead(404).end())
  expect((await run()).problem).toBe('not_found')
  misdeeds.answer = (_path, response) => Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
  expect((await run()).problem).toBe('not_found')
  await idp.stop()
  expect(await run()).toMatchObject({ problem: 'unreachable', detail: expect.stringContaining('ECONNREFUSED') })
})

const change = async ({ demo, owner, provider }: House, payload: object) => {
  const url = `/api/organizations/providers/${provider.id}/`
  const response = await demo.app.inject({ method: 'PATCH', url, headers: await owner(), payload })
  expect([response.statusCode, response.body]).toEqual([200, response.body])
}
