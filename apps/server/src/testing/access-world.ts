import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createAccessTokens } from '../auth/tokens.ts'
import { surveyIdOf } from '../content/load.ts'
import { insertGrants } from '../organization/examiners.ts'
import { deriveKey } from '../platform/keys.ts'
import type { TestApp } from './open-app.ts'
import { coseOf, createPasskey } from './passkey.ts'
import { formOf, startTestSession, toneWav } from './recordings.ts'
import { createTakeout } from './takeout.ts'

export type Ids = Record<string, string>
type Organization = 'demo' | 'other'
type Role = 'examiner' | 'manager'

export type AccessActor = {
  name: string
  headers: Record<string, string>
  /** Null for whoever has no session that is good. */
  organization: Organization | null
  roles: readonly ('examiner' | 'manager' | 'owner')[]
  /** Whose the session is, when it is no impersonation. */
  email?: string
  /** As whom the actor reaches participants. */
  examiner?: string
  mode?: string
}

export type AccessObject = {
  name: string
  ids: Ids
  /** Whose it is; nobody's when it does not exist. */
  examiner?: string
  organization?: Organization
}

const examiner = 'examiner@demo.example'
const colleague = 'colleague@demo.example'
const stranger = 'examiner@other.example'
const voiceSurvey = surveyIdOf({ key: 'voice', wording_version: 1, locale: 'es-ES' })
const statements = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']

/** The application with everybody who may ask, and everything that may be asked for. */
export async function buildAccessWorld(demo: TestApp) {
  const own = await createObjects(demo, examiner, 'A')
  const second = await createObjects(demo, examiner, 'B')
  const archived = await createObjects(demo, examiner, 'C')
  const colleagues = await createObjects(demo, colleague, 'D')
  const strangers = await createObjects(demo, stranger, 'E')
  const given = await createGiven(demo)
  const organizationIds = { demo: demo.organizationId, other: demo.otherOrganizationId }

  const everyIdIs = (value: () => string): Ids => Object.fromEntries(Object.keys(own).map((name) => [name, value()]))
  const whose = { examiner, organization: 'demo' } as const
  const objects: AccessObject[] = [
    { name: 'own', ids: own, ...whose },
    { name: 'archived', ids: archived, ...whose },
    { name: "colleague's", ids: colleagues, examiner: colleague, organization: 'demo' },
    { name: "other organisation's", ids: strangers, examiner: stranger, organization: 'other' },
    { name: 'missing', ids: everyIdIs(randomUUID) },
    { name: 'malformed', ids: everyIdIs(() => 'not-an-id') },
  ]

  /** Paths whose ids exist and do not belong together. */
  function crossed(names: readonly string[]): AccessObject[] {
    if (names.length < 2) return []
    return names.flatMap((name) => [
      { name: `${name} of a second one`, ids: { ...own, [name]: second[name]! } },
      // Items are everybody's.
      ...(name === 'protocol_item_id'
        ? []
        : [{ name: `${name} of a colleague's`, ids: { ...own, [name]: colleagues[name]! } }]),
    ])
  }

  /** What a call has archived is active again, and the archived stay so. */
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

  /** People of either organisation, new for each cell: the calls end them. */
  const renew = async (object: AccessObject): Promise<AccessObject> => {
    if (object.organization === undefined) return object
    return { ...object, ids: await createPerson(demo, organizationIds[object.organization]) }
  }
  /** The object with a file of its own, for a call that deletes it: who asks next finds the first one still there. */
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
  const ofPerson = ['user_id', 'examiner_id', 'manager_id', 'population_id']
  const people: AccessObject[] = [
    { name: 'own', ids: {}, organization: 'demo' },
    { name: "other organisation's", ids: {}, organization: 'other' },
    { name: 'missing', ids: Object.fromEntries(ofPerson.map((name) => [name, randomUUID()])) },
    { name: 'malformed', ids: Object.fromEntries(ofPerson.map((name) => [name, 'not-an-id'])) },
  ]
  return { demo, people, renew, actors: await createActors(demo), objects, crossed, given, restore, withFile }
}
export type AccessWorld = Awaited<ReturnType<typeof buildAccessWorld>>

/** One of each object that an examiner has: participant, session with a recording, filled survey. */
async function createObjects(demo: TestApp, email: string, code: string): Promise<Ids> {
  const headers = await demo.signIn(email)
  const { participant, session, items, itemUrl } = await startTestSession(demo, headers, code)
  const form = formOf(toneWav(4))
  const post = async (url: string, payload: object | Buffer, more = {}) =>
    (await demo.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } })).json()
  await post(itemUrl(items[0]!), form.payload, form.headers)
  const survey = await post(`/api/surveys/responses/${participant.id}/`, {
    survey_id: voiceSurvey,
    response: Object.fromEntries(statements.map((name) => [name, 'never'])),
  })
  const file = await post(
    `/api/files/${participant.id}/`,
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nnotes\r\n--x--\r\n'),
    { 'content-type': 'multipart/form-data; boundary=x' },
  )
  return {
    participant_id: participant.id,
    file_id: file.id,
    protocol_res_id: session.id,
    // The second participant's is an item of another protocol.
    protocol_item_id: code === 'B' ? await otherItem(demo, session.protocol.id) : items[0]!.id,
    survey_response_id: survey.id,
    takeout_uuid: await createTakeout(demo, email),
    passkey_id: await storePasskey(demo, email),
  }
}

/** One that no sign-in asks for: the factor itself is off. */
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

const otherItem = (demo: TestApp, protocolId: string) =>
  demo.database.tenant(demo.organizationId, async (tx) => {
    const items = tx.selectFrom('protocol_items').select('id').where('protocol_id', '<>', protocolId)
    return (await items.executeTakeFirstOrThrow()).id
  })

/** What paths and bodies name beside objects of somebody. */
async function createGiven(demo: TestApp): Promise<Ids> {
  const protocol = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('examiner_protocols').select('protocol_id').executeTakeFirstOrThrow(),
  )
  return {
    protocol_id: protocol.protocol_id,
    survey_id: voiceSurvey,
    locale_id: demo.localeId('es-AR'),
    locale: 'es-ES',
    holder: randomUUID(),
    chart_name: 'density',
    protocol_item_id: randomUUID(),
    feature_extraction_func_id: randomUUID(),
    population_id: randomUUID(),
    language_id: randomUUID(),
    mode: 'full',
    spare_user_id: (await createPerson(demo, demo.organizationId, { roles: [] })).user_id!,
    receiver_id: (await createPerson(demo, demo.organizationId)).examiner_id!,
    examiner_id: await examinerIdOf(demo, examiner),
  }
}

async function createActors(demo: TestApp): Promise<AccessActor[]> {
  const { app, database, config, clock, signIn } = demo
  const { organizationId } = demo
  await createPerson(demo, organizationId, { name: 'both' })
  await createPerson(demo, organizationId, { name: 'leaver', roles: ['examiner'] })
  const sessionOf = (header: { authorization: string }) =>
    JSON.parse(Buffer.from(header.authorization.split('.')[1]!, 'base64url').toString())
  const resign = async (key: Buffer, lateness: number) => {
    const { sid, sub } = sessionOf(await signIn(examiner))
    const then = { now: () => new Date(clock.now().getTime() - lateness) }
    return bearer(
      await createAccessTokens([key], then, config.session.accessSeconds).sign({ sessionId: sid, userId: sub }),
    )
  }
  const accessKey = deriveKey(config.secretKey, 'access')
  const signedOut = await signIn(examiner)
  await app.inject({ method: 'POST', url: '/api/user/logout/', headers: signedOut })

  const nobody = { organization: null, roles: [] } as const
  const user = async (name: string, email: string, roles: AccessActor['roles'], isExaminer = false) => ({
    name,
    headers: await signIn(email),
    organization: email === stranger ? ('other' as const) : ('demo' as const),
    roles,
    email,
    ...(isExaminer && { examiner: email }),
  })
  const deactivated = await signIn('leaver@demo.example')
  await database.shared
    .updateTable('credentials')
    .set({ is_active: false })
    .where('email_key', '=', 'leaver@demo.example')
    .execute()

  return [
    await impersonate(demo, 'helper', 'full'),
    await impersonate(demo, 'recorder', 'recording'),
    await impersonate(demo, 'reviewer', 'review'),
    await impersonate(demo, 'manager2', 'full', ['manager', 'examiner']),
    { name: 'signed out', headers: {}, ...nobody },
    { name: 'with a session that was ended', headers: signedOut, ...nobody },
    { name: 'with an expired token', headers: await resign(accessKey, 24 * 3600_000), ...nobody },
    { name: 'with a forged token', headers: await resign(deriveKey('another secret', 'access'), 0), ...nobody },
    { name: 'deactivated examiner', headers: deactivated, ...nobody },
    await user('no role', 'norole@demo.example', []),
    await user('examiner', examiner, ['examiner'], true),
    await user('other examiner', colleague, ['examiner'], true),
    await user('manager', 'manager@demo.example', ['manager']),
    await user('manager and examiner', 'both@demo.example', ['manager', 'examiner'], true),
    await user('owner', 'owner@demo.example', ['owner', 'manager']),
    await user("other organisation's owner and examiner", stranger, ['owner', 'manager', 'examiner'], true),
  ]
}

const bearer = (access: string) => ({ authorization: `Bearer ${access}` })

/** Somebody new who works as the examiner. */
export async function impersonate(demo: TestApp, name: string, mode: string, roles: readonly Role[] = []) {
  const { app, database, organizationId, signIn } = demo
  const examinerId = await examinerIdOf(demo, examiner)
  const { user_id } = await createPerson(demo, organizationId, { name, roles })
  await database.tenant(organizationId, (tx) =>
    insertGrants(tx, organizationId, user_id!, [{ examiner_id: examinerId, mode }]),
  )
  const url = `/api/user/impersonification/${examinerId}/${mode}/`
  const own = await signIn(`${name}@demo.example`)
  const started = await app.inject({ method: 'POST', url, headers: own })
  return {
    name: `${name}, as the examiner in mode ${mode}`,
    headers: { ...own, ...bearer(started.json().access) },
    organization: 'demo',
    roles: ['examiner'],
    examiner,
    mode,
  } satisfies AccessActor
}

const examinerIdOf = (demo: TestApp, email: string) =>
  demo.database.tenant(demo.organizationId, async (tx) => {
    const found = await tx
      .selectFrom('examiners')
      .innerJoin('users', 'users.id', 'examiners.user_id')
      .select('examiners.id')
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow()
    return found.id
  })

/** A user of an organisation, with the other accounts' password; an examiner and a manager unless said otherwise. */
export async function createPerson(
  { database, clock, localeId }: TestApp,
  organization_id: string,
  { name = randomUUID(), roles = ['examiner', 'manager'] }: { name?: string; roles?: readonly Role[] } = {},
): Promise<Ids> {
  const [user_id, examiner_id, manager_id] = [randomUUID(), randomUUID(), randomUUID()]
  const population_id = randomUUID()
  const email = `${name}@demo.example`
  const owned = { organization_id, user_id }
  const person = { first_name: name, last_name: 'Prueba', email, locale_id: localeId('es-AR') }
  await database.tenant(organization_id, async (tx) => {
    const { password_hash } = await tx.selectFrom('credentials').select('password_hash').executeTakeFirstOrThrow()
    const account = { ...owned, email_key: email, password_hash }
    await tx
      .insertInto('users')
      .values({ id: user_id, organization_id, ...person, created_at: clock.now() })
      .execute()
    await tx.insertInto('credentials').values(account).execute()
    if (roles.includes('examiner'))
      await tx
        .insertInto('examiners')
        .values({ ...owned, id: examiner_id })
        .execute()
    if (roles.includes('manager'))
      await tx
        .insertInto('managers')
        .values({ ...owned, id: manager_id })
        .execute()
    // One of a rule, for the calls that ask for its computation.
    await sql`insert into populations
      (id, organization_id, name, description, source, fill_color, stroke_color, is_synthetic, created_at, rule)
      values (${population_id}, ${organization_id}, ${name}, '', '', '#fff', '#000', false, ${clock.now()}, '{}')`.execute(
      tx,
    )
  })
  return { user_id, examiner_id, manager_id, population_id }
}
