import type { Requirement, Route } from '@fonema/contract'
import type { Database } from '../platform/database/database.ts'
import type { Principal } from '../platform/http/principal.ts'
import './tables.ts'

const ofFeature: Partial<Record<NonNullable<Requirement['feature']>, string>> = {
  readProtocolRes: 'results',
  readSurveyRes: 'survey',
  readFiles: 'files',
  downloadProtocolRes: 'export',
  downloadSurveyRes: 'export',
}

/** What of a participant a call hands out, for the trail; undefined for a call that is not noted. */
export function readOf(key: string, { access, params }: Pick<Route, 'access' | 'params'>): string | undefined {
  if (!key.startsWith('GET ') || access === 'public' || !('participant_id' in (params?.shape ?? {}))) return undefined
  if (/\/audio_(src|presigned_url)\/$/.test(key)) return 'audio'
  // Open to whoever records, who reads what was recorded with it.
  if (key === 'GET /protocols/responses/{participant_id}/{protocol_res_id}/') return 'results'
  return access.feature && ofFeature[access.feature]
}

/** Notes that somebody was handed something; before it is sent, so that nothing leaves without its entry. */
export async function noteRead(
  database: Database,
  principal: Principal,
  subject: string,
  { participant_id, ...ids }: Record<string, string>,
) {
  await database.tenant(principal.organizationId, (tx) =>
    tx
      .insertInto('audit_entries')
      .values({
        organization_id: principal.organizationId,
        user_id: principal.userId,
        session_id: principal.sessionId,
        examiner_id: principal.examinerId,
        mode: principal.impersonation?.mode ?? null,
        action: 'read',
        subject,
        participant_id: participant_id ?? null,
        object_id: Object.values(ids).join('/') || (participant_id ?? null),
      })
      .execute(),
  )
}
