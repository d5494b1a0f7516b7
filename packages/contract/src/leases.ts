import { z } from 'zod'
import { ApiError } from './errors.ts'
import { Id, Timestamp } from './fields.ts'
import { PersonName } from './people.ts'

/**
 * `holder`: an id that a page generates for itself. `succeeds`: the id of a page of the same browser that has ended; its
 * lease goes to `holder`. `take_over` takes the lease from any page.
 */
export const LeaseRequest = z.strictObject({
  holder: Id,
  succeeds: Id.optional(),
  take_over: z.boolean('invalid').optional(),
})
export type LeaseRequest = z.infer<typeof LeaseRequest>

/** The right to record a session, for one page at a time. Renew it well before it expires. */
export const Lease = z.object({ holder: Id, expires_at: Timestamp })
export type Lease = z.infer<typeof Lease>

/** Sent with the code `recording_elsewhere`: the user whose page records, and since when. */
export const RecordingElsewhere = ApiError.extend({
  recorded_by: PersonName,
  since: Timestamp,
  expires_at: Timestamp,
})
export type RecordingElsewhere = z.infer<typeof RecordingElsewhere>
