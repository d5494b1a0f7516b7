import {
  accessOf,
  type Feature,
  type OrganizationId,
  type ParticipantId,
  type Route,
  type TakeoutId,
  type UserId,
} from '@fonema/contract'
import { type InsertObject, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { PathParams } from '../platform/http/implement.ts'
import type { Principal } from '../platform/http/principal.ts'
import './tables.ts'

const ofFeature: Partial<Record<Feature, string>> = {
  readProtocolRes: 'results',
  readSurveyRes: 'survey',
  readFiles: 'files',
  downloadProtocolRes: 'export',
  downloadSurveyRes: 'export',
}

/** Calls whose fields are blank for callers without a feature. */
const ofKey: Record<string, Feature> = {
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/': 'readProtocolRes',
  'GET /surveys/responses/{participant_id}/': 'readSurveyRes',
  'GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/': 'readProtocolRes',
}

/** The kind of data that a call returns about a participant, and the feature needed to read it. */
type Read = { subject: string; feature: Feature }

/** The audit entry of a call; undefined for a call without one. */
export function readOf(key: string, { access, params }: Pick<Route, 'access' | 'params'>): Read | undefined {
  const isOfParticipant = key.startsWith('GET ') && 'participant_id' in (params?.shape ?? {})
  const feature = ofKey[key] ?? (isOfParticipant && access !== 'public' ? access.feature : undefined)
  const subject = /\/audio_(src|presigned_url)\/$/.test(key) ? 'audio' : feature && ofFeature[feature]
  return feature && subject ? { subject, feature } : undefined
}

/** Repeated reads within this time, as by a page that polls every ten seconds, make one entry. */
const readingMinutes = 15

/** Records a read before its answer is sent, so that no data leaves without an entry. */
export async function noteRead(
  database: Database,
  principal: Principal,
  { subject, feature }: Read,
  { participant_id, ...ids }: PathParams,
) {
  if (!accessOf(principal, { feature }).granted) return
  const object_id = Object.values(ids).join('/') || (participant_id ?? null)
  const { organization_id, user_id, session_id, examiner_id, mode } = personOf(principal)
  await sql`select note_read(${organization_id}, ${user_id}, ${session_id}, ${examiner_id}, ${mode}, ${subject},
    ${object_id}, ${participant_id ?? null}, ${readingMinutes})`.execute(database.shared)
}

/** Each link to an archive makes an entry. */
export async function noteDownload(
  database: Database,
  principal: Principal,
  takeoutId: TakeoutId,
  participant_id: ParticipantId | null,
) {
  const entry = { action: 'download', subject: 'takeouts', object_id: takeoutId, participant_id }
  await database.tenant(principal.organizationId, (tx) => note(tx, principal, entry))
}

/** A user downloaded the audit log itself. */
export const noteAuditLogDownload = (tx: Tx, principal: Principal) =>
  note(tx, principal, { action: 'download', subject: 'audit_entries' })

/** A user requested work that the product does later in its own name. */
export const noteRequest = (
  tx: Tx,
  principal: Principal,
  subject: 'models' | 'populations' | 'invitations' | 'webhook_endpoints' | 'ehr_patients',
  object_id: string,
) => note(tx, principal, { action: 'request', subject, object_id })

/** A user removed the locks of an account. */
export const noteUnlock = (tx: Tx, principal: Principal, object_id: string) =>
  note(tx, principal, { action: 'unlock', subject: 'credentials', object_id })

/** The one account whose password works although passwords are off was used. */
export const noteBreakGlass = (
  tx: Tx,
  { id, account }: { id: string; account: { user_id: UserId; organization_id: OrganizationId } },
) =>
  tx
    .insertInto('audit_entries')
    .values({
      organization_id: account.organization_id,
      user_id: account.user_id,
      session_id: id,
      action: 'break_glass',
      subject: 'credentials',
      object_id: account.user_id,
    })
    .execute()
    .then(() => undefined)

/** An identity provider signed somebody in whom the organisation does not let in. Nobody is named: they have no account. */
export const noteProviderRefusal = async (
  tx: Tx,
  organization_id: OrganizationId,
  object_id: string,
  reason: string,
) => {
  const entry = { organization_id, action: 'sign_in_failed', subject: 'identity_providers', object_id }
  await tx
    .insertInto('audit_entries')
    .values({ ...entry, new: JSON.stringify({ reason }) })
    .execute()
}

/** A wrong password on an account, by an unknown caller. */
export async function noteFailedSignIn(
  database: Database,
  { user_id, organization_id }: { user_id: UserId; organization_id: OrganizationId },
) {
  const entry = { organization_id, action: 'sign_in_failed', subject: 'sessions', object_id: user_id }
  await database.tenant(organization_id, (tx) => tx.insertInto('audit_entries').values(entry).execute())
}

type Entry = Pick<InsertObject<Tables, 'audit_entries'>, 'action' | 'subject' | 'object_id' | 'participant_id'>

async function note(tx: Tx, principal: Principal, entry: Entry): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ ...personOf(principal), ...entry })
    .execute()
}

export const personOf = ({ organizationId, machine, userId, sessionId, examinerId, impersonation }: Principal) => ({
  organization_id: organizationId,
  // The log has one column for whoever acts.
  user_id: (machine ?? userId) as UserId,
  session_id: sessionId,
  examiner_id: examinerId,
  mode: impersonation?.mode ?? null,
})
