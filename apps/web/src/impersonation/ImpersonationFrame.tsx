import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAccess, useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { AppFrame } from '../ui/AppFrame.tsx'
import { loadTexts } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'

const Bar = lazy(async () => {
  const [{ ImpersonationBar }] = await Promise.all([import('./ImpersonationBar.tsx'), loadTexts('impersonation')])
  return { default: ImpersonationBar }
})
const Chooser = lazy(async () => {
  const [{ ImpersonationModal }] = await Promise.all([import('./ImpersonationModal.tsx'), loadTexts('impersonation')])
  return { default: ImpersonationModal }
})

/** The frame of every page, with whose work is being done and the way to somebody else's. */
export function ImpersonationFrame({ status }: { status: ReactNode }) {
  const { is_impersonifing } = useUser()
  const isExaminer = useAccess({ role: 'examiner' })
  const isManager = useAccess({ role: 'manager' })
  const [isChoosing, setChoosing] = useState(false)
  // Whoever has no role of their own is here for somebody else: the choice asks by itself and does not close.
  const hasNoRole = !isExaminer && !isManager
  return (
    <>
      <AppFrame
        status={status}
        bar={
          is_impersonifing && (
            <Suspense fallback={null}>
              <Bar />
            </Suspense>
          )
        }
        menu={<OwnMenu onChoose={() => setChoosing(true)} />}
      />
      {(isChoosing || hasNoRole) && (
        <Suspense fallback={null}>
          <Chooser {...(hasNoRole ? {} : { onClose: () => setChoosing(false) })} />
        </Suspense>
      )}
    </>
  )
}

/** What the user menu offers beside the account; asked when the menu opens. */
function OwnMenu({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation()
  const { is_impersonifing } = useUser()
  const isManager = useAccess({ role: 'manager', feature: 'admin' })
  const offers = useQuery({ ...queryFor('GET /user/impersonification'), enabled: !is_impersonifing }).data ?? []
  const mayChoose = !is_impersonifing && offers.length > 0
  if (!isManager && !mayChoose) return null
  return (
    <>
      {isManager && (
        <Menu.Item component={Link} to={links.admin}>
          {t('base__user_menu__admin')}
        </Menu.Item>
      )}
      {mayChoose && <Menu.Item onClick={onChoose}>{t('base__user_menu__impersonate')}</Menu.Item>}
      <Menu.Divider />
    </>
  )
}
