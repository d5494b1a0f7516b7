import { Navigate, Outlet } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { links } from '../ui/links.ts'

export function ManagerArea() {
  const isManager = useAccess({ role: 'manager', feature: 'admin' })
  return isManager ? <Outlet /> : <Navigate to={links.dashboard} replace />
}
