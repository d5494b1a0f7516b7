import type { Participant, ParticipantId } from '@fonema/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useUser, useWorksOffline } from './current-user.ts'
import { ApiFailure } from './http.ts'
import { queryFor, queryKeyOf } from './query.ts'

/** All of the examiner's participants. Not read where there are many. */
export const participantsQuery = queryFor('GET /user/participants/')

export const participantQuery = (participant_id: string) =>
  queryFor('GET /user/participants/{participant_id}/', { params: { participant_id } })

/**
 * Whether there are too many participants to read them all: pages and searches come from the server. Where the clinic has
 * chosen work without a network, the browser reads all that it keeps.
 */
export function useHasMany(): boolean {
  const worksOffline = useWorksOffline()
  return useUser().has_many_participants && !worksOffline
}

/** One of the examiner's participants; null if there is none with that id. An empty id asks for nobody. */
export function useParticipant(participantId: string) {
  const hasMany = useHasMany()
  const isAsked = participantId !== ''
  const listed = useQuery({
    ...participantsQuery,
    enabled: isAsked && !hasMany,
    select: (all) => all.find(({ id }) => id === participantId) ?? null,
  })
  const alone = useQuery({ ...participantQuery(participantId), enabled: isAsked && hasMany })
  if (!hasMany) return listed
  const { error, isPending, refetch } = alone
  const isUnknown = error instanceof ApiFailure && error.status === 404
  const data: Participant | null | undefined = isUnknown ? null : alone.data
  return { data, error: isUnknown ? null : error, isPending, refetch }
}

const pages = queryKeyOf('GET /user/participants/search/')

/** Merges the server's answer into what the browser has, new participants first, so that thousands need no refetch. */
export function keepParticipant(client: QueryClient, kept: Participant): void {
  client.setQueryData(participantsQuery.queryKey, (all) => {
    if (all === undefined) return undefined
    return all.some(({ id }) => id === kept.id)
      ? all.map((participant) => (participant.id === kept.id ? kept : participant))
      : [kept, ...all]
  })
  client.setQueryData(participantQuery(kept.id).queryKey, kept)
  // Which page a participant is on, only the server knows.
  void client.invalidateQueries({ queryKey: pages })
}

/** Shows a participant as active or archived, before the server has answered. Others stay: a change of theirs may be on its way. */
export function showActive(client: QueryClient, participantId: ParticipantId, active: boolean): void {
  const change = (participant: Participant) =>
    participant.id === participantId ? { ...participant, active } : participant
  client.setQueryData(participantsQuery.queryKey, (all) => all?.map(change))
  client.setQueryData(participantQuery(participantId).queryKey, (one) => one && change(one))
  client.setQueriesData<{ count: number; participants: Participant[] }>(
    { queryKey: pages },
    (found) => found && { ...found, participants: found.participants.map(change) },
  )
}

const every = [participantsQuery.queryKey, pages, queryKeyOf('GET /user/participants/{participant_id}/')]

/** An answer under way would bring back what `showActive` changed. */
export const cancelParticipants = (client: QueryClient) =>
  Promise.all(every.map((queryKey) => client.cancelQueries({ queryKey })))

export const refreshParticipants = (client: QueryClient) =>
  Promise.all(every.map((queryKey) => client.invalidateQueries({ queryKey })))
