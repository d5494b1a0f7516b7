import { z } from 'zod'
import { ApiError } from './errors.ts'
import { Timestamp } from './fields.ts'
import { routes } from './route.ts'

/** `created_at`: since when the present address works; null: there is none. */
export const CalendarFeed = z.object({ created_at: Timestamp.nullable() })
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const NewCalendarFeed = z.object({
  created_at: Timestamp,
  /** Contains the token, so it is answered only once. */
  address: z.url(),
})
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

/** A calendar of one's own visits for other programs. The calls for the address are about the user who signed in. */
export const calendarFeedRoutes = routes({
  'GET /user/calendar_feed/': {
    summary: 'Whether one’s own calendar has an address, and since when',
    access: {},
    responses: { 200: CalendarFeed },
  },
  'POST /user/calendar_feed/': {
    summary: 'A new address of one’s own calendar; the earlier one stops working',
    access: {},
    responses: { 201: NewCalendarFeed },
  },
  'DELETE /user/calendar_feed/': {
    summary: 'Remove the address of one’s own calendar',
    access: {},
    responses: { 204: null },
  },
  'GET /calendar_feed/{token}/visits.ics': {
    summary: 'The visits of an examiner as iCalendar (RFC 5545): participant codes, no names',
    access: 'public',
    rate: 'refresh',
    params: z.object({ token: z.string().max(100, 'invalid') }),
    responses: { 200: 'bytes', 404: ApiError },
  },
})
