import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import type { ItemPath } from './useTranscript.ts'

/** Sends what an examiner decided about an item, and refetches the session's results, which are made again. */
export function useDecision<Decision>(item: ItemPath, send: (decision: Decision) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      const { participant_id, protocol_res_id } = item
      return client.invalidateQueries({
        queryKey: queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
          params: { participant_id, protocol_res_id },
          query: { distributions: 'false' },
        }).queryKey,
      })
    },
  })
}
