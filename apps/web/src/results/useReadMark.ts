import type { SessionSummary } from '@fonema/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import type { SessionPath } from './session/useSession.ts'
import { isMeasuring } from './summary/is-measuring.ts'

/** Notes that the user has opened the results, once nothing is being measured any more. Then they are no longer unread. */
export function useReadMark({ participant_id, protocol_res_id }: SessionPath, summary: SessionSummary | undefined) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (params: SessionPath) =>
      call('POST /protocols/responses/{participant_id}/{protocol_res_id}/read/', { params }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf('GET /today/') }),
  })
  const isReady = summary !== undefined && !isMeasuring(summary) && summary.state !== 'empty'
  useEffect(() => {
    if (isReady) mutate({ participant_id, protocol_res_id })
  }, [isReady, mutate, participant_id, protocol_res_id])
}
