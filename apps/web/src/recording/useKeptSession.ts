import { useQuery } from '@tanstack/react-query'
import { useWorksOffline } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'

/** The server's answer with which the recording of a session begins, and which it keeps. */
export const sessionQuery = (participantId: string, responseId: string) =>
  queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
    params: { participant_id: participantId, protocol_res_id: responseId },
    query: { distributions: 'false' },
  })

/** All sessions of a participant, with how far each is. */
export const historyQuery = (participantId: string) =>
  queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } })

/**
 * While a session is recorded with a network, this device keeps what it needs to go on without one. Each stored answer
 * is added, and both are read again after it. Nothing here renders the recording again.
 */
export function useKeptSession(participantId: string, responseId: string | null): void {
  const isKept = useWorksOffline() && responseId !== null
  const quiet = { enabled: isKept, refetchOnWindowFocus: false, notifyOnChangeProps: [] } satisfies object
  useQuery({ ...sessionQuery(participantId, responseId ?? ''), ...quiet, refetchOnMount: false })
  // Its row in the history says how far it is.
  useQuery({
    ...historyQuery(participantId),
    ...quiet,
    staleTime: 0, // it does not have the new session yet
  })
}
