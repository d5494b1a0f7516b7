import type { ParticipantActivity } from '@fonema/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryFor } from '../api/query.ts'
import { useOnlyThese } from './useOnlyThese.ts'

/** When each of these participants was last recorded, and what is unfinished, by their ids; null until it is known. */
export function useActivities(shown: readonly { id: string }[]): ReadonlyMap<string, ParticipantActivity> | null {
  const { options, isAsked } = useOnlyThese(shown)
  // Who comes back from the recorder must see the session that was just made.
  const { data } = useQuery({
    ...queryFor('GET /visits/activity/', ...options),
    enabled: isAsked,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => (data === undefined ? null : new Map(data.map((row) => [row.participant, row]))), [data])
}
