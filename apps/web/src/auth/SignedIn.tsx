import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { CurrentUserContext } from '../api/current-user.ts'
import { isAway } from '../api/device-answers.ts'
import { queryFor } from '../api/query.ts'
import { readSession } from '../api/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { loadTexts } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { useAccent } from '../ui/useAccent.ts'
import { useReady } from '../ui/useReady.ts'
import { leaveForSignIn } from './sign-in-notice.ts'

const RequiredFactor = lazy(async () => {
  const [{ RequiredFactor }] = await Promise.all([
    import('./second-factor/RequiredFactor.tsx'),
    loadTexts('second_factor'),
  ])
  return { default: RequiredFactor }
})

/** Without a connection its own script may be missing, too. */
const NoConnection = lazy(async () => {
  try {
    const [{ NoConnection }] = await Promise.all([import('../ui/NoConnection.tsx'), loadTexts('offline')])
    return { default: NoConnection }
  } catch {
    return { default: ErrorState }
  }
})

/** Renders its children for a signed-in user, whom they get with useUser and useAccess. */
export function SignedIn({ children }: { children: ReactNode }) {
  const hasSession = readSession() !== null
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!hasSession) leaveForSignIn({ ended: null, returnTo: pathname + search })
  }, [hasSession, pathname, search])

  const info = useQuery({ ...queryFor('GET /user/user_info/'), staleTime: 60_000, enabled: hasSession })
  useAccent(info.data?.organization.accent ?? null)
  const isImpersonating = info.data?.is_impersonifing === true
  const toggles = useQuery({ ...queryFor('GET /user/toggle_table'), staleTime: 60_000, enabled: isImpersonating })

  const current = useMemo(() => {
    if (info.data === undefined) return null
    if (info.data.impersonification === null) return { user: info.data, mode: null }
    // A mode that is missing from the table has no features.
    return toggles.data && { user: info.data, mode: toggles.data.modes[info.data.impersonification.mode] ?? {} }
  }, [info.data, toggles.data])

  // Stays until the user goes on: the recovery codes, shown only once, follow when the factor is already on.
  const [isSettingUp, setSettingUp] = useState(false)
  if (current?.user.second_factor_needed?.is_due && !isSettingUp) setSettingUp(true)
  const goOn = async () => {
    await info.refetch()
    setSettingUp(false)
  }

  const isReady = useReady(current != null)
  if (current && isReady)
    return (
      <CurrentUserContext value={current}>
        {isSettingUp ? (
          <Suspense fallback={<Loading fullPage />}>
            <RequiredFactor onDone={() => void goOn()} />
          </Suspense>
        ) : (
          children
        )}
      </CurrentUserContext>
    )
  const failed = info.isError ? info : toggles.isError ? toggles : null
  if (failed !== null) {
    const State = isAway(failed.error) ? NoConnection : ErrorState
    return (
      <Suspense fallback={<Loading fullPage />}>
        <State error={failed.error} onRetry={() => void failed.refetch()} />
      </Suspense>
    )
  }
  return <Loading fullPage />
}
