import type {
  ExaminerId,
  ParticipantId,
  ProtocolId,
  SurveyId,
  Visit,
  VisitId,
  VisitSeriesId,
  VisitState,
} from '@fonema/contract'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Page } from '../platform/http/pages.ts'
import './tables.ts'

export type VisitRow = {
  id: VisitId
  participant_id: ParticipantId
  code: string
  first_name: string | null
  last_name: string | null
  protocol_id: ProtocolId | null
  protocol_name: string | null
  survey_id: SurveyId | null
  survey_name: string | null
  planned_at: Date
  date: string
  time: string
  tolerance_days: number
  duration_min: number | null
  note: string | null
  state: VisitState
  series_id: VisitSeriesId | null
  position: number | null
  times: number | null
  protocol_response_id: string | null
  survey_response_id: string | null
}

/** What every change of a visit writes: calendars that hold a copy compare it. */
export const changedAt = (now: Date) => ({ changed_at: now, revision: sql<number>`visits.revision + 1` })

/** A day and time of a time zone as a moment. */
export const momentOf = (timeZone: string, day: string, time: string): RawBuilder<Date> =>
  sql<Date>`((${day}::date + ${time}::time) at time zone ${timeZone})`

export type Calendar = { timeZone: string; today: string }

/** Visits with what is shown of them. `where` may use the names `v` (visits) and `p` (participants). */
const visits = ({ timeZone, today }: Calendar, where: RawBuilder<unknown>): Expression<VisitRow> => sql<VisitRow>`
  (select v.id, v.participant_id, p.code, p.first_name, p.last_name, v.protocol_id, protocols.name as protocol_name,
    v.survey_id, surveys.name as survey_name, v.planned_at, (v.planned_at at time zone ${timeZone})::date::text as date,
    to_char(v.planned_at at time zone ${timeZone}, 'HH24:MI') as time, v.tolerance_days, v.duration_min, v.note,
    ${stateOf(timeZone, today)} as state, v.series_id, v.position, visit_series.times, v.protocol_response_id,
    v.survey_response_id
  from visits v
    join participants p on p.id = v.participant_id
    left join protocols on protocols.id = v.protocol_id
    left join surveys on surveys.id = v.survey_id
    left join visit_series on visit_series.id = v.series_id
  where ${where})`

const stateOf = (timeZone: string, today: string) => sql<VisitState>`
  case when v.state = 'planned' and (v.planned_at at time zone ${timeZone})::date + v.tolerance_days < ${today}::date
    then 'overdue' else v.state end`

type Stretch = { from?: string | undefined; to?: string | undefined; state?: VisitState | undefined }

export function listVisits(tx: Tx, page: Page, examinerId: ExaminerId, calendar: Calendar, stretch: Stretch) {
  const conditions = [sql`p.examiner_id = ${examinerId} and p.active`]
  const { timeZone, today } = calendar
  if (stretch.from !== undefined) conditions.push(sql`v.planned_at >= ${momentOf(timeZone, stretch.from, '00:00')}`)
  if (stretch.to !== undefined)
    conditions.push(sql`v.planned_at < ((${stretch.to}::date + 1)::timestamp at time zone ${timeZone})`)
  if (stretch.state !== undefined) conditions.push(sql`${stateOf(timeZone, today)} = ${stretch.state}`)
  return page.read(tx, visits(calendar, sql.join(conditions, sql` and `)))
}

export const listVisitsOf = (tx: Tx, page: Page, calendar: Calendar, participantId: ParticipantId) =>
  page.read(tx, visits(calendar, sql`v.participant_id = ${participantId}`))

export async function findVisit(tx: Tx, calendar: Calendar, participantId: ParticipantId, id: VisitId) {
  const found = visits(calendar, sql`v.participant_id = ${participantId} and v.id = ${id}`)
  return (await sql<VisitRow>`select * from ${found} as found`.execute(tx)).rows[0]
}

/** How many visits of each examiner's active participants are overdue, and since when, for the managers. */
export async function countOverdue(tx: Tx, { timeZone, today }: Calendar) {
  const { rows } = await sql<{
    examiner_id: ExaminerId
    first_name: string
    last_name: string
    count: number
    oldest: string
  }>`
    select e.id as examiner_id, u.first_name, u.last_name, count(*)::int as count,
      min((v.planned_at at time zone ${timeZone})::date)::text as oldest
    from visits v
      join participants p on p.id = v.participant_id and p.active
      join examiners e on e.id = p.examiner_id
      join users u on u.id = e.user_id
    where ${stateOf(timeZone, today)} = 'overdue'
    group by e.id, u.id order by u.last_name, u.first_name, e.id`.execute(tx)
  return rows
}

/** Visits that are due: planned for today, or overdue. */
export async function listDue(tx: Tx, examinerId: ExaminerId, calendar: Calendar): Promise<VisitRow[]> {
  const { timeZone, today } = calendar
  const due = visits(
    calendar,
    sql`p.examiner_id = ${examinerId} and p.active and v.state = 'planned'
      and (${stateOf(timeZone, today)} = 'overdue' or (v.planned_at at time zone ${timeZone})::date = ${today}::date)`,
  )
  return (await sql<VisitRow>`select * from ${due} as due order by planned_at, id`.execute(tx)).rows
}

/** When each participant was last recorded, and the newest unfinished session. Practice does not count. */
export const participantActivity = (examinerId: ExaminerId, participants: readonly string[] | undefined) =>
  sql<{ participant: ParticipantId; last_session: Date | null; unfinished: string | null }>`
    (select p.id as participant, max(r.date_created) as last_session,
      (array_agg(r.id order by r.id desc) filter (where r.completed_at is null))[1] as unfinished
    from participants p
      join protocol_responses r on r.participant_id = p.id and r.active
      join protocols on protocols.id = r.protocol_id and not protocols.is_practice
    where p.examiner_id = ${examinerId}
      ${participants === undefined ? sql`` : sql`and p.id = any(${participants}::uuid[])`}
    group by p.id)`

export function toVisit(row: VisitRow): Visit {
  const { id, code, first_name, last_name, planned_at, date, time, tolerance_days, duration_min, note, state } = row
  const by = row.protocol_response_id ?? row.survey_response_id
  return {
    id,
    participant: { id: row.participant_id, code, first_name, last_name },
    protocol: row.protocol_id === null ? null : { id: row.protocol_id, name: row.protocol_name ?? '' },
    survey: row.survey_id === null ? null : { id: row.survey_id, name: row.survey_name ?? '' },
    planned_at: planned_at.toISOString(),
    date,
    time,
    tolerance_days,
    duration_min,
    note,
    state,
    series: row.series_id === null ? null : { id: row.series_id, position: row.position!, count: row.times! },
    fulfilled_by:
      by === null ? null : { kind: row.protocol_response_id === null ? 'surveyres' : 'protocolres', id: by },
  }
}
