import type { CalendarEvent, ExaminerId, ProtocolId, SurveyId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Page } from '../platform/http/pages.ts'
import '../participants/tables.ts'
import '../responses/tables.ts'
import '../surveys/tables.ts'
import '../content/tables.ts'

type Stretch = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Active sessions and surveys of active participants. */
export function listEvents(tx: Tx, page: Page, examinerId: ExaminerId, timeZone: string, { from, to }: Stretch) {
  const moment = (bound: string, daysLater: 0 | 1) =>
    bound.length === 'YYYY-MM-DD'.length
      ? sql<Date>`(${bound}::date + ${daysLater}::int)::timestamp at time zone ${timeZone}`
      : new Date(bound)
  // Two tables without conditions, so that the database reads both by time and stops at the end of the page.
  const sessions = tx
    .selectFrom('protocol_responses as response')
    .select(['participant_id', 'date_created as date', 'active'])
    .select(({ ref }) => ref('protocol_id').$castTo<ProtocolId | null>().as('protocol_id'))
    .select(sql<SurveyId | null>`null::uuid`.as('survey_id'))
    .select(({ ref }) => ref('response.id').$castTo<string>().as('id'))
    .select(sql<CalendarEvent['kind']>`'protocolres'`.as('kind'))
    .select(sql<boolean>`completed_at is not null`.as('is_completed'))
  // Only complete surveys are stored.
  const surveys = tx
    .selectFrom('survey_responses as response')
    .select(['participant_id', 'date_created as date', 'active'])
    .select(sql<ProtocolId | null>`null::uuid`.as('protocol_id'))
    .select(({ ref }) => ref('survey_id').$castTo<SurveyId | null>().as('survey_id'))
    .select(({ ref }) => ref('response.id').$castTo<string>().as('id'))
    .select(sql<CalendarEvent['kind']>`'surveyres'`.as('kind'))
    .select(sql<boolean>`true`.as('is_completed'))
  const events = tx
    .selectFrom(sessions.unionAll(surveys).as('event'))
    .innerJoin('participants', 'participants.id', 'event.participant_id')
    .leftJoin('protocols', 'protocols.id', 'event.protocol_id')
    .leftJoin('surveys', 'surveys.id', 'event.survey_id')
    .select(['event.id', 'kind', 'date', 'is_completed', 'participant_id', 'code', 'first_name', 'last_name'])
    .select(sql<string>`coalesce(protocols.name, surveys.name)`.as('title'))
    .where('event.active', '=', true)
    .where('participants.examiner_id', '=', examinerId)
    .where('participants.active', '=', true)
    .$if(from !== undefined, (query) => query.where('date', '>=', moment(from!, 0)))
    .$if(to !== undefined, (query) => query.where('date', '<', moment(to!, 1)))
  return page.read(tx, events)
}
