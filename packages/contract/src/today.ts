import { z } from 'zod'
import { ApiError } from './errors.ts'
import { CalendarDate, Timestamp } from './fields.ts'
import { ReportId, SessionId } from './ids.ts'
import { ResponseParams } from './responses.ts'
import { routes } from './route.ts'
import { ListedParticipant, Visit } from './visits.ts'

/** Each list has at most so many rows; `count` counts all. */
export const todayRows = 50

/** Results of older sessions are not offered as unread. */
export const unreadDays = 30

const part = <Row extends z.ZodType>(row: Row) => z.object({ count: z.int(), rows: z.array(row) })

const session = {
  session: SessionId,
  participant: ListedParticipant,
  protocol: z.string(),
  started_at: Timestamp,
}

/** What an examiner has to do today. */
export const Today = z.object({
  /** The organisation's calendar day. */
  day: CalendarDate,
  /** Overdue visits and those of today, earliest first. */
  visits: part(Visit),
  /** Sessions that can be resumed, newest first. */
  unfinished: part(z.object({ ...session, answered: z.int(), items: z.int() })),
  /** Finished sessions whose results this user has not opened, newest first. */
  unread: part(z.object(session)),
  /** Drafts of clinical reports, newest first. */
  drafts: part(
    z.object({
      report: ReportId,
      number: z.string(),
      participant: ListedParticipant,
      protocol: z.string(),
      created_at: Timestamp,
    }),
  ),
})
export type Today = z.infer<typeof Today>

export const todayRoutes = routes({
  'GET /today/': {
    summary: 'What the examiner has to do today: visits, unfinished sessions, unread results and drafts',
    access: { role: 'examiner' },
    responses: { 200: Today },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/read/': {
    summary: "Note that the user has opened a session's results",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ResponseParams,
    responses: { 204: null, 404: ApiError },
  },
})
