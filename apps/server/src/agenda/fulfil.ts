import type { ParticipantId, ProtocolId, SessionId, SurveyId, SurveyResponseId, VisitId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import './tables.ts'

export type Started = {
  participant_id: ParticipantId
  at: Date
  /** The organisation's, for the days of the window. */
  timeZone: string
  /** The visit from which it was started. */
  visit_id?: VisitId | undefined
} & (
  | { protocol_id: ProtocolId; protocol_response_id: SessionId; is_practice: boolean }
  | { survey_id: SurveyId; survey_response_id: SurveyResponseId }
)

/**
 * A started session or a filled-in survey fulfils the visit from which it was started, or else the planned visit whose
 * window contains its day: first one that names this protocol or survey, then the nearest. If a visit was fulfilled on
 * the same day, only visits of that day are left: two sessions of one appointment do not use up the next appointment.
 */
export async function fulfilVisit(tx: Tx, started: Started): Promise<void> {
  if ('is_practice' in started && started.is_practice) return
  const { participant_id, at, timeZone, visit_id } = started
  const names =
    'protocol_id' in started
      ? sql`v.protocol_id is not distinct from ${started.protocol_id}`
      : sql`v.survey_id is not distinct from ${started.survey_id}`
  const local = sql`(${at}::timestamptz at time zone ${timeZone})::date`
  const day = sql`(v.planned_at at time zone ${timeZone})::date`
  const isMeant =
    visit_id === undefined
      ? sql`v.state = 'planned' and ${local} between ${day} - v.tolerance_days and ${day} + v.tolerance_days
          and (${day} = ${local} or not exists (select from visits done
            where done.participant_id = v.participant_id and (done.done_at at time zone ${timeZone})::date = ${local}))`
      : sql`v.id = ${visit_id}`
  const { rows } = await sql<{ id: VisitId; state: string }>`
    select v.id, v.state from visits v where v.participant_id = ${participant_id} and ${isMeant}
    order by ${names} desc, abs(extract(epoch from v.planned_at - ${at}::timestamptz)), v.id limit 1
    for update`.execute(tx)
  const [visit] = rows
  if (visit === undefined) {
    if (visit_id !== undefined) throw new InvalidFields({ visit_id: ['invalid'] })
    return
  }
  // Started from a visit that is already done or cancelled: it stays as it is.
  if (visit.state !== 'planned') return
  const by =
    'protocol_id' in started
      ? { protocol_response_id: started.protocol_response_id }
      : { survey_response_id: started.survey_response_id }
  await tx
    .updateTable('visits')
    .set({ ...by, state: 'done', done_at: at })
    .where('id', '=', visit.id)
    .execute()
}
