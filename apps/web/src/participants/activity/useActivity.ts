import type { ProtocolResponseSummary, SurveyResponseSummary } from '@fonema/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showError } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'

export type Result =
  | { kind: 'protocolres'; result: ProtocolResponseSummary }
  | { kind: 'surveyres'; result: SurveyResponseSummary }

const sessionsOf = (participantId: string) =>
  queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } })
const surveysOf = (participantId: string) =>
  queryFor('GET /surveys/responses/{participant_id}/', { params: { participant_id: participantId } })

/** Archived sessions and surveys of a participant, newest first. */
export function useArchived(participantId: string) {
  const sessions = useQuery(sessionsOf(participantId))
  const surveys = useQuery(surveysOf(participantId))
  const failed = [sessions, surveys].find(({ error }) => error !== null)
  const isLoaded = sessions.data !== undefined && surveys.data !== undefined
  const results: Result[] = [
    ...(sessions.data ?? []).map((result) => ({ kind: 'protocolres', result }) as const),
    ...(surveys.data ?? []).map((result) => ({ kind: 'surveyres', result }) as const),
  ]
  return {
    results: isLoaded
      ? results
          .filter(({ result }) => !result.active)
          // All date-times of the API have one form, so text order is time order.
          .sort((a, b) => b.result.date_created.localeCompare(a.result.date_created))
      : undefined,
    failed,
  }
}

type Change = { given: Result; active: boolean }

/** Archives or restores a result. Shown at once, then sent; reverted with a message if the server refuses. */
export function useSetResultActive(participantId: string, onDone: (change: Change) => void) {
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const show = ({ given: { kind, result }, active }: Change) => {
    const change = <T extends { id: string; active: boolean }>(all: T[] | undefined) =>
      all?.map((one) => (one.id === result.id ? { ...one, active } : one))
    if (kind === 'protocolres') client.setQueryData(sessionsOf(participantId).queryKey, change)
    else client.setQueryData(surveysOf(participantId).queryKey, change)
  }
  const keyOf = ({ kind }: Result) => (kind === 'protocolres' ? sessionsOf : surveysOf)(participantId).queryKey
  return useMutation({
    mutationFn: async ({ given: { kind, result }, active }: Change) => {
      const act = active ? 'activate' : 'inactivate'
      if (kind === 'protocolres')
        await call(`PATCH /protocols/responses/{participant_id}/{protocol_res_id}/${act}/`, {
          params: { participant_id: participantId, protocol_res_id: result.id },
        })
      else
        await call(`PATCH /surveys/responses/{participant_id}/{survey_response_id}/${act}/`, {
          params: { participant_id: participantId, survey_response_id: result.id },
        })
    },
    onMutate: async (change) => {
      show(change)
      // A response already under way would restore the old state.
      await client.cancelQueries({ queryKey: keyOf(change.given) })
    },
    onSuccess: (_, change) => onDone(change),
    onError: (error, change) => {
      show({ ...change, active: !change.active })
      showError(ofFailure(error))
      return client.invalidateQueries({ queryKey: keyOf(change.given) })
    },
  })
}
