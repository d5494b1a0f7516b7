import type { VisitChanges } from '@fonema/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallOptions, call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'

const shown = ['GET /visits/', 'GET /visits/{participant_id}/', 'GET /today/', 'GET /visits/activity/'] as const

/** Reads everything again that shows visits. */
export function useVisitRefresh() {
  const client = useQueryClient()
  return () => Promise.all(shown.map((key) => client.invalidateQueries({ queryKey: queryKeyOf(key) })))
}

export type VisitBody = CallOptions<'PATCH /visits/{participant_id}/{visit_id}/'>['body']

type Change = { participantId: string; visitId: string; body: VisitBody }

export function useVisitChange() {
  const refresh = useVisitRefresh()
  return useMutation({
    mutationFn: ({ participantId, visitId, body }: Change) =>
      call('PATCH /visits/{participant_id}/{visit_id}/', {
        params: { participant_id: participantId, visit_id: visitId },
        body,
      }),
    onSuccess: refresh,
  })
}

export type Scope = NonNullable<VisitChanges['scope']>
