import type { Requirement } from '@fonema/contract'
import { Outlet } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { StatusPage } from './StatusPage.tsx'

/** The pages below it for those who may see them, the 403 page for others. */
export function Requires(requirement: Requirement) {
  return useAccess(requirement) ? <Outlet /> : <StatusPage status={403} />
}
