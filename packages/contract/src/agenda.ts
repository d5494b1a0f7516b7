import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { CalendarDate, Id, Timestamp } from './fields.ts'
import { routes } from './route.ts'

/** A session or a survey, on the day on which it was begun. */
export const CalendarEvent = z.object({
  id: Id,
  kind: z.enum(['protocolres', 'surveyres']),
  /** The protocol's or the survey's name. */
  title: z.string(),
  date: Timestamp,
  participant: z.object({
    id: Id,
    code: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
  }),
  is_completed: z.boolean(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

const bound = z.union([CalendarDate, z.iso.datetime({ offset: true })], 'invalid').optional()

export const agendaRoutes = routes({
  'GET /calendar_events/': {
    summary: 'Sessions and surveys of the examiner’s participants that are not archived, latest first',
    access: { role: 'examiner' },
    /** A day is one of the organisation's calendar, and `to` includes it. A moment of `to` is not included. */
    query: z.object({ from: bound, to: bound }),
    responses: { 200: z.array(CalendarEvent), 400: BadRequest },
  },
})
