import { Navigate } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { links } from '../ui/links.ts'
import { NoAreaPage } from './NoAreaPage.tsx'

export function ManagerArea() {
  const isManager = useAccess({ role: 'manager' })
  return isManager ? <NoAreaPage /> : <Navigate to={links.dashboard} replace />
}
