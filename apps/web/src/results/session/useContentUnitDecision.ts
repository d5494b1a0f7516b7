import type { ContentUnitDecision } from '@fonema/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import type { ItemPath } from './useTranscript.ts'

/** Stores whether a content unit was said, and refetches the session's results, which are made again. */
export function useContentUnitDecision(item: ItemPath) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ContentUnitDecision) =>
      call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/content_units/', {
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
