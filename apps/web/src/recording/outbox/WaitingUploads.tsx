import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { hasOutbox } from './has-outbox.ts'
import type { WaitingSession } from './waiting-sessions.ts'

const Known = lazy(() => import('./KnownUploads.tsx').then(({ KnownUploads }) => ({ default: KnownUploads })))

export type WaitingUploadsProps = { children: (sessions: readonly WaitingSession[]) => ReactNode }

/** What waits on this device, by session. Loads the outbox only if the browser has one. */
export function WaitingUploads({ children }: WaitingUploadsProps) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    void hasOutbox().then(setThere)
  }, [])
  const none = children([])
  return isThere ? (
    <Suspense fallback={none}>
      <Known>{children}</Known>
    </Suspense>
  ) : (
    none
  )
}
