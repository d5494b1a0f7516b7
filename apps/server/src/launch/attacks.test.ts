// @module-tag long
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPair } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { otherClient, smartClient } from '../../testing/ehr.ts'
import { buildLaunch } from '../../testing/launch.ts'
import { signInAtProvider } from '../../testing/real-provider.ts'
import { startReceiver } from '../../testing/receiver.ts'

const refused = (reason: string) => ({ status: 403, body: { code: 'provider_refused', reason } })
const away = { status: 503, body: { code: 'provider_unreachable' } }

test('a launch of another address than the stored one, letter by letter, is refused before anything is called', async () => {
  const { begin, browser, record, ehr } = await buildLaunch()
  const { iss } = record
  const { port } = new URL(iss)
  const others = [
    'https://evil.example/fhir',
    `${iss}/`,
    `${iss}/../fhir`,
    iss.toUpperCase(),
    iss.replace('/fhir', '/FHIR'),
    iss.replace('127.0.0.1', 'localhost'),
    iss.replace('127.0.0.1', '127.1'),
    iss.replace('http:', 'https:'),
    iss.replace(port, '1'),
    iss.replace('//', '//user@'),
    `${iss}?x=1`,
    `${iss}#x`,
    `${iss} `,
    `${iss}.evil.example`,
    'javascript:alert(1)',
    '',
  ]
  for (const other of others)
    expect({ other, ...(await begin(browser(), { iss: other, launch: 'x' })) }).toMatchObject(refused('launch_unknown'))
  expect(await begin(browser(), { ehr_id: randomUUID() })).toMatchObject(refused('launch_unknown'))
  expect(record.calls).toEqual([])
  expect((await begin(browser(), { launch: record.launch('x') })).status).toBe(200)
  expect(ehr.iss).toBe(iss)
})

test('what the browser brings back works once, in the browser that began, for its own state', async () => {
  const { there, finish, browser, provider, begin, record } = await buildLaunch()
  const one = browser()
  const { query, launch, state } = await there(one)
  const changed = (change: (parameters: URLSearchParams) => void) => {
    const parameters = new URLSearchParams(query)
    change(parameters)
    return parameters.toString()
  }
  const other = browser()
  await there(other, 'eli')
  const foreign: [string, Awaited<ReturnType<typeof finish>>][] = [
    ['another browser', await finish(other, query)],
    ['no browser', await finish(browser(), query)],
    [
      'no state',
      await finish(
        one,
        changed((p) => p.delete('state')),
      ),
    ],
    [
      'two states',
      await finish(
        one,
        changed((p) => p.append('state', state)),
      ),
    ],
    [
      'another state',
      await finish(
        one,
        changed((p) => p.set('state', `${state}x`)),
      ),
    ],
    // The sign-in of the same provider does not take a launch.
    ['as a sign-in', await one.finish(provider.id, query)],
  ]
  for (const [name, answer] of foreign) expect({ name, ...answer }).toMatchObject(refused('not_begun_here'))
  expect(await finish(one, query)).toMatchObject({ status: 200 })
  expect(await finish(one, query)).toMatchObject(refused('not_begun_here'))
  // A launch that ended in a sign-in is over, in any browser, also when the record would still accept it.
  expect(await begin(browser(), { launch })).toMatchObject(refused('not_begun_here'))
  // A flow that was begun with it earlier ends the same way.
  const [late, later] = [browser(), browser()]
  const twice = await there(late, 'dora', record.launch('twice'))
  const again = await there(later, 'eli', 'twice')
  expect((await finish(late, twice.query)).status).toBe(200)
  expect(await finish(later, again.query)).toMatchObject(refused('not_begun_here'))
})

test('a code of another client, a wrong issuer in the answer, a cancelled and a late way are refused', async () => {
  const { there, finish, browser, begin, record, demo } = await buildLaunch()
  const brought = async (change: (parameters: URLSearchParams) => void) => {
    const one = browser()
    const { query } = await there(one)
    const parameters = new URLSearchParams(query)
    change(parameters)
    return finish(one, parameters.toString())
  }
  expect(await brought((p) => p.set('iss', 'https://evil.example'))).toMatchObject(refused('invalid_answer'))
  expect(await brought((p) => p.delete('iss'))).toMatchObject(refused('invalid_answer'))
  expect(await brought((p) => p.set('code', 'x'))).toMatchObject(refused('invalid_answer'))
  expect(await brought((p) => p.set('error', 'access_denied'))).toMatchObject(refused('cancelled'))
  // The same person's code, for another application of the record.
  const one = browser()
  const { body } = await begin(one, { launch: record.launch('of-another') })
  const elsewhere = new URL(body.address)
  elsewhere.searchParams.set('client_id', otherClient)
  const back = await signInAtProvider(elsewhere.href, 'dora')
  expect(await finish(one, back.search)).toMatchObject(refused('invalid_answer'))
  const late = browser()
  const { query } = await there(late)
  demo.clock.advance(601)
  expect(await finish(late, query)).toMatchObject(refused('not_begun_here'))
})

test('the record refuses an aud that is not its own, and a launch that it did not give', async () => {
  const { begin, browser, record } = await buildLaunch()
  for (const [name, value] of [
    ['aud', 'https://evil.example/fhir'],
    ['launch', 'guessed'],
  ] as const) {
    const { body } = await begin(browser(), { launch: record.launch(`for-${name}`) })
    const address = new URL(body.address)
    address.searchParams.set(name, value)
    const back = await signInAtProvider(address.href, 'dora')
    expect(back.searchParams.get('error')).toBe('invalid_request')
  }
})

test('an id token that is not the provider’s, not for this client or not for this launch signs nobody in', async () => {
  const { launchWith, record } = await buildLaunch()
  const now = Math.floor(Date.now() / 1000)
  const foreign = (await generateKeyPair('RS256')).privateKey
  const nonceOf = (token: unknown) =>
    JSON.parse(Buffer.from(String(token).split('.')[1]!, 'base64url').toString()).nonce
  const claims = (token: unknown) => {
    const nonce = nonceOf(token)
    return { iss: record.issuer, aud: smartClient, sub: 'dora', iat: now, exp: now + 300, nonce }
  }
  type Change = (token: unknown) => Promise<unknown> | unknown
  const wrong: Record<string, Change> = {
    'another client': (token) => record.sign({ ...claims(token), aud: otherClient }),
    'two clients without azp': (token) => record.sign({ ...claims(token), aud: [smartClient, otherClient] }),
    'another issuer': (token) => record.sign({ ...claims(token), iss: 'https://evil.example' }),
    'another nonce': (token) => record.sign({ ...claims(token), nonce: 'x' }),
    over: (token) => record.sign({ ...claims(token), iat: now - 900, exp: now - 600 }),
    'another key': (token) => record.sign(claims(token), foreign),
    'no signature': (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${String(token).split('.')[1]}.`,
    'no token': () => undefined,
  }
  for (const [name, change] of Object.entries(wrong)) {
    const tokens = async (own: Record<string, unknown>) => ({ ...own, id_token: await change(own.id_token) })
    expect({ name, ...(await launchWith({ tokens })) }).toMatchObject(refused('invalid_answer'))
  }
  // The same by hand, and right.
  const tokens = async (own: Record<string, unknown>) => ({ ...own, id_token: await record.sign(claims(own.id_token)) })
  expect((await launchWith({ tokens })).status).toBe(200)
})

test('a SMART configuration that names other issuers, addresses or no PKCE is not used', async () => {
  const { begin, browser, record } = await buildLaunch()
  const elsewhere = await startReceiver()
  const changes: Record<string, object> = {
    'another issuer': { issuer: 'https://evil.example' },
    'a script': { authorization_endpoint: 'javascript:alert(1)' },
    data: { authorization_endpoint: 'data:text/html,x' },
    'a password in the address': { authorization_endpoint: 'https://a:b@evil.example/' },
    'no address': { authorization_endpoint: undefined },
    'plain PKCE': { code_challenge_methods_supported: ['plain'] },
  }
  for (const [name, change] of Object.entries(changes)) {
    record.misdeeds.smart = (own) => ({ ...own, ...change })
    const answer = await begin(browser(), { launch: record.launch(name) })
    expect({ name, ...answer }).toMatchObject(away)
  }
  record.misdeeds.smart = () => 'not a configuration'
  expect(await begin(browser(), { launch: record.launch('y') })).toMatchObject(away)
  expect(elsewhere.received).toEqual([])
})

test('a token address in a private network is not called: the code goes nowhere', async () => {
  const { there, finish, browser, record } = await buildLaunch({ networks: '127.0.0.1' })
  const asked: string[] = []
  // Also on this machine, where providers may be, but not in the operator's networks.
  const inside = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.writeHead(400).end()
  })
  await new Promise<void>((done) => inside.listen(0, '127.0.0.2', done))
  onTestFinished(() => void inside.close())
  const { port } = inside.address() as AddressInfo
  for (const token_endpoint of [`http://127.0.0.2:${port}/token`, 'https://10.0.0.7/token']) {
    const one = browser()
    const { query } = await there(one)
    record.misdeeds.smart = (own) => ({ ...own, token_endpoint })
    expect(await finish(one, query)).toMatchObject(away)
    delete record.misdeeds.smart
  }
  expect(asked).toEqual([])
})

test('ids that lead elsewhere, and records without a patient, are refused before the FHIR server is asked', async () => {
  const { launch, record } = await buildLaunch()
  const wrong = [
    '../Practitioner/1',
    '..',
    '.',
    'p-1/_history/1',
    'p-1?x=1',
    'p-1#x',
    '%2e%2e',
    'x'.repeat(65),
    '',
    7,
    null,
  ]
  for (const patient of [...wrong, ['p-1'], { id: 'p-1' }, undefined]) {
    record.context.patient = patient
    record.calls.length = 0
    const { finished, browser } = await launch()
    expect({ patient, ...finished }).toMatchObject(refused('no_patient'))
    expect(record.calls.some(({ path }) => path.startsWith('/fhir/Patient') || path.includes('Practitioner'))).toBe(
      false,
    )
    expect((await browser.send('GET', '/user/user_info/')).status).toBe(401)
  }
  record.context.patient = 'nobody'
  expect((await launch()).finished).toMatchObject(refused('no_patient'))
})

test('what is not the Patient that was asked for is refused: other resources, ids, types, sizes and pages', async () => {
  const { launchWith, record } = await buildLaunch()
  const answer =
    (body: unknown, type = 'application/fhir+json', status = 200) =>
    (reply: ServerResponse) =>
      Boolean(
        reply.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body)),
      )
  const patient = record.patientOf('p-1')
  const wrong = {
    'another resource': answer({ ...patient, resourceType: 'Practitioner' }),
    'a bundle': answer({ resourceType: 'Bundle', entry: [{ resource: patient }] }),
    'another patient': answer(record.patientOf('p-2')),
    'no id': answer({ ...patient, id: undefined }),
    'an array': answer([patient]),
    'a page': answer('<html>Sign in</html>', 'text/html'),
    'a page that says it is FHIR': answer('<html>Sign in</html>'),
    'FHIR as XML': answer('<Patient xmlns="http://hl7.org/fhir"/>', 'application/fhir+xml'),
    nothing: answer(''),
    'a broken text': answer('{"resourceType":"Patient","id":"p-1"'),
    'names of another type': answer({ ...patient, name: 'Ana' }),
    'a giant': answer({ ...patient, text: { div: 'x'.repeat(2 * 1024 * 1024) } }),
    'a giant whose beginning is a patient': answer(`${JSON.stringify(patient)}${' '.repeat(2 * 1024 * 1024)}`),
    'thousands of names': answer({ ...patient, name: Array.from({ length: 5_000 }, () => ({ family: 'x' })) }),
    'another status': answer(patient, 'application/fhir+json', 202),
  }
  for (const [name, fhir] of Object.entries(wrong))
    expect({ name, ...(await launchWith({ fhir })) }).toMatchObject(refused('patient_unreadable'))
  expect(await launchWith({ fhir: answer({}, 'application/fhir+json', 500) })).toMatchObject(away)
  expect(await launchWith({ fhir: answer({}, 'application/fhir+json', 403) })).toMatchObject(refused('no_patient'))
})

test('a FHIR server that redirects, breaks off or hangs gets no token elsewhere and keeps nobody waiting', async () => {
  const { launchWith, record } = await buildLaunch()
  const elsewhere = await startReceiver()
  for (const location of [elsewhere.url, 'https://10.0.0.7/', 'http://169.254.169.254/latest/meta-data'])
    for (const status of [302, 307])
      expect(await launchWith({ fhir: (reply) => Boolean(reply.writeHead(status, { location }).end()) })).toMatchObject(
        refused('patient_unreadable'),
      )
  expect(elsewhere.received).toEqual([])
  const broken = (reply: ServerResponse) => {
    reply.writeHead(200, { 'content-type': 'application/fhir+json', 'content-length': '5000' })
    reply.write(JSON.stringify(record.patientOf('p-1')), () => reply.destroy())
    return true
  }
  expect(await launchWith({ fhir: broken })).toMatchObject(refused('patient_unreadable'))
  expect(await launchWith({ fhir: (reply) => Boolean(reply.destroy()) })).toMatchObject(away)
  const held: ServerResponse[] = []
  expect(await launchWith({ fhir: (reply) => Boolean(held.push(reply)) })).toMatchObject(away)
  const drips = (reply: ServerResponse) => {
    reply.writeHead(200, { 'content-type': 'application/fhir+json' }).write(JSON.stringify(record.patientOf('p-1')))
    return Boolean(held.push(reply))
  }
  expect(await launchWith({ fhir: drips })).toMatchObject(away)
})

test('hostile values become plain text of a form’s length, or nothing', async () => {
  const { launch, record } = await buildLaunch()
  const name = [{ family: `<script>\u0000\u202e${'x'.repeat(500)}`, given: [' \n ', null, 'Ana\u0007'] }]
  record.patients.set('p-1', record.patientOf('p-1', { name, birthDate: '1950-02', gender: 'constructor' }))
  const { patient } = await launch()
  const { values } = (await patient()).body
  expect(values).toMatchObject({ first_name: 'Ana', birthday: null, sex: null })
  expect(values.last_name).toHaveLength(150)
  expect(values.last_name).toMatch(/^<script> x+$/)
  const twice = [1, 2].map((n) => ({ system: 'urn:oid:2.16.858', value: `M${n}` }))
  record.patients.set('p-1', record.patientOf('p-1', { identifier: twice }))
  expect((await (await launch()).patient()).body.values.code).toBeNull()
})

test('an arrival opens for its person in its browser only, for half an hour', async () => {
  const { launch, demo, browser } = await buildLaunch()
  const one = await launch()
  const two = await launch(browser(), 'eli')
  const ask = (by: typeof one, state: string) => by.browser.send('POST', '/user/provider/launch/patient/', { state })
  expect((await ask(two, one.state)).status).toBe(404)
  expect((await ask(one, two.state)).status).toBe(404)
  expect((await browser().send('POST', '/user/provider/launch/patient/', { state: one.state })).status).toBe(401)
  // Another person who signs in by password in the same browser.
  const inBrowserOf = ({ authorization, cookie }: { authorization: string; cookie?: string }) => ({
    authorization,
    cookie: `fonema_provider=${one.browser.cookies.get('fonema_provider')}; ${cookie ?? ''}`,
  })
  const headers = inBrowserOf(await demo.signIn('examiner@demo.example'))
  const url = '/api/user/provider/launch/patient/'
  const other = await demo.app.inject({ method: 'POST', url, headers, payload: { state: one.state } })
  expect(other.statusCode).toBe(404)
  // Somebody of another organisation with the browser's cookie.
  const neighbour = inBrowserOf(await demo.signIn('examiner@other.example'))
  const foreign = await demo.app.inject({ method: 'POST', url, headers: neighbour, payload: { state: one.state } })
  expect(foreign.statusCode).toBe(404)
  demo.clock.advance(250)
  await one.browser.refresh()
  expect((await one.patient()).status).toBe(200)
  demo.clock.advance(1_600)
  await one.browser.refresh()
  expect((await one.patient()).status).toBe(404)
})

test('the same patient id at another health record is another patient', async () => {
  const { launch, add, demo, record, browser, finish } = await buildLaunch()
  const first = await launch()
  const participant = { code: 'uno', locale: demo.localeId('es-AR') }
  const register = { state: first.state, participant }
  expect((await first.browser.send('POST', '/user/provider/launch/register/', register)).status).toBe(201)
  const second = (await add({ name: 'Otra historia' })).body
  const one = browser()
  const body = { ehr_id: second.id, iss: record.iss, launch: record.launch('of-the-second') }
  const { address } = (await one.send('POST', '/user/provider/launch/begin/', body)).body
  expect((await finish(one, (await signInAtProvider(address, 'dora')).search)).status).toBe(200)
  const state = new URL(address).searchParams.get('state')!
  const found = await one.send('POST', '/user/provider/launch/patient/', { state })
  expect(found.body).toMatchObject({ participant_id: null, ehr: 'Otra historia' })
})

test('addresses that a health record may not have are refused when it is stored, and later changes of its name too', async () => {
  const { add, ask, ehr, demo } = await buildLaunch()
  const wrong: [string, object][] = [
    ['https://10.0.0.7/fhir', { iss: ['private_address'] }],
    ['https://169.254.169.254/fhir', { iss: ['private_address'] }],
    ['https://[::1]/fhir', { iss: ['private_address'] }],
    ['http://192.88.98.1/fhir', { iss: ['private_address'] }],
    ['javascript:alert(1)', { iss: ['invalid'] }],
    ['file:///etc/passwd', { iss: ['invalid'] }],
    ['https://a:b@192.88.98.1/fhir', { iss: ['invalid'] }],
    ['https://192.88.98.1/fhir?x=1', { iss: ['invalid'] }],
    ['fhir', { iss: ['invalid'] }],
  ]
  for (const [iss, body] of wrong) expect(await add({ name: iss, iss })).toMatchObject({ status: 400, body })
  expect(await add({ name: 'x', provider_id: randomUUID() })).toMatchObject({ body: { provider_id: ['invalid'] } })
  expect(await add()).toMatchObject({ body: { name: ['already_exists'] } })
  const manager = await demo.signIn('manager@demo.example')
  expect((await ask('GET', '', undefined, manager)).body).toHaveLength(1)
  expect((await ask('PATCH', `${ehr.id}/`, { name: 'x' }, manager)).status).toBe(403)
  const neighbour = await demo.signIn('examiner@other.example')
  expect((await ask('GET', '', undefined, neighbour)).body).toEqual([])
  expect((await ask('PATCH', `${ehr.id}/`, { name: 'x' }, neighbour)).status).toBe(404)
  expect((await ask('DELETE', `${ehr.id}/`, undefined, neighbour)).status).toBe(404)
})
