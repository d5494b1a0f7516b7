import type { LastProtocol } from '@fonema/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { useOnlyThese } from './useOnlyThese.ts'

const none: readonly LastProtocol[] = []

/** The protocol that each of these participants recorded last, by their ids. Empty until it is known. */
export function useLastProtocols(shown: readonly { id: string }[]): ReadonlyMap<string, LastProtocol> {
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const { options, isAsked } = useOnlyThese(shown)
  const { data = none } = useQuery({
    ...queryFor('GET /protocols/last_recorded/', ...options),
    enabled: mayRecord && isAsked,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map(data.map((last) => [last.participant, last])), [data])
}
