import type { Actor, Requirement, UserInfo } from '@fonema/contract'
// The package's index would bring every schema; this file alone is the rule.
import { accessOf } from '@fonema/contract/access'
import { createContext, useContext } from 'react'

export type CurrentUser = { user: UserInfo; mode: Actor['mode'] }

/** Provided once the user is known, so that everything below may take it for granted. */
export const CurrentUserContext = createContext<CurrentUser | null>(null)

function useCurrentUser(): CurrentUser {
  const current = useContext(CurrentUserContext)
  if (current === null) throw new Error('Drawn outside the signed-in part')
  return current
}

export const useUser = (): UserInfo => useCurrentUser().user

/** Whether the user may use a control or a page. The server asks the same function. */
export function useAccess(requirement: Requirement): boolean {
  const { user, mode } = useCurrentUser()
  return accessOf({ roles: user.roles, mode }, requirement).granted
}
