import type { ProtocolResponse, ProtocolResponseSummary } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'

type Session = Pick<ProtocolResponseSummary, 'id' | 'date_created' | 'active' | 'answered_count'> & {
  protocol: { id: string; is_practice: boolean }
}
type Compared = Pick<ProtocolResponse, 'id' | 'date_created'> & { protocol: { id: string; is_practice: boolean } }

/**
 * The earlier sessions that a session can be compared with, latest first: active, with answers, and of the same protocol,
 * hence with the same wording and language.
 */
export function comparableSessions<S extends Session>(sessions: readonly S[], session: Compared): S[] {
  if (session.protocol.is_practice) return []
  return sessions
    .filter(
      ({ id, active, answered_count, protocol, date_created }) =>
        id !== session.id &&
        active &&
        answered_count > 0 &&
        protocol.id === session.protocol.id &&
        date_created < session.date_created,
    )
    .toSorted((a, b) => b.date_created.localeCompare(a.date_created))
}

/** The last session before this one that it can be compared with; null: there is none; undefined: not known yet. */
export function useLastComparable(
  session: Pick<ProtocolResponse, 'id' | 'date_created' | 'participant' | 'protocol'>,
): ProtocolResponseSummary | null | undefined {
  const { data } = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: session.participant } }),
  )
  return data === undefined ? undefined : (comparableSessions(data, session)[0] ?? null)
}
