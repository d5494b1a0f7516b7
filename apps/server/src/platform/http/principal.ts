import type { Actor, ExaminerId, ManagerId, OrganizationId, ServiceAccountId, UserId, UserInfo } from '@fonema/contract'
import { AppError } from './errors.ts'

/** The user and the rights behind a call, read from the session and the database for each call. */
export type Principal = Actor & {
  userId: UserId
  organizationId: OrganizationId
  /** The session of a person, or the key of a service account. */
  sessionId: string
  /** The service account that calls; null for a person. `userId` is then the person in whose name it works. */
  machine: ServiceAccountId | null
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
  /** Position in the database's log of what the session wrote last; null: not known, as for service accounts. */
  lastWrite: string | null
}

/** The principal of a route that requires the role of an examiner. */
export type Examiner = Principal & { examinerId: ExaminerId }

/**
 * New objects belong to an examiner. A service account of the whole organisation has none.
 *
 * @throws {AppError} `permission_denied`
 */
export function requireExaminer(principal: Principal): Examiner {
  const { examinerId } = principal
  if (examinerId === null) throw new AppError('permission_denied')
  return { ...principal, examinerId }
}
