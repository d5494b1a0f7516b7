import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useAccess, useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { AppFrame } from '../ui/AppFrame.tsx'
import { loadTexts, useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'

const Bar = lazy(async () => {
  const [{ ImpersonationBar }] = await Promise.all([import('./ImpersonationBar.tsx'), loadTexts('impersonation')])
  return { default: ImpersonationBar }
})
const Chooser = lazy(async () => {
  const [{ ImpersonationModal }] = await Promise.all([import('./ImpersonationModal.tsx'), loadTexts('impersonation')])
  return { default: ImpersonationModal }
})

type ImpersonationFrameProps = {
  status: ReactNode
  /** Shown above every page. */
  notice: ReactNode
  /** Finds an examiner's participant. */
  Search: ComponentType
  ArchivedParticipants: ComponentType<{ onClose: () => void }>
  /** Exports the examiner's own data. */
  Takeouts: ComponentType<{ onClose: () => void }>
}

/** The frame of every page, with the current impersonation and the way to start another. */
export function ImpersonationFrame({
  status,
  notice,
  Search,
  ArchivedParticipants,
  Takeouts,
}: ImpersonationFrameProps) {
  const { is_impersonifing } = useUser()
  const { pathname } = useLocation()
  const isExaminer = useAccess({ role: 'examiner' })
  const isManager = useAccess({ role: 'manager' })
  const [isChoosing, setChoosing] = useState(false)
  const [isArchiveOpen, setArchiveOpen] = useState(false)
  const [areTakeoutsOpen, setTakeoutsOpen] = useState(false)
  // A user without a role can only impersonate: the choice opens by itself and cannot be closed.
  const hasNoRole = !isExaminer && !isManager
  return (
    <>
      <AppFrame
        search={
          // Home's list has its own search.
          isExaminer &&
          pathname !== links.dashboard && (
            <Suspense fallback={null}>
              <Search />
            </Suspense>
          )
        }
        status={status}
        bar={
          <>
            {notice}
            {is_impersonifing && (
              <Suspense fallback={null}>
                <Bar />
              </Suspense>
            )}
          </>
        }
        menu={
          <OwnMenu
            onArchived={() => setArchiveOpen(true)}
            onTakeouts={() => setTakeoutsOpen(true)}
            onChoose={() => setChoosing(true)}
          />
        }
      />
      {isArchiveOpen && (
        <Suspense fallback={null}>
          <ArchivedParticipants onClose={() => setArchiveOpen(false)} />
        </Suspense>
      )}
      {areTakeoutsOpen && (
        <Suspense fallback={null}>
          <Takeouts onClose={() => setTakeoutsOpen(false)} />
        </Suspense>
      )}
      {(isChoosing || hasNoRole) && (
        <Suspense fallback={null}>
          <Chooser {...(hasNoRole ? {} : { onClose: () => setChoosing(false) })} />
        </Suspense>
      )}
    </>
  )
}

type OwnMenuProps = { onArchived: () => void; onTakeouts: () => void; onChoose: () => void }

/** The user menu's additional entries; their data are loaded when the menu opens. */
function OwnMenu({ onArchived, onTakeouts, onChoose }: OwnMenuProps) {
  const { t } = useTranslation()
  const { is_impersonifing } = useUser()
  const isExaminer = useAccess({ role: 'examiner' })
  const mayTakeAway = useAccess({ role: 'examiner', feature: 'downloadProtocolRes' })
  const isManager = useAccess({ role: 'manager', feature: 'admin' })
  const offers = useQuery({ ...queryFor('GET /user/impersonification'), enabled: !is_impersonifing }).data ?? []
  const mayChoose = !is_impersonifing && offers.length > 0
  if (!isExaminer && !isManager && !mayChoose) return null
  return (
    <>
      {isExaminer && (
        <>
          <Menu.Item component={Link} to={links.agenda}>
            {t('base__user_menu__agenda')}
          </Menu.Item>
          <Menu.Item onClick={onArchived}>{t('base__user_menu__archived')}</Menu.Item>
          {mayTakeAway && <Menu.Item onClick={onTakeouts}>{t('base__user_menu__takeouts')}</Menu.Item>}
        </>
      )}
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
