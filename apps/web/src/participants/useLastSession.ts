import type { ProtocolResponseSummary } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'

/** The newest finished session of a participant; practice does not count. */
export function useLastSession(participantId: string): ProtocolResponseSummary | undefined {
  const params = { participant_id: participantId }
  const { data } = useQuery(queryFor('GET /protocols/responses/{participant_id}/', { params }))
  // Newest first.
  return data?.find(({ active, is_completed, protocol }) => active && is_completed && !protocol.is_practice)
}
