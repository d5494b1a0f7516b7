import type { ProtocolResponse } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryFor } from '../../api/query.ts'
import type { SessionPath } from '../session/useSession.ts'

/** What stands out in a session. It is read beside the session, and again whenever the session was. */
export function useSummary(params: SessionPath, session: ProtocolResponse | undefined) {
  const query = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/summary/', { params }),
  })
  const seen = useRef(session)
  const { refetch } = query
  useEffect(() => {
    const isLater = seen.current !== undefined && seen.current !== session
    // A finished session is the same object after each reading.
    if (isLater) void refetch()
    seen.current = session
  }, [session, refetch])
  return query
}
