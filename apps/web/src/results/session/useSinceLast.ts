import type { ProtocolResponse } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { useEvolution } from '../evolution/useEvolution.ts'
import { type Since, sinceLast } from './since-last.ts'

/** What changed in an item since the participant's last session. Without an answer of the server, nothing is said. */
export function useSinceLast({ id, participant }: Pick<ProtocolResponse, 'id' | 'participant'>, itemId: string) {
  const { data: evolution } = useEvolution(participant)
  const before = evolution === undefined ? null : sinceLast(evolution, undefined, itemId, id)
  const { data: errors } = useQuery({
    ...queryFor('GET /ai/measurement_error/{protocol_item_id}/', { params: { protocol_item_id: itemId } }),
    enabled: before !== null,
  })
  const since: Since | null =
    evolution === undefined || errors === undefined ? null : sinceLast(evolution, errors, itemId, id)
  return { since, errors, measuring: otherSessions(evolution?.measuring, id) }
}

/** How many of some sessions are not this one. */
export const otherSessions = (sessions: readonly string[] = [], id: string) =>
  sessions.filter((session) => session !== id).length
