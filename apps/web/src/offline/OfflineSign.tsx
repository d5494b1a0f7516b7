import { lazy, Suspense, useEffect } from 'react'
import { useUser } from '../api/current-user.ts'
import { forgetOffline } from '../api/session.ts'
import { loadTexts } from '../ui/i18n.ts'

const Status = lazy(async () => {
  const [{ OfflineStatus }] = await Promise.all([import('./OfflineStatus.tsx'), loadTexts('offline')])
  return { default: OfflineStatus }
})

/** When this device last kept data for work without a network. Only for examiners whose clinic has chosen so. */
export function OfflineSign() {
  const { roles, is_impersonifing, organization } = useUser()
  const choice = organization.offline_participants
  const isUsed = roles.is_examiner && !is_impersonifing && choice !== 'none' && import.meta.env.PROD
  useEffect(() => {
    if (!isUsed) forgetOffline()
  }, [isUsed])
  return (
    isUsed && (
      <Suspense>
        <Status choice={choice} />
      </Suspense>
    )
  )
}
