import type { Participant } from '@fonema/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'

export const participantsQuery = queryFor('GET /user/participants/')

/** One of the examiner's participants. If `data` is `undefined` after loading, there is none with that id. */
export function useParticipant(participantId: string) {
  return useQuery({ ...participantsQuery, select: (all) => all.find(({ id }) => id === participantId) ?? null })
}

/** Merges the server's answer into the list, new participants first, so that thousands of others need no refetch. */
export function keepParticipant(client: QueryClient, kept: Participant): void {
  client.setQueryData(participantsQuery.queryKey, (all) => {
    if (all === undefined) return undefined
    return all.some(({ id }) => id === kept.id)
      ? all.map((participant) => (participant.id === kept.id ? kept : participant))
      : [kept, ...all]
  })
}
