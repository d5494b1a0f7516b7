import type { NewVisit, ParticipantId, Visit, VisitChanges, VisitId, VisitSeriesId } from '@fonema/contract'
import { type RawBuilder, sql } from 'kysely'
import { requireActiveParticipant } from '../participants/service.ts'
import { type Clock, dayIn } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import { listAssigned } from '../protocols/queries.ts'
import { assignedSurveys } from '../surveys/queries.ts'
import { addDays, daysBetween, seriesDays, shortestGapDays } from './visit-days.ts'
import { type Calendar, changedAt, findVisit, momentOf, toVisit, type VisitRow } from './visit-queries.ts'

type VisitPath = { participant_id: ParticipantId; visit_id: VisitId }

/** How far ahead a visit may be planned. */
const farthestDays = 3660

export const calendarOf = ({ ownTimeZone: timeZone }: Pick<Examiner, 'ownTimeZone'>, clock: Clock): Calendar => ({
  timeZone,
  today: dayIn(timeZone, clock.now()),
})

async function requireVisit(tx: Tx, calendar: Calendar, path: VisitPath): Promise<VisitRow> {
  const found = await findVisit(tx, calendar, path.participant_id, path.visit_id)
  if (found === undefined) throw new AppError('not_found')
  return found
}

export async function planVisit(
  clock: Clock,
  tx: Tx,
  examiner: Examiner,
  participantId: ParticipantId,
  { date, time, repeat, ...plan }: NewVisit,
): Promise<Visit> {
  await requireActiveParticipant(tx, examiner, participantId)
  const calendar = calendarOf(examiner, clock)
  await checkPlan(tx, examiner, calendar, { date, ...plan })
  const tolerance_days = plan.tolerance_days ?? 0
  if (repeat && 2 * tolerance_days > shortestGapDays(repeat))
    throw new InvalidFields({ tolerance_days: ['out_of_range'] })

  const now = clock.now()
  const made = {
    organization_id: examiner.organizationId,
    participant_id: participantId,
    created_at: now,
    created_by: examiner.userId,
  }
  const seriesId = repeat ? newId<VisitSeriesId>(now) : null
  if (repeat && seriesId !== null)
    await tx
      .insertInto('visit_series')
      .values({ ...made, ...repeat, id: seriesId })
      .execute()
  const days = repeat ? seriesDays(date, repeat) : [date]
  const rows = days.map((day, i) => ({
    ...made,
    ...plan,
    id: newId<VisitId>(now),
    tolerance_days,
    series_id: seriesId,
    position: seriesId === null ? null : i + 1,
    planned_at: momentOf(calendar.timeZone, day, time),
  }))
  await tx.insertInto('visits').values(rows).execute()
  return toVisit(await requireVisit(tx, calendar, { participant_id: participantId, visit_id: rows[0]!.id }))
}

/** Changes a visit, or this and the following planned ones of its series. */
export async function changeVisit(
  clock: Clock,
  tx: Tx,
  examiner: Examiner,
  path: VisitPath,
  { scope, date, time, state, ...plan }: VisitChanges,
): Promise<Visit> {
  await requireActiveParticipant(tx, examiner, path.participant_id)
  const calendar = calendarOf(examiner, clock)
  await tx.selectFrom('visits').select('id').where('id', '=', path.visit_id).forUpdate().execute()
  const stored = await requireVisit(tx, calendar, path)
  if (date === undefined && time === undefined && state === undefined && Object.keys(plan).length === 0)
    throw new InvalidFields({ non_field_errors: ['empty_data'] })
  // An unchanged day may lie in the past: an overdue visit stays editable.
  await checkPlan(tx, examiner, calendar, { ...(date !== stored.date && { date }), ...plan })
  const isSeries = scope === 'following' && stored.series_id !== null
  if (isSeries && state === 'done') throw new InvalidFields({ scope: ['invalid'] })

  const moves = date === undefined ? 0 : daysBetween(stored.date, date)
  const change = {
    ...changedAt(clock.now()),
    ...plan,
    ...((moves !== 0 || time !== undefined) && { planned_at: moved(calendar.timeZone, moves, time) }),
    ...(state !== undefined && stateChange(clock, stored, state)),
  }
  const update = tx.updateTable('visits').set(change)
  if (isSeries)
    await update
      .where('series_id', '=', stored.series_id)
      .where('position', '>=', stored.position)
      .where(({ or, eb }) => or([eb('state', '=', 'planned'), eb('id', '=', stored.id)]))
      .execute()
  else await update.where('id', '=', stored.id).execute()
  return toVisit(await requireVisit(tx, calendar, path))
}

/** The moment of a row, moved by days; with a time, at that time of the organisation's day. */
function moved(timeZone: string, days: number, time: string | undefined): RawBuilder<Date> {
  const local = sql`(planned_at at time zone ${timeZone})`
  const clockTime = time === undefined ? sql`${local}::time` : sql`${time}::time`
  return sql<Date>`((${local}::date + ${days}::int + ${clockTime}) at time zone ${timeZone})`
}

function stateChange(clock: Clock, stored: VisitRow, state: 'planned' | 'done' | 'cancelled') {
  if (state === 'done') return stored.state === 'done' ? {} : { state, done_at: clock.now() }
  return { state, done_at: null, protocol_response_id: null, survey_response_id: null }
}

type Checked = Pick<VisitChanges, 'date' | 'protocol_id' | 'survey_id'>

async function checkPlan(tx: Tx, examiner: Examiner, { today }: Calendar, { date, protocol_id, survey_id }: Checked) {
  if (date !== undefined && (date < today || date > addDays(today, farthestDays)))
    throw new InvalidFields({ date: ['out_of_range'] })
  if (protocol_id != null) {
    const assigned = await listAssigned(tx, examiner.examinerId)
    if (!assigned.some(({ id }) => id === protocol_id)) throw new InvalidFields({ protocol_id: ['invalid'] })
  }
  if (survey_id != null) {
    const found = assignedSurveys(tx, examiner.examinerId).where('surveys.id', '=', survey_id)
    if ((await found.executeTakeFirst()) === undefined) throw new InvalidFields({ survey_id: ['invalid'] })
  }
}
