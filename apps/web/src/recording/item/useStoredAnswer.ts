import type { ProtocolItem } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { useUploads } from '../uploads.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'

/** The item as stored on the server, or the take that is not uploaded yet. */
export function useStoredAnswer({ target }: Pick<RecordingFlow, 'target'>, item: ProtocolItem) {
  const { uploads } = useUploads()
  const waiting = uploads.findLast(
    (upload) => upload.kind === 'take' && upload.responseId === target?.responseId && upload.itemId === item.id,
  )
  const { data, isFetching } = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
      params: { participant_id: target?.participantId ?? '', protocol_res_id: target?.responseId ?? '' },
      query: { distributions: 'false' },
    }),
    enabled: target !== null && waiting === undefined,
  })
  const answer = isFetching ? undefined : data?.responses.find(({ protocol_item }) => protocol_item.id === item.id)
  return { waiting: waiting?.kind === 'take' ? waiting : undefined, answer }
}
