import type { ItemResponse, Population } from '@fonema/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useParticipant } from '../../api/participants.ts'
import { queryFor } from '../../api/query.ts'
import { comparedScores, distributionsOf, useProbabilities } from '../comparison/useComparison.ts'
import { linesOf } from '../evolution/lines.ts'
import { useErrors } from '../evolution/useEvolution.ts'
import { comparedIn, usePopulations } from '../session/populations.ts'
import { mostUntypical } from './untypical.ts'

const forEver = Number.POSITIVE_INFINITY

/** A session with its current results; the same call as the result page's. */
const sessionQuery = (participant_id: string, protocol_res_id: string) =>
  queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
    params: { participant_id, protocol_res_id },
    query: { distributions: 'false' },
  })

/** The populations with which any answer of a session was compared. */
const normsOf = (answers: readonly ItemResponse[], populations: readonly Population[]) => {
  const results = answers.flatMap(({ feature_extraction_res }) => feature_extraction_res)
  return populations.filter(({ id }) => comparedIn(results, id) !== undefined)
}

/** All data that a report may need. Undefined members are still loading. */
export function useReport(participantId: string, sessionId: string) {
  const participant = useParticipant(participantId)
  const session = useQuery(sessionQuery(participantId, sessionId))
  const protocolId = session.data?.protocol.id
  const display = useQuery({
    ...queryFor('GET /protocols/feature_display/pdf/{protocol_id}/', { params: { protocol_id: protocolId ?? '' } }),
    enabled: protocolId !== undefined,
    staleTime: forEver,
  })
  const populations = usePopulations()
  const answers = session.data?.responses ?? []
  const norms = normsOf(answers, populations)
  const drawn = answers.flatMap((answer) =>
    display.data === undefined
      ? []
      : mostUntypical(comparedScores(answer, display.data), answer, norms).map(({ name }) =>
          distributionsOf(answer.protocol_item.id, name),
        ),
  )
  const distributions = useQueries({ queries: drawn })
  const evolution = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/evolution/', { params: { participant_id: participantId } }),
  )
  const lines = evolution.data === undefined ? [] : linesOf(evolution.data)
  const errors = useErrors(participantId, lines)
  const probabilities = useProbabilities(sessionId)
  const all = [participant, session, display, evolution, probabilities, ...distributions]
  const isLoaded = all.every(({ data }) => data !== undefined) && !errors.isLoading
  return {
    failed: all.find(({ error }) => error !== null),
    report: isLoaded
      ? {
          participant: participant.data ?? undefined,
          session: session.data!,
          display: display.data!,
          distributions: distributions.flatMap(({ data }) => data ?? []),
          evolution: { lines, errors, measuring: evolution.data!.measuring },
          probabilities: probabilities.data!,
          populations,
          norms,
        }
      : undefined,
  }
}

export type ReportData = NonNullable<ReturnType<typeof useReport>['report']>
