import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { CalendarDate, Timestamp } from './fields.ts'
import { ExaminerId, ParticipantId, UserId } from './ids.ts'
import { PageQuery, pageLimit } from './pages.ts'
import { routes } from './route.ts'

export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  /** The user or the service account that acted; null for the product itself. */
  user_id: UserId.nullable(),
  /** The name of the service account that acted; null when a person did. */
  service_account: z.string().nullable(),
  /** The name of the directory's key (SCIM) that acted; null when a person did. */
  directory: z.string().nullable(),
  /** The examiner in whose name the user acted. */
  examiner_id: ExaminerId.nullable(),
  /** Set during an impersonation. */
  mode: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  object_id: z.string().nullable(),
  participant_id: ParticipantId.nullable(),
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
    summary: 'The audit log, newest first, as JSON or CSV',
    access: { role: 'owner', feature: 'admin' },
    rate: 'export',
    csv: true,
    query: z
      .object({
        user_id: UserId.optional(),
        participant_id: ParticipantId.optional(),
        participant_code: z.string().trim().max(64, 'too_long').optional(),
        action: word,
        subject: word,
        /** Days in the organisation's calendar; the last one is included. */
        from: CalendarDate.optional(),
        to: CalendarDate.optional(),
        before: z
          .string()
          .regex(/^\d{1,15}$/, 'invalid')
          .optional(),
        ...PageQuery.shape,
        limit: pageLimit(10_000),
        format: z.enum(['csv'], 'invalid').optional(),
      })
      // A page of JSON stays below two megabytes; a CSV file may be longer.
      .refine(({ format, limit = 0 }) => format === 'csv' || limit <= 1000, { path: ['limit'], error: 'out_of_range' }),
    order: ['-id'],
    responses: { 200: z.array(AuditEntry), 400: BadRequest },
  },
})
