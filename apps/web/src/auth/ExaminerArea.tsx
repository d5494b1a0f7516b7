import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { links } from '../ui/links.ts'
import { NoAreaPage } from './NoAreaPage.tsx'

/** For examiners only: redirects managers to their own area, and shows NoAreaPage to users without a role. */
export function ExaminerArea({ onEnter }: { onEnter?: () => void }) {
  const isExaminer = useAccess({ role: 'examiner' })
  const isManager = useAccess({ role: 'manager' })
  useEffect(() => {
    if (isExaminer) onEnter?.()
  }, [isExaminer, onEnter])
  if (isExaminer) return <Outlet />
  return isManager ? <Navigate to={links.admin} replace /> : <NoAreaPage />
}
