import type { ParticipantActivity } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryFor } from '../api/query.ts'

/** When each participant was last recorded, and what is unfinished, by the participant's id; null until it is known. */
export function useActivities(): ReadonlyMap<string, ParticipantActivity> | null {
  // Who comes back from the recorder must see the session that was just made.
  const { data } = useQuery({ ...queryFor('GET /visits/activity/'), staleTime: 0 })
  return useMemo(() => (data === undefined ? null : new Map(data.map((row) => [row.participant, row]))), [data])
}
