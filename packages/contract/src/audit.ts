import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { CalendarDate, Id, Timestamp } from './fields.ts'
import { routes } from './route.ts'

export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  /** Who really acted; null when the product itself did. */
  user_id: Id.nullable(),
  /** As which examiner. */
  examiner_id: Id.nullable(),
  /** While impersonating. */
  mode: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  object_id: z.string().nullable(),
  participant_id: Id.nullable(),
  /** Null once the participant is erased. */
  participant_code: z.string().nullable(),
  old: z.record(z.string(), z.unknown()).nullable(),
  new: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const word = z
  .string()
  .regex(/^[a-z_]{1,50}$/, 'invalid')
  .optional()

export const auditRoutes = routes({
  'GET /organizations/audit/': {
    summary: 'The audit trail, newest first, as JSON or as CSV',
    access: { role: 'owner', feature: 'admin' },
    rate: 'export',
    csv: true,
    query: z
      .object({
        user_id: Id.optional(),
        participant_id: Id.optional(),
        participant_code: z.string().trim().max(64, 'too_long').optional(),
        action: word,
        subject: word,
        /** Days of the organisation's calendar, the last one included. */
        from: CalendarDate.optional(),
        to: CalendarDate.optional(),
        before: z
          .string()
          .regex(/^\d{1,15}$/, 'invalid')
          .optional(),
        limit: z.coerce.number('invalid').int('invalid').min(1, 'out_of_range').max(10_000, 'out_of_range').optional(),
        format: z.enum(['csv'], 'invalid').optional(),
      })
      // A page of JSON stays below two megabytes; a file may be longer.
      .refine(({ format, limit = 0 }) => format === 'csv' || limit <= 1000, { path: ['limit'], error: 'out_of_range' }),
    responses: { 200: z.array(AuditEntry), 400: BadRequest },
  },
})
