import './ui/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { watchActivity } from './api/activity.ts'
import { answerFromDevice } from './api/device-answers.ts'
import { mediaFromDevice } from './api/device-media.ts'
import type { ApiFailure } from './api/http.ts'
import { createQueryClient, queryFor } from './api/query.ts'
import { onSessionEnd, readSession } from './api/session.ts'
import { leaveForSignIn } from './auth/sign-in-notice.ts'
import { pages, startPage } from './pages.tsx'
import { Alerts } from './ui/Alerts.tsx'
import { hideFormErrorsOnSubmit } from './ui/alerts.ts'

const ServerErrorModal = lazy(async () => {
  const { ServerErrorModal } = await import('./reports/ServerErrorModal.tsx')
  return { default: ServerErrorModal }
})

// Loaded only when the server is away.
answerFromDevice(async (place) => (await import('./offline/kept-answers.ts')).findAnswer(place))
mediaFromDevice(async (address) => (await import('./offline/kept-media.ts')).findMedium(address))

// Beside the texts that are still loading.
startPage(location.pathname)

/** Everything behind the sign-in page. */
export function App() {
  const [serverError, setServerError] = useState<ApiFailure | null>(null)
  const [client] = useState(() => {
    const client = createQueryClient(setServerError)
    // Every page waits for it. It is under way before the page's script has loaded.
    if (readSession() !== null) void client.prefetchQuery({ ...queryFor('GET /user/user_info/'), staleTime: 60_000 })
    return client
  })
  const [router] = useState(() => createBrowserRouter(pages))

  useEffect(() => {
    if (import.meta.env.DEV) void import('./api/log-state.ts').then(({ logState }) => logState(client))
  }, [client])

  useEffect(hideFormErrorsOnSubmit, [])

  useEffect(() => {
    const forget = onSessionEnd((ended) => {
      client.clear()
      leaveForSignIn({ ended, returnTo: null })
    })
    const stopWatching = watchActivity()
    return () => {
      forget()
      stopWatching()
    }
  }, [client])

  return (
    <QueryClientProvider client={client}>
      <Alerts />
      <RouterProvider router={router} />
      {serverError !== null && (
        <Suspense>
          <ServerErrorModal failure={serverError} onClose={() => setServerError(null)} />
        </Suspense>
      )}
    </QueryClientProvider>
  )
}
