import type { Requirement } from '@fonema/contract'
import { Outlet } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { StatusPage } from './StatusPage.tsx'

/** Shows the nested pages to users with the required feature and the 403 page to others. */
export function Requires(requirement: Requirement) {
  return useAccess(requirement) ? <Outlet /> : <StatusPage status={403} />
}
