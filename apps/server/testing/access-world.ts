import { randomUUID } from 'node:crypto'
import type { ProtocolId, UserId } from '@fonema/contract'
import { sql } from 'kysely'
import { insertSession } from '../src/auth/queries.ts'
import { setLogo } from '../src/clinical-reports/letterhead.ts'
import { readLogo } from '../src/clinical-reports/logo.ts'
import { surveyIdOf } from '../src/content/load.ts'
import {
  colleague,
  createActors,
  createPerson,
  examiner,
  examinerIdOf,
  type Ids,
  type Organization,
  stranger,
} from './access-actors.ts'
import { draftOf, setCompleted } from './clinical-report.ts'
import { smallPng } from './logo.ts'
import type { TestApp } from './open-app.ts'
import { coseOf, createPasskey } from './passkey.ts'
import { formOf, startTestSession, toneWav } from './recordings.ts'
import { markedRecording } from './session-recording.ts'
import { createTakeout } from './takeout.ts'

export type AccessObject = {
  name: string
  ids: Ids
  /** The examiner who owns it; undefined when it does not exist. */
  examiner?: string
  organization?: Organization
}

/** Ids that no row has, or that are none. */
const idsOf = (names: readonly string[], value: () => string) =>
  Object.fromEntries(names.map((name) => [name, value()])) as Ids

const voiceSurvey = surveyIdOf({ key: 'voice', wording_version: 1, locale: 'es-ES' })
const statements = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']

/** The application with every kind of actor and every kind of object. */
export async function buildAccessWorld(demo: TestApp) {
  const own = await createObjects(demo, examiner, 'A')
  const second = await createObjects(demo, examiner, 'B')
  const archived = await createObjects(demo, examiner, 'C')
  const colleagues = await createObjects(demo, colleague, 'D')
  const strangers = await createObjects(demo, stranger, 'E')
  const given = await createGiven(demo)
  const organizationIds = { demo: demo.organizationId, other: demo.otherOrganizationId }

  const everyIdIs = (value: () => string) => idsOf(Object.keys(own), value)
  const whose = { examiner, organization: 'demo' } as const
  const objects: AccessObject[] = [
    { name: 'own', ids: own, ...whose },
    { name: 'archived', ids: archived, ...whose },
    { name: "colleague's", ids: colleagues, examiner: colleague, organization: 'demo' },
    { name: "other organisation's", ids: strangers, examiner: stranger, organization: 'other' },
    { name: 'missing', ids: everyIdIs(randomUUID) },
    { name: 'malformed', ids: everyIdIs(() => 'not-an-id') },
  ]

  /** Paths with existing ids that do not belong together. */
  function crossed(names: readonly string[]): AccessObject[] {
    // Items belong to everybody: a participant and an item alone always belong together.
    const owned = names.filter((name) => name !== 'protocol_item_id')
    const crossing = owned.length < 2 ? names.filter((name) => !owned.includes(name)) : names
    if (names.length < 2) return []
    return crossing.flatMap((name) => [
      { name: `${name} of a second one`, ids: { ...own, [name]: second[name]! } },
      // Items belong to everybody.
      ...(name === 'protocol_item_id'
        ? []
        : [{ name: `${name} of a colleague's`, ids: { ...own, [name]: colleagues[name]! } }]),
    ])
  }

  /** Restores what a call archived, and archives again what was archived before. */
  async function restore() {
    await demo.database.tenant(demo.organizationId, async (tx) => {
      for (const [table, id] of [
        ['participants', archived.participant_id],
        ['protocol_responses', archived.protocol_res_id],
        ['survey_responses', archived.survey_response_id],
      ] as const)
        await sql`update ${sql.table(table)} set active = (id <> ${id!})`.execute(tx)
    })
  }
  await restore()
  for (const id of Object.values(organizationIds))
    await demo.database.tenant(id, (tx) => setLogo(demo, tx, id, readLogo(smallPng())))

  /** People of either organisation, created for each cell, because calls remove them. */
  const renew = async (object: AccessObject): Promise<AccessObject> => {
    if (object.organization === undefined) return object
    return { ...object, ids: await createPerson(demo, organizationIds[object.organization]) }
  }
  /** The object with a copied file, for a call that deletes it. The next actor then still finds the original. */
  const withFile = async (object: AccessObject): Promise<AccessObject> => {
    const id = randomUUID()
    const copied = await demo.database.tenant(organizationIds[object.organization ?? 'demo'], (tx) =>
      sql`insert into files (id, organization_id, participant_id, filename, label, content_type, size_bytes, sha256,
          object_key, date_created, created_by)
        select ${id}, organization_id, participant_id, filename, label, content_type, size_bytes, sha256, ${`files/${id}`},
          date_created, created_by from files where id::text = ${object.ids.file_id!} returning id`.execute(tx),
    )
    return copied.rows.length === 0 ? object : { ...object, ids: { ...object.ids, file_id: id } }
  }
  const made = [
    'population_id',
    'template_id',
    'draft_id',
    'survey_draft_id',
    'package_id',
    'campaign_id',
    'webhook_id',
    'record_server_id',
    'delivery_id',
    'service_account_id',
    'service_account_key_id',
    'scim_token_id',
    'provider_id',
    'ehr_id',
    'link_id',
  ]
  const ofPerson = ['user_id', 'examiner_id', 'manager_id', ...made]
  const people: AccessObject[] = [
    { name: 'own', ids: {}, organization: 'demo' },
    { name: "other organisation's", ids: {}, organization: 'other' },
    { name: 'missing', ids: idsOf(ofPerson, randomUUID) },
    { name: 'malformed', ids: idsOf(ofPerson, () => 'not-an-id') },
  ]
  return { demo, people, renew, actors: await createActors(demo), objects, crossed, given, restore, withFile }
}
export type AccessWorld = Awaited<ReturnType<typeof buildAccessWorld>>

/** One of each object of an examiner: participant, session with a recording, survey response. */
async function createObjects(demo: TestApp, email: string, code: string): Promise<Ids> {
  const headers = await demo.signIn(email)
  const { participant, session, items, itemUrl, sessionUrl } = await startTestSession(demo, headers, code)
  const form = formOf(toneWav(4))
  const post = async (url: string, payload: object | Buffer, more = {}) =>
    (await demo.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } })).json()
  await post(itemUrl(items[0]!), form.payload, form.headers)
  const survey = await post(`/api/surveys/responses/${participant.id}/`, {
    survey_id: voiceSurvey,
    response: Object.fromEntries(statements.map((name) => [name, 'never'])),
  })
  const visit = await post(`/api/visits/${participant.id}/`, { date: tomorrowOf(demo), time: '09:00' })
  const file = await post(
    `/api/files/${participant.id}/`,
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nnotes\r\n--x--\r\n'),
    { 'content-type': 'multipart/form-data; boundary=x' },
  )
  const ofSession = { participant_id: participant.id, protocol_res_id: session.id }
  await setCompleted(demo, headers, ofSession, demo.clock.now())
  const report = await draftOf(demo, headers, ofSession)
  await setCompleted(demo, headers, ofSession, null)
  return {
    participant_id: participant.id,
    report_id: report.id,
    file_id: file.id,
    protocol_res_id: session.id,
    ...(await markedRecording(demo, headers, sessionUrl)),
    // The second participant's item is of another protocol.
    protocol_item_id: code === 'B' ? await otherItem(demo, session.protocol.id) : items[0]!.id,
    survey_response_id: survey.id,
    visit_id: visit.id,
    takeout_uuid: await createTakeout(demo, email),
    passkey_id: await storePasskey(demo, email),
    sign_in_id: await storeSignIn(demo, await userIdOf(demo, email)),
  }
}

/** A passkey that no sign-in asks for: the second factor itself is off. */
async function storePasskey({ database, clock }: TestApp, email: string): Promise<string> {
  const id = randomUUID()
  const accounts = database.shared.selectFrom('credentials').select(['user_id', 'organization_id'])
  const account = await accounts.where('email_key', '=', email).executeTakeFirstOrThrow()
  const { publicKey } = createPasskey()
  const kept = { name: 'Equipo', credential_id: id, host: 'clinic.example', sign_count: 0, created_at: clock.now() }
  const public_key = coseOf(publicKey)
  await database.tenant(account.organization_id, (tx) =>
    tx
      .insertInto('passkeys')
      .values({ ...account, ...kept, id, public_key })
      .execute(),
  )
  return id
}

const userIdOf = async ({ database }: TestApp, email: string) => {
  const accounts = database.shared.selectFrom('credentials').select('user_id')
  return (await accounts.where('email_key', '=', email).executeTakeFirstOrThrow()).user_id
}

/** A sign-in in another browser. */
export async function storeSignIn({ database, clock }: TestApp, userId: string): Promise<string> {
  const id = randomUUID()
  const accounts = database.shared.selectFrom('credentials').select(['user_id', 'organization_id'])
  const account = await accounts.where('user_id', '=', userId as UserId).executeTakeFirstOrThrow()
  await insertSession(database.shared, { id, account, userAgent: 'Another browser', now: clock.now() })
  return id
}

const otherItem = (demo: TestApp, protocolId: ProtocolId) =>
  demo.database.tenant(demo.organizationId, async (tx) => {
    const items = tx.selectFrom('protocol_items').select('id').where('protocol_id', '<>', protocolId)
    return (await items.executeTakeFirstOrThrow()).id
  })

/** A day on which visits may be planned in every time zone. */
const tomorrowOf = ({ clock }: TestApp) => new Date(clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)

/** Ids and values in paths and bodies that do not belong to an examiner. */
async function createGiven(demo: TestApp): Promise<Ids> {
  const protocol = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('examiner_protocols').select('protocol_id').executeTakeFirstOrThrow(),
  )
  const items = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('protocol_items').select('id').where('protocol_id', '=', protocol.protocol_id).execute(),
  )
  return {
    protocol_id: protocol.protocol_id,
    survey_id: voiceSurvey,
    locale_id: demo.localeId('es-AR'),
    locale: 'es-ES',
    holder: randomUUID(),
    new_mark_id: randomUUID(),
    visit_date: tomorrowOf(demo),
    chart_name: 'density',
    protocol_item_id: items[0]!.id,
    feature_extraction_func_id: randomUUID(),
    population_id: randomUUID(),
    template_id: randomUUID(),
    draft_id: randomUUID(),
    survey_draft_id: randomUUID(),
    package_id: randomUUID(),
    campaign_id: randomUUID(),
    webhook_id: randomUUID(),
    record_server_id: randomUUID(),
    delivery_id: randomUUID(),
    service_account_id: randomUUID(),
    service_account_key_id: randomUUID(),
    scim_token_id: randomUUID(),
    language_id: randomUUID(),
    text_language: 'es',
    mode: 'full',
    spare_user_id: (await createPerson(demo, demo.organizationId, { roles: [] })).user_id!,
    receiver_id: (await createPerson(demo, demo.organizationId)).examiner_id!,
    examiner_id: await examinerIdOf(demo, examiner),
  }
}
