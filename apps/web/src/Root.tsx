import { type ComponentType, lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { launchPath, returnPath } from './api/provider.ts'
import { readSession, startSession } from './api/session.ts'
import { SignInPage } from './auth/SignInPage.tsx'
import { takeSignInNotice } from './auth/sign-in-notice.ts'
import { CrashBoundary } from './ui/CrashBoundary.tsx'
import { loadTexts } from './ui/i18n.ts'
import { Loading } from './ui/Loading.tsx'
import { links } from './ui/links.ts'

/**
 * Without Suspense: React keeps a fallback that it has just shown for 300 ms, and everybody who is signed in would wait
 * for that.
 */
function Application() {
  const [loaded, setLoaded] = useState<{ App: ComponentType } | { error: unknown } | null>(null)
  useEffect(() => {
    Promise.all([import('./app.tsx'), loadTexts('base')])
      .then(([{ App }]) => startTransition(() => setLoaded({ App })))
      .catch((error: unknown) => setLoaded({ error }))
  }, [])
  if (loaded === null) return <Loading fullPage />
  if ('error' in loaded) throw loaded.error
  return <loaded.App />
}

/** Few sign-ins come through a provider. */
const ProviderReturnPage = lazy(async () => {
  const { ProviderReturnPage } = await import('./auth/ProviderReturnPage.tsx')
  return { default: ProviderReturnPage }
})

const LaunchPage = lazy(async () => {
  const { LaunchPage } = await import('./auth/LaunchPage.tsx')
  return { default: LaunchPage }
})

/** No session, no server: it stays when the examiner's session ends. */
const ParticipantScreen = lazy(async () => {
  const [{ ParticipantScreenPage }] = await Promise.all([
    import('./recording/participant-screen/ParticipantScreenPage.tsx'),
    loadTexts('responses', 'participant_screen'),
  ])
  return { default: ParticipantScreenPage }
})

/** Only where the pages are developed: the built application has no such address. */
const Components = import.meta.env.DEV
  ? lazy(async () => {
      const [{ Components }] = await Promise.all([
        import('./components.tsx'),
        loadTexts('base', 'offline', 'studio', 'analysis'),
      ])
      return { default: Components }
    })
  : null

/** The public pages are small and load at once; the application loads after sign-in. */
export function Root() {
  const [returned, setReturned] = useState(() => returnPath.exec(location.pathname)?.[1] ?? null)
  const [launched] = useState(() => launchPath.exec(location.pathname)?.[1] ?? null)
  const [isPublic, setPublic] = useState(() => location.pathname === links.signIn && readSession() === null)
  const [notice] = useState(takeSignInNotice)

  if (Components !== null && location.pathname.startsWith('/dev/components'))
    return (
      <Suspense fallback={<Loading fullPage />}>
        <Components />
      </Suspense>
    )
  if (returned !== null)
    return (
      <Suspense fallback={<Loading fullPage />}>
        <ProviderReturnPage
          providerId={returned}
          onDone={(address) => {
            history.replaceState(null, '', address ?? links.dashboard)
            setReturned(null)
            setPublic(false)
          }}
        />
      </Suspense>
    )
  if (launched !== null)
    return (
      <Suspense fallback={<Loading fullPage />}>
        <LaunchPage ehrId={launched} />
      </Suspense>
    )
  if (isPublic) {
    const enter = (tokens: Parameters<typeof startSession>[0]) => {
      startSession(tokens)
      history.replaceState(null, '', notice?.returnTo ?? links.dashboard)
      setPublic(false)
    }
    return <SignInPage onSignedIn={enter} ended={notice?.ended ?? null} returnTo={notice?.returnTo ?? null} />
  }
  return (
    <CrashBoundary>
      <Suspense fallback={<Loading fullPage />}>
        {location.pathname === links.participantScreen ? <ParticipantScreen /> : <Application />}
      </Suspense>
    </CrashBoundary>
  )
}
