import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryFor } from '../api/query.ts'

export type Recording = { participant_id: string; protocol_res_id: string; protocol_item_id: string; take: number }

/**
 * A link is valid for five minutes. Its age is measured from its arrival, not from `expires_at`: the clocks of browser
 * and server may differ widely.
 */
const linkFreshMs = 4 * 60_000

export type AudioLink = {
  /** The current link if it is fresh. Synchronous, because playback must start during the user gesture. */
  current: () => string | null
  /** A link that is valid for a while; `renew` forces a new one. */
  fetch: (options?: { renew?: boolean }) => Promise<string>
}

/** Gets links to the audio of one stored take. */
export function useAudioLink({ take, ...params }: Recording): AudioLink {
  const client = useQueryClient()
  const { participant_id, protocol_res_id, protocol_item_id } = params
  return useMemo(() => {
    const query = queryFor(
      'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/audio_presigned_url/',
      { params: { participant_id, protocol_res_id, protocol_item_id }, query: { take } },
    )
    return {
      current: () => {
        const state = client.getQueryState(query.queryKey)
        const isFresh = state?.data !== undefined && Date.now() - state.dataUpdatedAt < linkFreshMs
        return isFresh ? state.data!.url : null
      },
      fetch: async ({ renew = false } = {}) =>
        (await client.fetchQuery({ ...query, staleTime: renew ? 0 : linkFreshMs })).url,
    }
  }, [client, participant_id, protocol_res_id, protocol_item_id, take])
}
