import type { Actor, ExaminerId, ManagerId, OrganizationId, UserId, UserInfo } from '@fonema/contract'

/** The user and the rights behind a call, read from the session and the database for each call. */
export type Principal = Actor & {
  userId: UserId
  organizationId: OrganizationId
  sessionId: string
  /** The examiner as whom the user works; null without an examiner's role. */
  examinerId: ExaminerId | null
  managerId: ManagerId | null
  /** The impersonated examiner and the mode; null in a session of one's own. */
  impersonation: { examiner_id: ExaminerId; mode: string } | null
  /** The organisation's: its records, reports and exports do not depend on the reader. */
  timeZone: string
  /** The user's own, or else the organisation's: for their day, their agenda and their mails. */
  ownTimeZone: string
  /** When it is due, the session may only set up the factor. */
  secondFactorNeeded: UserInfo['second_factor_needed']
}

/** The principal of a route that requires the role of an examiner. */
export type Examiner = Principal & { examinerId: ExaminerId }
