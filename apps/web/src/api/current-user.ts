import type { Actor, Requirement, UserInfo } from '@fonema/contract'
// Imports only this file: the package's index would load every schema.
import { accessOf } from '@fonema/contract/access'
import { createContext, useContext } from 'react'

export type CurrentUser = { user: UserInfo; mode: Actor['mode'] }

/** Provided once the user is known, so that descendants can rely on it. */
export const CurrentUserContext = createContext<CurrentUser | null>(null)

function useCurrentUser(): CurrentUser {
  const current = useContext(CurrentUserContext)
  if (current === null) throw new Error('Rendered outside <SignedIn>')
  return current
}

export const useUser = (): UserInfo => useCurrentUser().user

/** The time zone of the user's day, agenda and mails: their own, or else the organisation's. */
export function useTimeZone(): string {
  const { time_zone, organization } = useUser()
  return time_zone ?? organization.time_zone
}

/** Whether the clinic has chosen that this user works without a network. */
export function useWorksOffline(): boolean {
  const { roles, is_impersonifing, organization } = useUser()
  return roles.is_examiner && !is_impersonifing && organization.offline_participants !== 'none'
}

/** Whether the user may use a control or page. The server calls the same function. */
export function useAccess(requirement: Requirement): boolean {
  const { user, mode } = useCurrentUser()
  return accessOf({ roles: user.roles, mode }, requirement).granted
}
