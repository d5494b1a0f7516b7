import { lazy, Suspense, useEffect } from 'react'
import { useUser, useWorksOffline } from '../api/current-user.ts'
import { forgetOffline } from '../api/session.ts'
import { loadTexts } from '../ui/i18n.ts'

const Status = lazy(async () => {
  const [{ OfflineStatus }] = await Promise.all([import('./OfflineStatus.tsx'), loadTexts('offline')])
  return { default: OfflineStatus }
})

/** When this device last kept data for work without a network. Only for examiners whose clinic has chosen so. */
export function OfflineSign() {
  const choice = useUser().organization.offline_participants
  const isUsed = useWorksOffline() && import.meta.env.PROD
  useEffect(() => {
    if (!isUsed) forgetOffline()
  }, [isUsed])
  return (
    isUsed &&
    choice !== 'none' && (
      <Suspense>
        <Status choice={choice} />
      </Suspense>
    )
  )
}
