import { randomUUID } from 'node:crypto'
import type { ParticipantId, ReportId, SessionId } from '@fonema/contract'
import { sql } from 'kysely'
import type { TestApp } from './open-app.ts'
import { formOf, startTestSession, toneWav } from './recordings.ts'
import { password } from './template.ts'

type Headers = { authorization: string }

type OfSession = { participant_id: ParticipantId; protocol_res_id: SessionId }

/** Completes a session, or opens it again. */
export async function setCompleted(demo: TestApp, headers: Headers, { protocol_res_id }: OfSession, at: Date | null) {
  const { organization } = (await demo.app.inject({ url: '/api/user/user_info/', headers })).json()
  await demo.database.tenant(organization.id, (tx) =>
    sql`update protocol_responses set completed_at = ${at} where id = ${protocol_res_id}`.execute(tx),
  )
}

/** Ends every analysis that waits: a report is made only when nothing is still being measured. */
export async function endAnalyses(demo: TestApp, headers: Headers) {
  const { organization } = (await demo.app.inject({ url: '/api/user/user_info/', headers })).json()
  await demo.database.tenant(organization.id, (tx) =>
    sql`update feature_results set status = 'failed', error = 'crashed' where status = 'pending'`.execute(tx),
  )
}

/** A draft about a complete session. */
export async function draftOf(
  demo: TestApp,
  headers: Headers,
  { participant_id, protocol_res_id }: OfSession,
  more: Record<string, string> = {},
) {
  await endAnalyses(demo, headers)
  const payload = { session: protocol_res_id, language: 'es', ...more }
  const url = `/api/clinical_reports/${participant_id}/`
  const answer = await demo.app.inject({ method: 'POST', url, headers, payload })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json() as { id: ReportId; number: string }
}

/** A participant with a recorded item and a draft about the session. */
export async function freshDraft(demo: TestApp, headers: Headers, more: Record<string, string> = {}) {
  const started = await startTestSession(demo, headers, randomUUID())
  const form = formOf(toneWav(4))
  const url = started.itemUrl(started.items[0]!)
  await demo.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...headers, ...form.headers } })
  const ids: OfSession = { participant_id: started.participant.id, protocol_res_id: started.session.id }
  await setCompleted(demo, headers, ids, demo.clock.now())
  const { id, number } = await draftOf(demo, headers, ids, more)
  return {
    ...started,
    number,
    url: `/api/clinical_reports/${ids.participant_id}/${id}/`,
    ids: { ...ids, report_id: id },
  }
}

export const signWith = (demo: TestApp, headers: Headers, url: string, body: object = {}) =>
  demo.app.inject({ method: 'POST', url: `${url}sign/`, headers, payload: { based_on: 1, password, ...body } })
