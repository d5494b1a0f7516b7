import type { LastProtocol } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'

const none: readonly LastProtocol[] = []

/** The protocol that each participant recorded last, by the participant's id. Empty until it is known. */
export function useLastProtocols(): ReadonlyMap<string, LastProtocol> {
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const { data = none } = useQuery({ ...queryFor('GET /protocols/last_recorded/'), enabled: mayRecord })
  return useMemo(() => new Map(data.map((last) => [last.participant, last])), [data])
}
