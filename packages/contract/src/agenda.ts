import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { CalendarDate, Id, Timestamp } from './fields.ts'
import { ParticipantId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

/** A session or a survey response, on the day on which it was started. */
export const CalendarEvent = z.object({
  id: Id,
  kind: z.enum(['protocolres', 'surveyres']),
  /** The name of the protocol or survey. */
  title: z.string(),
  date: Timestamp,
  participant: z.object({
    id: ParticipantId,
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
    summary: 'Sessions and surveys of the examiner’s participants, latest first, without archived ones',
    access: { role: 'examiner' },
    /** A date is in the organisation's calendar, and `to` includes it. A time as `to` is excluded. */
    query: z.object({ from: bound, to: bound, ...PageQuery.shape }),
    order: ['-date', '-id'],
    responses: { 200: z.array(CalendarEvent), 400: BadRequest },
  },
})
