import type { People } from '@fonema/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import type { ItemPath } from './useTranscript.ts'

/** Stores how many people speak, and refetches the session's results, which are made again. */
export function usePeople(item: ItemPath) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: People) =>
      call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/', {
        params: item,
        body,
      }),
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
