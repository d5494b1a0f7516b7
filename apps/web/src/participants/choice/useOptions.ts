import type { Participant } from '@fonema/contract'
import { findParticipants } from '@fonema/contract/participant-search'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { participantQuery, participantsQuery, useHasMany } from '../../api/participants.ts'
import { queryFor } from '../../api/query.ts'
import { recentParticipants } from './recent.ts'

const maxOptions = 5

/** The best matches of a search, or without letters the most recent choices. */
export function useOptions(examiner: string, wanted: string): { options: Participant[]; isSearching: boolean } {
  const hasMany = useHasMany()
  const all = useQuery({ ...participantsQuery, enabled: !hasMany }).data ?? []
  const recent = wanted === '' ? recentParticipants(examiner) : []
  const known = useQueries({ queries: hasMany ? recent.map((id) => ({ ...participantQuery(id), retry: false })) : [] })
  const found = useQuery({
    ...queryFor('GET /user/participants/search/', { query: { search: wanted, limit: maxOptions } }),
    enabled: hasMany && wanted !== '',
    placeholderData: keepPreviousData,
  })
  if (!hasMany)
    return {
      options:
        wanted === ''
          ? recent.flatMap((id) => all.find((participant) => participant.id === id) ?? [])
          : findParticipants(wanted, all).slice(0, maxOptions),
      isSearching: false,
    }
  if (wanted === '') return { options: known.flatMap(({ data }) => data ?? []), isSearching: false }
  return { options: found.data?.participants ?? [], isSearching: found.isPending || found.isPlaceholderData }
}
