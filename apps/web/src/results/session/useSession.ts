import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/query.ts'
import { pollDelayMs } from './session-state.ts'

export type SessionPath = { participant_id: string; protocol_res_id: string }

/** A session with its results, polled until all are there. */
export function useSession(params: SessionPath) {
  const [openedAt] = useState(Date.now)
  return useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
      params,
      query: { distributions: 'false' },
    }),
    refetchInterval: ({ state }) => pollDelayMs(state.data, Date.now() - openedAt),
  })
}

/** The scores to show for each item, in order. Changes only with a new version of the server. */
export function useFeatureDisplay(protocolId: string) {
  return useQuery({
    ...queryFor('GET /protocols/feature_display/web/{protocol_id}/', { params: { protocol_id: protocolId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
