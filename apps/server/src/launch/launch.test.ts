import { expect, test } from 'vitest'
import { buildLaunch } from '../../testing/launch.ts'
import { signInAtProvider } from '../../testing/real-provider.ts'

const register = (localeId: string, code: string) => ({
  code,
  locale: localeId,
  first_name: 'Ana Luz',
  last_name: 'Pereyra',
})

test('from the health record: sign-in, the patient’s values, a registration that a person confirms, and next time the participant', async () => {
  const { launch, record, demo, ehr } = await buildLaunch()
  const { browser, finished, patient, state } = await launch()
  expect(finished).toMatchObject({ status: 200 })
  expect((await browser.send('GET', '/user/user_info/')).body).toMatchObject({
    first_name: 'Dora',
    roles: { is_examiner: true },
  })
  expect((await patient()).body).toEqual({
    ehr: 'Historia',
    participant_id: null,
    is_elsewhere: false,
    same_code: null,
    values: { code: 'MRN-p-1', first_name: 'Ana Luz', last_name: 'Pereyra', birthday: '1950-02-03', sex: 'f' },
  })
  // Nothing was created yet.
  expect((await browser.send('GET', '/user/participants/')).body).toEqual([])
  const payload = { state, participant: register(demo.localeId('es-AR'), 'MRN-p-1') }
  const made = await browser.send('POST', '/user/provider/launch/register/', payload)
  expect(made).toMatchObject({ status: 201, body: { code: 'MRN-p-1' } })
  expect((await patient()).body).toMatchObject({ participant_id: made.body.id })

  record.patients.set('p-1', record.patientOf('p-1', { name: [{ family: 'Otra' }], identifier: [] }))
  const again = await launch()
  expect((await again.patient()).body).toMatchObject({ participant_id: made.body.id, is_elsewhere: false })
  // A colleague learns that the patient is registered, and nothing else.
  const colleague = await launch(undefined, 'eli')
  expect((await colleague.patient()).body).toMatchObject({ participant_id: null, is_elsewhere: true, same_code: null })
  const second = { state: colleague.state, participant: register(demo.localeId('es-AR'), 'other') }
  expect(await colleague.browser.send('POST', '/user/provider/launch/register/', second)).toMatchObject({ status: 409 })
  expect((await colleague.browser.send('GET', '/user/participants/')).body).toEqual([])
  const request = record.calls.find(({ path }) => path === '/fhir/Patient/p-1')!
  expect(request.headers.authorization).toMatch(/^Bearer ./)
  expect(ehr).toMatchObject({ has_secret: false, launch_url: expect.stringContaining(`/launch/${ehr.id}/`) })
})

test('the address asks for what SMART wants: PKCE, state, nonce, the FHIR server as aud, and the launch', async () => {
  const { begin, browser, record, provider } = await buildLaunch()
  const { body } = await begin(browser(), { launch: record.launch('abc') })
  const { origin, searchParams } = new URL(body.address)
  expect(origin).toBe(record.issuer)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'smart-fonema',
    redirect_uri: provider.redirect_uri,
    aud: record.iss,
    launch: 'abc',
    code_challenge_method: 'S256',
    scope: 'openid email profile fhirUser launch patient/Patient.read',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)?.length).toBeGreaterThan(30)
})

test('standalone: without a launch the health record’s page asks which patient', async () => {
  const { browser, finish, ehr, record } = await buildLaunch()
  const one = browser()
  const { address } = (await one.send('POST', '/user/provider/launch/begin/', { ehr_id: ehr.id })).body
  expect(new URL(address).searchParams.get('scope')).toContain('launch/patient patient/Patient.read')
  expect(new URL(address).searchParams.has('launch')).toBe(false)
  const back = await signInAtProvider(address, 'dora')
  expect(await finish(one, back.search)).toMatchObject({ status: 200 })
  // A launch without the address that it came from belongs to nobody.
  const launched = { ehr_id: ehr.id, launch: record.launch('abc') }
  expect((await browser().send('POST', '/user/provider/launch/begin/', launched)).status).toBe(403)
})

test('an examiner connects a participant with the same code; one of a colleague is not theirs to connect', async () => {
  const { launch, demo, record } = await buildLaunch()
  const first = await launch()
  const locale = demo.localeId('es-AR')
  const own = await first.browser.send('POST', '/user/participants/', { code: 'mrn-P-1', locale })
  expect((await first.patient()).body).toMatchObject({ participant_id: null, same_code: own.body.id })
  const connect = (participant_id: string) =>
    first.browser.send('POST', '/user/provider/launch/connect/', { state: first.state, participant_id })
  const examiner = await demo.signIn('examiner@demo.example')
  const payload = { code: 'of-a-colleague', locale }
  const other = (
    await demo.app.inject({ method: 'POST', url: '/api/user/participants/', headers: examiner, payload })
  ).json()
  expect((await connect(other.id)).status).toBe(404)
  expect((await connect(own.body.id)).status).toBe(204)
  expect((await connect(own.body.id)).status).toBe(204)
  expect((await first.patient()).body).toMatchObject({ participant_id: own.body.id, same_code: null })
  // Another patient cannot become the same participant.
  record.patients.set('p-2', record.patientOf('p-2'))
  record.context.patient = 'p-2'
  const second = await launch()
  const again = { state: second.state, participant_id: own.body.id }
  expect((await second.browser.send('POST', '/user/provider/launch/connect/', again)).status).toBe(409)
})

test('an account that exists is connected by its password, and the patient waits meanwhile', async () => {
  const { launch, provider } = await buildLaunch()
  const { browser, finished, patient } = await launch(undefined, 'exa')
  expect(finished).toMatchObject({ status: 409, body: { code: 'link_required' } })
  expect((await patient()).status).toBe(401)
  const going = { provider_id: provider.id, continuation: finished.body.continuation, password: 'Correct-Horse-7!' }
  expect(await browser.send('POST', '/user/provider/continue/', going)).toMatchObject({ status: 200 })
  expect((await patient()).body).toMatchObject({ values: { last_name: 'Pereyra' } })
})

test('another address of a health record forgets its patients, and a stored secret does not follow it', async () => {
  const { ask, ehr, launch, demo, record, begin, browser } = await buildLaunch({
    ehr: { client_secret: 'of the record' },
  })
  expect(ehr.has_secret).toBe(true)
  expect((await ask('PATCH', `${ehr.id}/`, { iss: `${record.iss}/r4` })).body).toEqual({ client_secret: ['required'] })
  expect((await ask('PATCH', `${ehr.id}/`, { client_secret: null })).body).toMatchObject({ has_secret: false })
  const { browser: one, state } = await launch()
  const participant = register(demo.localeId('es-AR'), 'x')
  expect((await one.send('POST', '/user/provider/launch/register/', { state, participant })).status).toBe(201)
  await ask('PATCH', `${ehr.id}/`, { iss: `${record.iss}/r4` })
  await ask('PATCH', `${ehr.id}/`, { iss: record.iss })
  expect((await (await launch()).patient()).body).toMatchObject({ participant_id: null })
  await ask('PATCH', `${ehr.id}/`, { is_on: false })
  expect(await begin(browser())).toMatchObject({ status: 403, body: { reason: 'launch_unknown' } })
})
