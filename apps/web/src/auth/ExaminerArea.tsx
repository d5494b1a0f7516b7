import { Navigate, Outlet } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { links } from '../ui/links.ts'
import { NoAreaPage } from './NoAreaPage.tsx'

/** Managers who are no examiners work in their own area. */
export function ExaminerArea() {
  const isExaminer = useAccess({ role: 'examiner' })
  const isManager = useAccess({ role: 'manager' })
  if (isExaminer) return <Outlet />
  return isManager ? <Navigate to={links.admin} replace /> : <NoAreaPage />
}
