import type { LeaseRequest, RecordingElsewhere } from '@fonema/contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure, send } from '../api/http.ts'
import { readSession } from '../api/session.ts'
import { findEndedHolder, forgetHolder, noteHolder } from './outbox/last-holder.ts'
import { pageHolder } from './uploads.tsx'

/** A third of the lease's duration. */
const renewMilliseconds = 15_000

/** Who records the session elsewhere, as far as the server reports it. */
export type Elsewhere = Partial<Pick<RecordingElsewhere, 'recorded_by' | 'since'>>

/**
 * Holds this page's right to record a session while the page is shown. Offline, recording continues without the lease;
 * what was recorded is stored whenever it arrives.
 */
export function useLease(participantId: string, responseId: string | null) {
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)

  const ask = useCallback(
    async (claim: Pick<LeaseRequest, 'succeeds' | 'take_over'>) => {
      if (responseId === null) return
      noteHolder(responseId, pageHolder) // before the call: this page may end before the answer comes
      try {
        await call('POST /protocols/responses/{participant_id}/{protocol_res_id}/lease/', {
          params: { participant_id: participantId, protocol_res_id: responseId },
          body: { holder: pageHolder, ...claim },
        })
        setElsewhere(null)
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'recording_elsewhere') return
        forgetHolder()
        setElsewhere(error.members as Elsewhere) // the contract's members of this code
      }
    },
    [participantId, responseId],
  )

  useEffect(() => {
    if (responseId === null) return
    void findEndedHolder(responseId).then((succeeds) => ask(succeeds === undefined ? {} : { succeeds }))
    const timer = setInterval(() => void ask({}), renewMilliseconds)
    const release = () => {
      const path = `/protocols/responses/${participantId}/${responseId}/lease/${pageHolder}/`
      // `keepalive` lets the call outlive this page. If it is lost, the lease expires by itself.
      send(path, { method: 'DELETE', keepalive: true }, readSession()?.access).catch(() => {})
    }
    addEventListener('pagehide', release)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', release)
      release()
    }
  }, [ask, participantId, responseId])

  return { elsewhere, takeOver: () => void ask({ take_over: true }) }
}
