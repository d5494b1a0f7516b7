import type { CalendarEvent } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import '../participants/tables.ts'
import '../responses/tables.ts'
import '../surveys/tables.ts'
import '../content/tables.ts'

type Stretch = { readonly from?: string | undefined; readonly to?: string | undefined }

export const listSessions = (tx: Tx, examinerId: string, { from, to }: Stretch) =>
  tx
    .selectFrom('protocol_responses as response')
    .innerJoin('participants', 'participants.id', 'response.participant_id')
    .innerJoin('protocols', 'protocols.id', 'response.protocol_id')
    .select(['response.id', 'protocols.name as title', 'response.date_created as date'])
    .select(['participants.id as participant_id', 'code', 'first_name', 'last_name'])
    .select(sql<CalendarEvent['kind']>`'protocolres'`.as('kind'))
    .select(({ eb }) => eb('response.completed_at', 'is not', null).$castTo<boolean>().as('is_completed'))
    .where('participants.examiner_id', '=', examinerId)
    .where('participants.active', '=', true)
    .where('response.active', '=', true)
    .$if(from !== undefined, (query) => query.where('response.date_created', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('response.date_created', '<', new Date(to!)))
    .execute()

/** A survey is stored when it is complete. */
export const listSurveys = (tx: Tx, examinerId: string, { from, to }: Stretch) =>
  tx
    .selectFrom('survey_responses as response')
    .innerJoin('participants', 'participants.id', 'response.participant_id')
    .innerJoin('surveys', 'surveys.id', 'response.survey_id')
    .select(['response.id', 'surveys.name as title', 'response.date_created as date'])
    .select(['participants.id as participant_id', 'code', 'first_name', 'last_name'])
    .select(sql<CalendarEvent['kind']>`'surveyres'`.as('kind'))
    .select(sql<boolean>`true`.as('is_completed'))
    .where('participants.examiner_id', '=', examinerId)
    .where('participants.active', '=', true)
    .where('response.active', '=', true)
    .$if(from !== undefined, (query) => query.where('response.date_created', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('response.date_created', '<', new Date(to!)))
    .execute()
