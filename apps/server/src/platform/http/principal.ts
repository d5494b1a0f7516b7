import type { Actor } from '@fonema/contract'

/** Who makes a call, as the session and the database say at this moment. */
export type Principal = Actor & {
  userId: string
  organizationId: string
  sessionId: string
  /** As whom the user works; null when that is no examiner. */
  examinerId: string | null
  managerId: string | null
  /** Whose work the user does, and in which mode; null in a session of one's own. */
  impersonation: { examiner_id: string; mode: string } | null
  timeZone: string
}

/** A principal whose route asks for the role of an examiner. */
export type Examiner = Principal & { examinerId: string }
