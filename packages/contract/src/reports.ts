import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { Id, requiredText, Timestamp } from './fields.ts'
import { UserId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

const longest = 8000

/** A failure as the browser reports it. It is redacted before it is stored. */
export const NewServerErrorReport = z.strictObject({
  error: z.string('invalid').max(longest, 'too_long'),
  url: z.string('invalid').max(longest, 'too_long'),
  method: z.string('invalid').max(10, 'too_long'),
  /** The body of the failed call, as text. */
  data: z.string('invalid').max(longest, 'too_long'),
  user_comment: requiredText(2000),
})
export type NewServerErrorReport = z.output<typeof NewServerErrorReport>

export const ServerErrorReport = NewServerErrorReport.extend({
  id: Id,
  user: z.object({ id: UserId, first_name: z.string(), last_name: z.string() }),
  date_created: Timestamp,
})

export const reportRoutes = routes({
  'POST /reports/server_error_user_report/': {
    summary: 'Report a failed call with a comment',
    access: {},
    repeatable: true,
    rate: 'export',
    body: NewServerErrorReport,
    responses: { 201: z.object({ id: Id }), 400: BadRequest },
  },
  'GET /reports/server_error_user_report/': {
    summary: 'The failure reports, newest first',
    access: { role: 'owner' },
    query: PageQuery,
    order: ['-id'],
    responses: { 200: z.array(ServerErrorReport) },
  },
})
