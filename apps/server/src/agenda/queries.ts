import type { CalendarEvent } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import '../participants/tables.ts'
import '../responses/tables.ts'
import '../surveys/tables.ts'
import '../content/tables.ts'

type Stretch = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Sessions and surveys that are not archived, of participants that are not, latest first. */
export function listEvents(tx: Tx, examinerId: string, timeZone: string, { from, to }: Stretch) {
  const moment = (bound: string, daysLater: 0 | 1) =>
    bound.length === 'YYYY-MM-DD'.length
      ? sql<Date>`(${bound}::date + ${daysLater}::int)::timestamp at time zone ${timeZone}`
      : new Date(bound)
  const sessions = tx
    .selectFrom('protocol_responses as response')
    .innerJoin('protocols', 'protocols.id', 'response.protocol_id')
    .select(['response.id', 'response.participant_id', 'response.date_created as date', 'protocols.name as title'])
    .select(sql<CalendarEvent['kind']>`'protocolres'`.as('kind'))
    .select(sql<boolean>`response.completed_at is not null`.as('is_completed'))
    .where('response.active', '=', true)
  // A survey is stored when it is complete.
  const surveys = tx
    .selectFrom('survey_responses as response')
    .innerJoin('surveys', 'surveys.id', 'response.survey_id')
    .select(['response.id', 'response.participant_id', 'response.date_created as date', 'surveys.name as title'])
    .select(sql<CalendarEvent['kind']>`'surveyres'`.as('kind'))
    .select(sql<boolean>`true`.as('is_completed'))
    .where('response.active', '=', true)
  return tx
    .selectFrom(sessions.unionAll(surveys).as('event'))
    .innerJoin('participants', 'participants.id', 'event.participant_id')
    .select(['event.id', 'kind', 'title', 'date', 'is_completed', 'participant_id', 'code', 'first_name', 'last_name'])
    .where('participants.examiner_id', '=', examinerId)
    .where('participants.active', '=', true)
    .$if(from !== undefined, (query) => query.where('date', '>=', moment(from!, 0)))
    .$if(to !== undefined, (query) => query.where('date', '<', moment(to!, 1)))
    .orderBy('date', 'desc')
    .orderBy('event.id', 'desc')
    .execute()
}
