import type { Participant } from '@fonema/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'

export const participantsQuery = queryFor('GET /user/participants/')

/** One of the examiner's participants; `undefined` data once loaded means that there is none of that id. */
export function useParticipant(participantId: string) {
  return useQuery({ ...participantsQuery, select: (all) => all.find(({ id }) => id === participantId) ?? null })
}

/** Puts what the server answered into the list, a new participant first: thousands of others need not come again. */
export function keepParticipant(client: QueryClient, kept: Participant): void {
  client.setQueryData(participantsQuery.queryKey, (all) => {
    if (all === undefined) return undefined
    return all.some(({ id }) => id === kept.id)
      ? all.map((participant) => (participant.id === kept.id ? kept : participant))
      : [kept, ...all]
  })
}
