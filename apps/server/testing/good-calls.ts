import { randomUUID } from 'node:crypto'
import type { SessionId } from '@fonema/contract'
import { sql } from 'kysely'
import { renewInvitation } from '../src/auth/invitations.ts'
import { issueToken } from '../src/auth/password-tokens.ts'
import { changeLines, removeLogo, setLogo } from '../src/clinical-reports/letterhead.ts'
import { readLogo } from '../src/clinical-reports/logo.ts'
import { surveyIdOf } from '../src/content/load.ts'
import { insertGrants } from '../src/organization/examiners.ts'
import { issueSetupToken } from '../src/organization/setup.ts'
import { questionnaire } from '../src/surveys/import/questionnaire.fixture.ts'
import '../src/takeouts/tables.ts'
import { createPerson, type Ids } from './access-actors.ts'
import { requestOf } from './access-call.ts'
import { type AccessRow, accessTable } from './access-table.ts'
import { type AccessWorld, storeSignIn } from './access-world.ts'
import { makeCertificate, upload, uploadOf } from './certificate.ts'
import { endAnalyses, freshDraft, signWith } from './clinical-report.ts'
import { emptyInstallation } from './empty-installation.ts'
import { addProvider, approveDomain, doctor } from './house.ts'
import { startIdentityProvider, type TestPerson } from './identity-provider.ts'
import { launchBody, launchedCall, launchFor } from './launch-calls.ts'
import { logoForm, smallPng } from './logo.ts'
import { cookieFrom } from './open-app.ts'
import { protocolArchive } from './protocol-archive.ts'
import { draftKeyOf, minimalDraft } from './protocol-draft.ts'
import { formOf, startTestSession, toneWav } from './recordings.ts'
import { addPasskey, begin, codeNow, registrationOf, turnOn } from './second-factor.ts'
import { markedRecording, pieceForm, recordSession } from './session-recording.ts'
import { minimalSurvey, surveyKeyOf } from './survey-draft.ts'
import { createTakeout } from './takeout.ts'
import { password } from './template.ts'
import { visitor } from './visitor.ts'

type Headers = { authorization?: string; cookie?: string }
type Caller = { world: AccessWorld; headers: { authorization: string } }
/** What a call needs when the values of the access table would not succeed. */
type Own = Pick<AccessRow, 'body' | 'query'> & { ids?: Ids; headers?: Headers; form?: ReturnType<typeof formOf> }

const examiner = 'examiner@demo.example'
const session = '/protocols/responses/{participant_id}/{protocol_res_id}/'
const item = `${session}item/{protocol_item_id}/`
const report = '/clinical_reports/{participant_id}/{report_id}/'
const fileOf = (text: string, fields: Record<string, string> = {}) => formOf(Buffer.from(text), fields, 'file')

/** Creates a user whose e-mail can sign in. */
async function somebody({ demo, renew }: AccessWorld) {
  const { ids } = await renew({ name: 'own', ids: {}, organization: 'demo' })
  const { email } = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('users').select('email').where('id', '=', ids.user_id!).executeTakeFirstOrThrow(),
  )
  return { ids, email }
}

/** A user who was invited an hour ago. */
async function invited(world: AccessWorld): Promise<Ids> {
  const { demo } = world
  const ids = await createPerson(demo, demo.organizationId, { roles: [] })
  const invitation = { organization_id: demo.organizationId, user_id: ids.user_id! }
  const at = new Date(demo.clock.now().getTime() - 3600_000)
  await demo.database.tenant(demo.organizationId, (tx) => renewInvitation(tx, invitation, at))
  return ids
}

/** The examiner's recorded sentence with a typed transcript: a mode that only reads cannot make one. */
async function transcribed({ world }: Caller): Promise<Ids> {
  const headers = await world.demo.signIn(examiner)
  const recorder = { world, headers }
  const sentence = await freshSession(recorder, 2)
  await sendTake(recorder, sentence.url)
  const payload = { text: 'hola amiga', based_on: 0 }
  await world.demo.app.inject({ method: 'POST', url: `${sentence.url}transcript/`, headers, payload })
  return sentence.ids
}

/** A sentence of the caller whose words somebody else typed. */
async function typedByAnother(caller: Caller): Promise<Ids> {
  const ids = await transcribed(caller)
  const { database, organizationId } = caller.world.demo
  await database.tenant(organizationId, (tx) =>
    sql`update transcripts set author_id = null where take_id in (
      select takes.id from takes join item_responses r on r.id = item_response_id
      where r.protocol_response_id = ${ids.protocol_res_id!})`.execute(tx),
  )
  return ids
}

/** An organisation has at most one that is not over. */
const endCampaigns = ({ world: { demo } }: Caller) =>
  demo.database.tenant(demo.organizationId, (tx) =>
    sql`update measuring_campaigns set state = 'ended', ended_at = ${demo.clock.now()} where ended_at is null`.execute(
      tx,
    ),
  )

async function openCampaign(caller: Caller, state: 'running' | 'paused'): Promise<Ids> {
  await endCampaigns(caller)
  const { ids } = await somebody(caller.world)
  await caller.world.demo.database.tenant(caller.world.demo.organizationId, (tx) =>
    sql`update measuring_campaigns set state = ${state}, ended_at = null where id = ${ids.campaign_id!}`.execute(tx),
  )
  return ids
}

const opinionOf = ({ headers }: Caller, { participant_id, protocol_res_id, protocol_item_id }: Ids) => ({
  url: `/api/protocols/responses/${participant_id}/${protocol_res_id}/item/${protocol_item_id}/second_opinion/`,
  headers,
})

/** A participant of the caller, with an empty session. */
async function freshSession({ world: { demo }, headers }: Caller, place = 0, protocol?: string) {
  const {
    participant,
    session: started,
    items,
    itemUrl,
    sessionUrl,
  } = await startTestSession(demo, headers, randomUUID(), protocol)
  const ids: Ids = {
    participant_id: participant.id,
    protocol_res_id: started.id,
    protocol_item_id: items[place]!.id,
  }
  return { ids, code: participant.code as string, url: itemUrl(items[place]!), sessionUrl }
}

function sendTake({ world: { demo }, headers }: Caller, url: string, fields: Record<string, string> = {}, seconds = 4) {
  const form = formOf(toneWav(seconds), fields)
  return demo.app.inject({ method: 'POST', url, headers: { ...form.headers, ...headers }, payload: form.payload })
}

async function registered({ demo }: AccessWorld, code: string) {
  const headers = await demo.signIn(examiner)
  const payload = { code, locale: demo.localeId('es-AR') }
  return (await demo.app.inject({ method: 'POST', url: '/api/user/participants/', headers, payload })).json()
}

async function signedInAnew(world: AccessWorld) {
  const { ids, email } = await somebody(world)
  return { ids, headers: await world.demo.signIn(email) }
}

/** Creates a signed-in user with an authenticator app, confirmed or not. */
async function withApp(world: AccessWorld, isConfirmed: boolean) {
  const { demo } = world
  const { ids, headers } = await signedInAnew(world)
  const { secret } = isConfirmed ? await turnOn(demo, headers) : await begin(demo, headers)
  return { ids, headers, code: codeNow(demo, secret) }
}

/** Signed by the examiner: not every caller may. */
async function signedReport({ demo }: AccessWorld): Promise<Ids> {
  const headers = await demo.signIn(examiner)
  const { ids, url } = await freshDraft(demo, headers)
  await signWith(demo, headers, url)
  return ids
}

/** The organisation's letterhead exists, with a logo or without. */
async function letterhead({ demo }: AccessWorld, hasLogo = false) {
  const { database, organizationId, clock } = demo
  await database.tenant(organizationId, async (tx) => {
    await changeLines({ clock }, tx, organizationId, [])
    if (hasLogo) await setLogo({ clock }, tx, organizationId, readLogo(smallPng()))
    else await removeLogo({ clock }, tx, organizationId)
  })
}

async function resetToken(world: AccessWorld) {
  const { ids, email } = await somebody(world)
  await world.demo.signIn(email)
  return issueToken(world.demo.database, ids.user_id!, 'reset', world.demo.clock.now())
}

const newcomer = () => ({ ...doctor, sub: randomUUID(), email: `${randomUUID()}@house.example` })

/** The house of this world: an identity provider for a domain of its own. */
const houses = new WeakMap<AccessWorld, ReturnType<typeof openHouse>>()
async function openHouse({ demo }: AccessWorld) {
  approveDomain(demo, 'house.example')
  const idp = await startIdentityProvider(demo.clock)
  const given = { name: 'House', domains: ['house.example'] }
  return { idp, provider: await addProvider(demo, await demo.signIn('owner@demo.example'), idp, given) }
}
function houseOf(world: AccessWorld) {
  const house = houses.get(world) ?? openHouse(world)
  houses.set(world, house)
  return house
}
const providerOf = async (world: AccessWorld) => (await houseOf(world)).provider

/** A browser that comes back from the provider. */
async function atProvider(world: AccessWorld, person: TestPerson) {
  const { idp, provider } = await houseOf(world)
  const browser = visitor(world.demo)
  return { idp, provider, browser, person, query: idp.signIn(await browser.begin(provider.id), person) }
}

async function cameByProvider(world: AccessWorld) {
  const came = await atProvider(world, newcomer())
  await came.browser.finish(came.provider.id, came.query)
  return came
}

/** Somebody who has an account with a password, at the provider. */
async function knownAtProvider(world: AccessWorld) {
  const person = newcomer()
  const { demo } = world
  const ids = await createPerson(demo, demo.organizationId, { roles: ['examiner'] })
  await demo.database.shared
    .updateTable('credentials')
    .set({ email_key: person.email })
    .where('user_id', '=', ids.user_id!)
    .execute()
  const came = await atProvider(world, person)
  const { body } = await came.browser.finish(came.provider.id, came.query)
  return { ...came, continuation: body.continuation as string }
}

const values = Array.from(
  { length: 12 },
  (_, i) => `${i},es,short-session/sustained-a/1,voice_quality,jitter_local_pct,0.4${i},f,60,12`,
)

const own: Record<string, (caller: Caller) => Promise<Own>> = {
  'POST /user/api/token/': async () => ({ body: { email: examiner, password } }),
  'POST /user/api/token/refresh/': async ({ world: { demo } }) => {
    const call = { method: 'POST', url: '/api/user/api/token/', payload: { email: examiner, password } } as const
    const response = await demo.app.inject(call)
    return { headers: { cookie: cookieFrom(response) }, body: { refresh: response.json().refresh } }
  },
  'POST /user/api/token/verify/': async ({ world: { demo } }) => ({
    body: { token: (await demo.signIn(examiner)).authorization.slice('Bearer '.length) },
  }),
  'POST /user/password_reset/': async () => ({ body: { email: examiner } }),
  'POST /user/password_reset/validate_token/': async ({ world }) => ({ body: { token: await resetToken(world) } }),
  'POST /user/password_reset/confirm/': async ({ world }) => ({
    body: { token: await resetToken(world), password: 'Molino-verde-82!' },
  }),
  'POST /user/password/': async ({ world }) => {
    const { headers } = await signedInAnew(world)
    return { headers, body: { password, new_password: 'Molino-verde-82!' } }
  },
  'DELETE /user/sign_ins/{sign_in_id}/': async ({ world }) => {
    const { ids, email } = await somebody(world)
    return { headers: await world.demo.signIn(email), ids: { sign_in_id: await storeSignIn(world.demo, ids.user_id!) } }
  },
  'GET /calendar_feed/{token}/visits.ics': async ({ world: { demo } }) => {
    const headers = await demo.signIn(examiner)
    const { address } = (await demo.app.inject({ method: 'POST', url: '/api/user/calendar_feed/', headers })).json()
    return { ids: { token: address.split('/').at(-2) } }
  },
  'POST /user/mfa/totp/confirm/': async ({ world }) => {
    const { headers, code } = await withApp(world, false)
    return { headers, body: { code } }
  },
  'POST /user/mfa/passkeys/': async ({ world }) => {
    const { headers } = await signedInAnew(world)
    return { headers, body: await registrationOf(world.demo, headers) }
  },
  'DELETE /user/mfa/passkeys/{passkey_id}/': async ({ world }) => {
    const { headers } = await signedInAnew(world)
    return { headers, ids: { passkey_id: await addPasskey(world.demo, headers) } }
  },
  'POST /user/mfa/recovery_codes/': async ({ world }) => {
    const { headers } = await withApp(world, true)
    // The earlier codes have an earlier time.
    world.demo.clock.advance(1)
    return { headers }
  },
  'DELETE /user/mfa/totp/': async ({ world }) => ({ headers: (await withApp(world, true)).headers }),
  'DELETE /organizations/user/{user_id}/mfa/': async ({ world }) => ({ ids: (await withApp(world, true)).ids }),
  'POST /user/provider/begin/': async ({ world }) => ({ body: { provider_id: (await providerOf(world)).id } }),
  'POST /user/provider/finish/': async ({ world }) => {
    const { provider, browser, query } = await atProvider(world, newcomer())
    return { headers: browser.cookieHeader, body: { provider_id: provider.id, query } }
  },
  'POST /user/provider/continue/': async ({ world }) => {
    const { provider, browser, continuation } = await knownAtProvider(world)
    return { headers: browser.cookieHeader, body: { provider_id: provider.id, continuation, password } }
  },
  'POST /user/provider/ask/': async ({ world }) => {
    const { provider, browser, continuation } = await knownAtProvider(world)
    return { headers: browser.cookieHeader, body: { provider_id: provider.id, continuation } }
  },
  'POST /user/provider/launch/begin/': async ({ world }) => ({ body: await launchBody(world) }),
  'POST /user/provider/launch/finish/': ({ world }) => launchedCall(world),
  'POST /user/provider/launch/patient/': async ({ world, headers }) => {
    const { state, ...sent } = await launchFor(world, headers)
    return { ...sent, body: { state } }
  },
  'POST /user/provider/launch/register/': async ({ world, headers }) => {
    const { state, ...sent } = await launchFor(world, headers)
    return { ...sent, body: { state, participant: { code: '{new}', locale: '{locale_id}' } } }
  },
  'POST /user/provider/launch/connect/': async ({ world, headers }) => {
    const { state, ...sent } = await launchFor(world, headers)
    return { ...sent, body: { state, participant_id: '{participant_id}' } }
  },
  'POST /organizations/ehrs/': async ({ world }) => ({
    body: {
      provider_id: (await providerOf(world)).id,
      name: randomUUID(),
      iss: 'https://192.88.98.1/fhir',
      client_id: 'x',
    },
  }),
  'POST /user/provider/confirm/': async ({ world }) => ({ headers: (await cameByProvider(world)).browser.headers }),
  'POST /user/provider/confirmed/': async ({ world }) => {
    const { provider, idp, browser, person } = await cameByProvider(world)
    const { address } = (await browser.send('POST', '/user/provider/confirm/')).body
    return { headers: browser.headers, body: { provider_id: provider.id, query: idp.signIn(address, person) } }
  },
  'POST /organizations/providers/': async ({ world: { demo } }) => {
    const domain = `${randomUUID()}.example`
    approveDomain(demo, domain)
    const client = { issuer: 'https://id.demo.example', client_id: 'x', client_secret: 'x' }
    return { body: { name: domain, ...client, domains: [domain] } }
  },
  'POST /setup/validate_token/': async ({ world: { demo } }) => {
    await emptyInstallation(demo)
    return { body: { token: (await issueSetupToken(demo))! } }
  },
  'POST /setup/': async ({ world: { demo } }) => {
    const person = { first_name: 'Ana', last_name: 'Ruiz', email: 'ana@puerto.example', is_examiner: true }
    const clinic = { organization_name: 'Puerto', time_zone: 'America/Montevideo', locale: demo.localeId('es-AR') }
    const token = (await issueSetupToken(demo))!
    return { body: { token, clinic: { ...clinic, ...person, password: 'Largo-Camino-83!' } } }
  },

  'POST /user/participants/import/': async () => ({ form: fileOf(`code,locale\n${randomUUID()},es-AR`) }),
  'DELETE /user/participants/{participant_id}/': async ({ world }) => {
    const { id, code } = await registered(world, randomUUID())
    return { ids: { participant_id: id }, body: { code } }
  },
  'POST /clinical_reports/{participant_id}/': async (caller) => {
    const { ids } = await freshSession(caller)
    const { demo } = caller.world
    const completed = { completed_at: demo.clock.now() }
    await demo.database.tenant(demo.organizationId, (tx) =>
      tx
        .updateTable('protocol_responses')
        .set(completed)
        .where('id', '=', ids.protocol_res_id as SessionId)
        .execute(),
    )
    await endAnalyses(demo, caller.headers)
    return { ids }
  },
  [`PATCH ${report}`]: async ({ world, headers }) => ({
    ids: (await freshDraft(world.demo, headers)).ids,
    body: { based_on: 1, impression: 'Voz estable.' },
  }),
  [`POST ${report}sign/`]: async ({ world, headers }) => ({
    ids: (await freshDraft(world.demo, headers)).ids,
    body: { based_on: 1, password },
  }),
  [`POST ${report}remake/`]: async ({ world, headers }) => {
    const { ids } = await freshDraft(world.demo, headers)
    const payload = { diagnose: 'Disfonía' }
    const url = `/api/user/participants/${ids.participant_id}/`
    await world.demo.app.inject({ method: 'PATCH', url, headers, payload })
    return { ids }
  },
  [`POST ${report}revoke/`]: async ({ world, headers }) => ({ ids: (await freshDraft(world.demo, headers)).ids }),
  [`POST ${report}amend/`]: async ({ world }) => ({ ids: await signedReport(world) }),
  [`GET ${report}verify/`]: async ({ world }) => ({ ids: await signedReport(world) }),
  'PATCH /report_letterhead/': async ({ world }) => {
    await letterhead(world)
    return { body: { lines: ['{new}'] } }
  },
  'POST /report_letterhead/logo/': async ({ world }) => {
    await letterhead(world)
    return { form: logoForm() }
  },
  'PATCH /organizations/texts/{text_language}/': async () => ({ ids: { text_language: 'es' } }),
  'GET /report_letterhead/logo/': async ({ world }) => {
    await letterhead(world, true)
    return {}
  },
  'DELETE /report_letterhead/logo/': async ({ world }) => {
    await letterhead(world, true)
    return {}
  },
  'POST /takeouts/retry/{takeout_uuid}/': async ({ world: { demo } }) => {
    const id = await createTakeout(demo, examiner)
    await demo.database.tenant(demo.organizationId, (tx) =>
      tx.updateTable('takeouts').set({ status: 'failed', error: 'unknown' }).where('id', '=', id).execute(),
    )
    return { ids: { takeout_uuid: id } }
  },

  'POST /ai/populations/': async () => ({ query: '' }),
  'POST /ai/populations/import/': async () => ({
    form: fileOf(
      ['population,participant,language,item,function,score,value,sex,age,education', ...values]
        .map((row, line) => (line === 0 ? row : `Sanos,P${row}`))
        .join('\n'),
    ),
  }),

  [`POST ${session}recordings/`]: async (caller) => ({
    ids: { ...(await freshSession(caller)).ids, recording_id: randomUUID() },
  }),
  [`POST ${session}recordings/{recording_id}/pieces/`]: async (caller) => {
    const { ids, sessionUrl } = await freshSession(caller)
    const recording_id = await recordSession(caller.world.demo, caller.headers, sessionUrl, { isFinished: false })
    return { ids: { ...ids, recording_id }, form: pieceForm() }
  },
  [`POST ${session}recordings/{recording_id}/marks/`]: async () => ({ ids: { new_mark_id: randomUUID() } }),
  [`PATCH ${session}recordings/{recording_id}/marks/{mark_id}/`]: async (caller) => {
    const { ids, sessionUrl } = await freshSession(caller)
    return { ids: { ...ids, ...(await markedRecording(caller.world.demo, caller.headers, sessionUrl)) } }
  },
  [`POST ${session}recordings/{recording_id}/finish/`]: async (caller) => {
    const { ids, sessionUrl } = await freshSession(caller)
    const recording_id = await recordSession(caller.world.demo, caller.headers, sessionUrl, { isFinished: false })
    return { ids: { ...ids, recording_id } }
  },
  [`POST ${session}recordings/{recording_id}/cuts/`]: async (caller) => {
    const { ids, sessionUrl } = await freshSession(caller)
    return { ids: { ...ids, recording_id: await recordSession(caller.world.demo, caller.headers, sessionUrl) } }
  },
  [`POST ${item}`]: async (caller) => ({ ids: (await freshSession(caller)).ids, form: formOf(toneWav(4)) }),
  [`PATCH ${item}`]: async (caller) => {
    const begun = await freshSession(caller)
    await sendTake(caller, begun.url, { settings: '{"interrupted":true}' })
    return { ids: begun.ids, body: { take: 1 } }
  },
  [`POST ${item}transcript/`]: async (caller) => {
    const sentence = await freshSession(caller, 2)
    await sendTake(caller, sentence.url)
    return { ids: sentence.ids, body: { text: 'hola', based_on: 0 } }
  },

  [`GET ${item}transcript/file/`]: async (caller) => ({ ids: await transcribed(caller) }),
  [`GET ${item}transcript/hidden/`]: async (caller) => ({ ids: await transcribed(caller) }),
  [`GET ${item}audio_deidentified/`]: async (caller) => ({ ids: await transcribed(caller) }),
  [`POST ${item}transcript/import/`]: async (caller) => ({
    ids: await transcribed(caller),
    query: '?based_on=1',
    form: fileOf('WEBVTT\n\n00:00.000 --> 00:01.000\nhola amigos\n'),
  }),
  [`PATCH ${item}content_units/`]: async (caller) => {
    const picture = await freshSession(caller, 1)
    await sendTake(caller, picture.url, {}, 6)
    const { headers, world } = caller
    const payload = { text: 'una taza', based_on: 0 }
    await world.demo.app.inject({ method: 'POST', url: `${picture.url}transcript/`, headers, payload })
    return { ids: picture.ids, body: { unit: 'vapor', choice: 'said' } }
  },

  [`PATCH ${item}fluency/`]: async (caller) => {
    const animals = await freshSession(caller, 1, 'Lenguaje')
    await sendTake(caller, animals.url, {}, 30)
    const { headers, world } = caller
    const payload = { text: 'perro blorfo', based_on: 0 }
    await world.demo.app.inject({ method: 'POST', url: `${animals.url}transcript/`, headers, payload })
    return { ids: animals.ids, body: { word: 'blorfo', beside: '', choice: 'count' } }
  },

  'PATCH /ai/accuracy/': async ({ world }) => {
    const group = { language: 'es', category: 'reading', model_sha256: 'a'.repeat(64) }
    const { database, organizationId } = world.demo
    await database.tenant(organizationId, async (tx) =>
      tx
        .insertInto('recognition_trust')
        .values({
          id: randomUUID(),
          organization_id: organizationId,
          ...group,
          least_confidence: 0.9,
          transcripts: 40,
          user_id: (await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()).id,
          date_created: new Date(),
        })
        .execute(),
    )
    return { body: { ...group, is_trusted: false } }
  },

  [`PATCH ${item}speakers/`]: async (caller) => {
    const sentence = await freshSession(caller, 2)
    await sendTake(caller, sentence.url)
    return { ids: sentence.ids, body: { people: 2 } }
  },

  [`POST ${item}second_opinion/`]: async (caller) => ({ ids: await typedByAnother(caller), body: {} }),
  [`PATCH ${item}second_opinion/`]: async (caller) => {
    const ids = await typedByAnother(caller)
    await caller.world.demo.app.inject({ method: 'POST', ...opinionOf(caller, ids), payload: {} })
    return { ids, body: { words: [{ text: 'hola', start: null, end: null }] } }
  },
  [`POST ${item}second_opinion/settle/`]: async (caller) => {
    const ids = await typedByAnother(caller)
    const { app } = caller.world.demo
    await app.inject({ method: 'POST', ...opinionOf(caller, ids), payload: {} })
    const words = [{ text: 'hola', start: null, end: null }]
    await app.inject({ method: 'PATCH', ...opinionOf(caller, ids), payload: { words } })
    return { ids, body: { choices: ['second'], based_on: 1 } }
  },

  [`POST ${item}speakers/`]: async (caller) => {
    const sentence = await freshSession(caller, 2)
    await sendTake(caller, sentence.url)
    const { headers, world } = caller
    await world.demo.app.inject({ method: 'PATCH', url: `${sentence.url}speakers/`, headers, payload: { people: 2 } })
    const segments = [{ start_s: 0, end_s: 1.5, speaker: 'examiner' }]
    return { ids: sentence.ids, body: { segments, based_on: 0 } }
  },

  'POST /protocol_drafts/': async () => ({ body: { content: minimalDraft(`p-${randomUUID()}`) } }),
  'PATCH /protocol_drafts/{draft_id}/': async ({ world }) => {
    const { ids } = await world.renew({ name: 'own', ids: {}, organization: 'demo' })
    return { ids, body: { revision: 1, content: minimalDraft(draftKeyOf(ids.draft_id!)) } }
  },
  'POST /protocol_drafts/{draft_id}/retire/': async ({ world, headers }) => {
    const { ids } = await world.renew({ name: 'own', ids: {}, organization: 'demo' })
    const url = `/api/protocol_drafts/${ids.draft_id}/publish/`
    await world.demo.app.inject({ method: 'POST', url, headers, payload: { revision: 1 } })
    return { ids, body: { revision: 1 } }
  },
  'POST /protocol_drafts/import/': async () => ({ form: formOf(await protocolArchive(), {}, 'file') }),
  'POST /protocol_media/': async () => ({ form: formOf(smallPng(), { kind: 'image' }, 'file') }),

  'POST /measuring/campaigns/': async (caller) => {
    await endCampaigns(caller)
    const recorder = { world: caller.world, headers: await caller.world.demo.signIn(examiner) }
    await sendTake(recorder, (await freshSession(recorder)).url)
    return { body: {} }
  },
  'POST /measuring/campaigns/{campaign_id}/pause/': async (caller) => ({ ids: await openCampaign(caller, 'running') }),
  'POST /measuring/campaigns/{campaign_id}/resume/': async (caller) => ({ ids: await openCampaign(caller, 'paused') }),
  'POST /measuring/campaigns/{campaign_id}/cancel/': async (caller) => ({ ids: await openCampaign(caller, 'paused') }),

  'POST /survey_drafts/': async () => ({ body: { content: minimalSurvey(`s-${randomUUID()}`) } }),
  'PATCH /survey_drafts/{survey_draft_id}/': async ({ world }) => {
    const { ids } = await world.renew({ name: 'own', ids: {}, organization: 'demo' })
    return { ids, body: { revision: 1, content: minimalSurvey(surveyKeyOf(ids.survey_draft_id!)) } }
  },
  'POST /survey_drafts/{survey_draft_id}/retire/': async ({ world, headers }) => {
    const { ids } = await world.renew({ name: 'own', ids: {}, organization: 'demo' })
    const url = `/api/survey_drafts/${ids.survey_draft_id}/publish/`
    await world.demo.app.inject({ method: 'POST', url, headers, payload: { revision: 1 } })
    return { ids, body: { revision: 1 } }
  },

  'POST /survey_drafts/import/': async () => ({ form: fileOf(JSON.stringify(questionnaire), {}) }),
  'POST /surveys/import/': async () => ({ form: fileOf(JSON.stringify(questionnaire), { licence: 'CC0-1.0' }) }),
  'POST /surveys/responses/{participant_id}/': async () => ({
    body: {
      survey_id: surveyIdOf({ key: 'health', wording_version: 1, locale: 'es-ES' }),
      response: { hearing: 'well', takes_medication: 'no' },
    },
  }),
  'POST /files/{participant_id}/': async () => {
    const { headers, payload } = fileOf('notes')
    return { form: { headers, payload: Buffer.from(payload.toString().replace('item.wav', 'notes.txt')) } }
  },

  'PATCH /organizations/certificate/': async () => ({ body: uploadOf(makeCertificate()) }),
  'DELETE /organizations/certificate/': async ({ world: { demo }, headers }) => {
    await upload(demo, headers, makeCertificate())
    return {}
  },
  'PATCH /organizations/examiners/{examiner_id}/': async () => ({ body: { surveys: ['{survey_id}'] } }),
  'POST /organizations/user/{user_id}/invitation/': async ({ world }) => ({ ids: await invited(world) }),
  'POST /organizations/user/{user_id}/invitation/link/': async ({ world }) => ({ ids: await invited(world) }),
  'POST /organizations/packages/{package_id}/assign/': async ({ world }) => {
    const { ids } = await somebody(world)
    await world.demo.database.tenant(world.demo.organizationId, async (tx) => {
      await tx
        .updateTable('users')
        .set({ tags: ['north'] })
        .where('id', '=', ids.user_id!)
        .execute()
      await sql`update packages set surveys = array(select survey_id from organization_surveys limit 1)
        where id = ${ids.package_id!}`.execute(tx)
    })
    return { ids, body: { tag: 'north' } }
  },
  'POST /organizations/examiners/{examiner_id}/transfer/': async ({ world }) => {
    const { ids } = await somebody(world)
    const { id } = await registered(world, randomUUID())
    await world.demo.database.tenant(world.demo.organizationId, (tx) =>
      tx.updateTable('participants').set({ examiner_id: ids.examiner_id! }).where('id', '=', id).execute(),
    )
    return { ids }
  },
  'PATCH /organizations/impersonification/{user_id}/': async () => ({
    body: [{ examiner_id: '{receiver_id}', mode: 'full' }],
  }),
  'GET /organizations/audit/': async () => ({ query: '?format=csv' }),
  'POST /user/impersonification/{examiner_id}/{mode}/': async ({ world }) => {
    const { ids, email } = await somebody(world)
    const { demo, given } = world
    await demo.database.tenant(demo.organizationId, (tx) =>
      insertGrants(tx, demo.organizationId, ids.user_id!, [{ examiner_id: given.examiner_id!, mode: 'full' }]),
    )
    return { ids: { examiner_id: given.examiner_id! }, headers: await demo.signIn(email) }
  },
  'POST /user/desimpersonification': async ({ world }) => ({
    headers: world.actors.find(({ mode }) => mode === 'full')!.headers,
  }),
}

/** A call of the contract that succeeds, with everything that it needs prepared. */
export async function goodCall(world: AccessWorld, key: string, headers: Headers | undefined = {}) {
  const row = accessTable[key]!
  const {
    ids,
    form,
    headers: others,
    ...changed
  } = (await own[key]?.({ world, headers: headers as Caller['headers'] })) ?? {}
  const object = row.objects === 'of the organisation' ? (await somebody(world)).ids : world.objects[0]!.ids
  const all = { ...world.given, ...object, new: randomUUID(), ...ids }
  const request = requestOf(key, all, { ...row, ...changed })
  const sent: Headers & Record<string, string> = { ...headers, ...others, ...form?.headers }
  return { ...request, headers: sent, ...(form && { payload: form.payload }) }
}
