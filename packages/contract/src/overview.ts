import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { CalendarDate } from './fields.ts'
import { ExaminerId } from './ids.ts'
import { routes } from './route.ts'

const examiner = { examiner_id: ExaminerId, first_name: z.string(), last_name: z.string() }

/** The clinic's work of the last twelve months, without practice sessions, and what is late now. */
export const Overview = z.object({
  /** From the oldest to the present one, `YYYY-MM` in the organisation's calendar. */
  months: z.array(z.string()),
  /** Completed sessions by examiner and month of completion, archived ones included. */
  sessions: z.array(z.object({ ...examiner, month: z.string(), count: z.int() })),
  /** Recordings that count, by the session's examiner and the name of the microphone. */
  quality: z.array(
    z.object({
      ...examiner,
      /** As the browser names it; null when it sent no name. */
      device: z.string().nullable(),
      recordings: z.int(),
      /** Those with a verdict. */
      judged: z.int(),
      poor: z.int(),
    }),
  ),
  /** Planned visits of active participants whose last possible day has passed, by examiner. */
  overdue: z.array(z.object({ ...examiner, count: z.int(), oldest: CalendarDate })),
  /** Of recordings and files together; without a limit the quota is null. */
  storage: z.object({ used_bytes: z.int(), quota_bytes: z.int().nullable() }),
  /** Recordings with a pending result. */
  waiting: z.int(),
})
export type Overview = z.infer<typeof Overview>

export const overviewRoutes = routes({
  'GET /organizations/overview/': {
    summary:
      'Sessions by examiner and month, quality by microphone, overdue visits, storage and queue; a part of it as CSV',
    access: { role: 'manager', feature: 'admin' },
    scope: 'statistics:read',
    csv: true,
    query: z.object({
      part: z.enum(['sessions', 'quality', 'overdue'], 'invalid').optional(),
      /** With `part`. */
      format: z.enum(['csv'], 'invalid').optional(),
    }),
    responses: { 200: Overview, 400: BadRequest },
  },
})
