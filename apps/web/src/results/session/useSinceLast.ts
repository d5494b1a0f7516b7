import type { ProtocolResponse } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { type Since, sinceLast } from './since-last.ts'

/** What changed in an item since the participant's last session. Without an answer of the server, nothing is said. */
export function useSinceLast({ id, participant }: Pick<ProtocolResponse, 'id' | 'participant'>, itemId: string) {
  const { data: evolution } = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/evolution/', { params: { participant_id: participant } }),
  })
  const before = evolution === undefined ? null : sinceLast(evolution, undefined, itemId, id)
  const { data: errors } = useQuery({
    ...queryFor('GET /ai/measurement_error/{protocol_item_id}/', { params: { protocol_item_id: itemId } }),
    enabled: before !== null,
  })
  const since: Since | null =
    evolution === undefined || errors === undefined ? null : sinceLast(evolution, errors, itemId, id)
  return { since, errors }
}
