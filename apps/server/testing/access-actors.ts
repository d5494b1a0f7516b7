import { randomUUID } from 'node:crypto'
import {
  type CampaignId,
  type ExaminerId,
  type ItemId,
  type ManagerId,
  type OrganizationId,
  type ParticipantId,
  type SessionId,
  standardSettings,
  type UserId,
} from '@fonema/contract'
import { sql } from 'kysely'
import { createAccessTokens } from '../src/auth/tokens.ts'
import { insertGrants } from '../src/organization/examiners.ts'
import { newId } from '../src/platform/ids.ts'
import { deriveKey } from '../src/platform/keys.ts'
import { insertCampaign } from './campaign.ts'
import type { TestApp } from './open-app.ts'
import { insertDraft } from './protocol-draft.ts'
import { insertSurveyDraft } from './survey-draft.ts'
import { insertWebhook } from './webhook.ts'

/** By the name of the path's parameter. */
export type Ids = Record<string, string> & {
  participant_id?: ParticipantId
  protocol_res_id?: SessionId
  protocol_item_id?: ItemId
  user_id?: UserId
  examiner_id?: ExaminerId
  manager_id?: ManagerId
}
export type Organization = 'demo' | 'other'
type Role = 'examiner' | 'manager'

export type AccessActor = {
  name: string
  headers: Record<string, string>
  /** Null for an actor without a valid session. */
  organization: Organization | null
  roles: readonly ('examiner' | 'manager' | 'owner')[]
  /** The user of the session, if it is not an impersonation. */
  email?: string
  /** The examiner whose participants the actor reaches. */
  examiner?: string
  mode?: string
}

export const examiner = 'examiner@demo.example'
export const colleague = 'colleague@demo.example'
export const stranger = 'examiner@other.example'

export async function createActors(demo: TestApp): Promise<AccessActor[]> {
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

/** Creates a user who works as the examiner. */
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

export const examinerIdOf = (demo: TestApp, email: string) =>
  demo.database.tenant(demo.organizationId, async (tx) => {
    const found = await tx
      .selectFrom('examiners')
      .innerJoin('users', 'users.id', 'examiners.user_id')
      .select('examiners.id')
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow()
    return found.id
  })

/** Creates a user of an organisation, with the other accounts' password. By default an examiner and a manager. */
export async function createPerson(
  demo: TestApp,
  organization_id: OrganizationId,
  { name = randomUUID(), roles = ['examiner', 'manager'] }: { name?: string; roles?: readonly Role[] } = {},
): Promise<Ids> {
  const { database, clock, localeId } = demo
  const [user_id, examiner_id, manager_id] = [newId<UserId>(), newId<ExaminerId>(), newId<ManagerId>()]
  const [population_id, template_id] = [randomUUID(), randomUUID()]
  const [draft_id, survey_draft_id, package_id] = [randomUUID(), randomUUID(), randomUUID()]
  const campaign_id = newId<CampaignId>()
  const [webhook_id, delivery_id, scim_token_id] = [randomUUID(), randomUUID(), randomUUID()]
  const record_server_id = randomUUID()
  const [service_account_id, service_account_key_id] = [randomUUID(), randomUUID()]
  const [provider_id, link_id, ehr_id] = [randomUUID(), randomUUID(), randomUUID()]
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
    // A population with a rule, for the calls that request its computation.
    await sql`insert into populations
      (id, organization_id, name, description, source, fill_color, stroke_color, is_synthetic, created_at, rule)
      values (${population_id}, ${organization_id}, ${name}, '', '', '#fff', '#000', false, ${clock.now()}, '{}')`.execute(
      tx,
    )
    await sql`insert into report_templates (id, organization_id, name, settings, updated_at)
      values (${template_id}, ${organization_id}, ${name}, ${JSON.stringify(standardSettings)}, ${clock.now()})`.execute(
      tx,
    )
    await insertDraft(tx, { id: draft_id, organization_id, user_id, now: clock.now() })
    await insertSurveyDraft(tx, { id: survey_draft_id, organization_id, user_id, now: clock.now() })
    await sql`insert into packages (id, organization_id, name, surveys, protocols, created_at)
      values (${package_id}, ${organization_id}, ${name}, '{}', '{}', ${clock.now()})`.execute(tx)
    // An ended one: an organisation has at most one other.
    await insertCampaign(tx, { id: campaign_id, organization_id, user_id, state: 'ended', now: clock.now() })
    await insertWebhook(demo, tx, { webhook_id, delivery_id, record_server_id, organization_id })
    await sql`insert into scim_tokens (id, organization_id, name, hash, created_at, created_by)
      values (${scim_token_id}, ${organization_id}, ${name}, ${Buffer.from(scim_token_id)}, ${clock.now()}, ${user_id})`.execute(
      tx,
    )
    await sql`insert into service_accounts
      (id, organization_id, name, scopes, networks, created_at, created_by)
      values (${service_account_id}, ${organization_id}, ${name}, '{results:read}', '{}', ${clock.now()}, ${user_id})`.execute(
      tx,
    )
    await sql`insert into service_account_keys
      (id, organization_id, service_account_id, hash, ending, created_at, created_by, expires_at)
      values (${service_account_key_id}, ${organization_id}, ${service_account_id},
        ${Buffer.from(service_account_key_id)}, 'abcd', ${clock.now()}, ${user_id}, ${clock.now()}::timestamptz + interval '1 day')`.execute(
      tx,
    )
    // Nothing listens at this address.
    await sql`insert into identity_providers
      (id, organization_id, name, issuer, client_id, scope, created_at, changed_at)
      values (${provider_id}, ${organization_id}, ${name}, 'http://127.0.0.1:1', 'x', 'openid', ${clock.now()},
        ${clock.now()})`.execute(tx)
    await sql`insert into provider_secrets values (${provider_id}, ${organization_id}, '')`.execute(tx)
    await sql`insert into ehrs (id, organization_id, provider_id, name, iss, client_id, created_at)
      values (${ehr_id}, ${organization_id}, ${provider_id}, ${name}, 'https://192.88.98.1/fhir', 'x', ${clock.now()})`.execute(
      tx,
    )
    await sql`insert into provider_links (id, organization_id, provider_id, user_id, subject, state, created_at)
      values (${link_id}, ${organization_id}, ${provider_id}, ${user_id}, 'x', 'asked', ${clock.now()})`.execute(tx)
  })
  const made = {
    population_id,
    template_id,
    draft_id,
    survey_draft_id,
    package_id,
    campaign_id,
    webhook_id,
    record_server_id,
    delivery_id,
    service_account_id,
    service_account_key_id,
    scim_token_id,
    provider_id,
    ehr_id,
    link_id,
  }
  return { user_id, examiner_id, manager_id, ...made }
}
