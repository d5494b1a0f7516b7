import type { Participant, ProtocolResponse } from '@fonema/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { useProbabilities } from '../comparison/useComparison.ts'
import { usePopulations } from '../result/populations.ts'

const forEver = Number.POSITIVE_INFINITY

/** A session as its results are now; the same call as the result page's. */
const sessionQuery = (participant_id: string, protocol_res_id: string) =>
  queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
    params: { participant_id, protocol_res_id },
    query: { distributions: 'false' },
  })

/** Everything that a report may say. Undefined members are still to come. */
export function useReport(participantId: string, sessionId: string) {
  const participants = useQuery(queryFor('GET /user/participants/'))
  const session = useQuery(sessionQuery(participantId, sessionId))
  const protocolId = session.data?.protocol.id
  const display = useQuery({
    ...queryFor('GET /protocols/feature_display/pdf/{protocol_id}/', { params: { protocol_id: protocolId ?? '' } }),
    enabled: protocolId !== undefined,
    staleTime: forEver,
  })
  const itemIds = session.data?.responses.map(({ protocol_item }) => protocol_item.id) ?? []
  const distributions = useQueries({
    queries: itemIds.map((id) => ({
      ...queryFor('GET /ai/feature_population_distributions/', { query: { protocol_item_id: id } }),
      staleTime: 5 * 60_000,
    })),
  })
  const evolution = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/evolution/', { params: { participant_id: participantId } }),
  )
  const probabilities = useProbabilities(sessionId)
  const populations = usePopulations()
  const all = [participants, session, display, evolution, probabilities, ...distributions]
  const isLoaded = all.every(({ data }) => data !== undefined)
  return {
    failed: all.find(({ error }) => error !== null),
    report: isLoaded
      ? {
          participant: participants.data?.find(({ id }) => id === participantId),
          session: session.data!,
          display: display.data!,
          distributions: distributions.flatMap(({ data }) => data ?? []),
          evolution: evolution.data!,
          probabilities: probabilities.data!,
          populations,
        }
      : undefined,
  }
}

export type ReportData = NonNullable<ReturnType<typeof useReport>['report']>
export type ReportPerson = Participant | undefined
export type ReportSession = ProtocolResponse
