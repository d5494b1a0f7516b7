import { randomUUID } from 'node:crypto'
import type { Ehr, EhrId, OrganizationId, Provider, UserInfo } from '@fonema/contract'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { keepPatient } from '../src/launch/arrivals.ts'
import type { AccessWorld } from './access-world.ts'
import { smartClient, startEhr } from './ehr.ts'
import { addProvider, approveDomain } from './house.ts'
import { type HousePerson, signInAtProvider } from './real-provider.ts'
import { visitor } from './visitor.ts'

/** The health record of this world: its people have a domain of their own. */
const records = new WeakMap<AccessWorld, ReturnType<typeof openRecord>>()

async function openRecord({ demo }: AccessWorld) {
  approveDomain(demo, 'record.example')
  const people: Record<string, HousePerson> = {}
  const record = await startEhr(people)
  onTestFinished(record.stop)
  const headers = await demo.signIn('owner@demo.example')
  const given = { name: 'Record', domains: ['record.example'] }
  const provider: Provider = await addProvider(demo, headers, record.settings, given)
  const payload = { provider_id: provider.id, name: 'Record', iss: record.iss, client_id: smartClient }
  const made = await demo.app.inject({ method: 'POST', url: '/api/organizations/ehrs/', headers, payload })
  if (made.statusCode !== 201) throw new Error(made.body)
  await record.register(provider.redirect_uri, provider.logout_uri)
  return { record, people, provider, ehr: made.json<Ehr>() }
}

function recordOf(world: AccessWorld) {
  const record = records.get(world) ?? openRecord(world)
  records.set(world, record)
  return record
}

/** The body of a launch that begins. */
export async function launchBody(world: AccessWorld) {
  const { record, ehr } = await recordOf(world)
  return { ehr_id: ehr.id, iss: record.iss, launch: record.launch(randomUUID()) }
}

/** The body with which a browser comes back from a health record, for somebody new, and its cookie. */
export async function launchedCall(world: AccessWorld) {
  const { people, provider } = await recordOf(world)
  const person = randomUUID()
  people[person] = { email: `${person}@record.example`, given_name: 'Nora', family_name: 'Nueva', groups: ['speech'] }
  const browser = visitor(world.demo)
  const { body } = await browser.send('POST', '/user/provider/launch/begin/', await launchBody(world))
  const { search } = await signInAtProvider(body.address, person)
  return { headers: browser.cookieHeader, body: { provider_id: provider.id, query: search } }
}

/** The cookie and the state of a launch for the caller. */
export async function launchFor({ demo }: AccessWorld, headers: { authorization: string; cookie?: string }) {
  const me: UserInfo = (await demo.app.inject({ url: '/api/user/user_info/', headers })).json()
  const organization_id = me.organization.id as OrganizationId
  const [state, browserSecret, subject] = [randomUUID(), randomUUID(), randomUUID()]
  const values = { code: null, first_name: null, last_name: null, birthday: null, sex: null }
  const now = demo.clock.now()
  await demo.database.tenant(organization_id, async (tx) => {
    const { rows } = await sql<{ id: EhrId; provider_id: string }>`
      select id, provider_id from ehrs order by id limit 1`.execute(tx)
    const ehr = rows[0]!
    await sql`delete from provider_links where provider_id = ${ehr.provider_id} and user_id = ${me.id}`.execute(tx)
    await sql`insert into provider_links
      (id, organization_id, provider_id, user_id, subject, state, agreed_by, created_at, linked_at)
      values (${randomUUID()}, ${organization_id}, ${ehr.provider_id}, ${me.id}, ${subject}, 'linked', 'owner', ${now},
        ${now})`.execute(tx)
    const kept = { organization_id, ehr_id: ehr.id, subject, patient: { patientId: randomUUID(), values } }
    await keepPatient(tx, demo.config, kept, { browserSecret, state }, now)
  })
  const cookie = [`fonema_provider=${browserSecret}`, ...(headers.cookie ? [headers.cookie] : [])].join('; ')
  return { headers: { cookie }, state }
}
