import type { FinishedOpinion, Settlement } from '@fonema/contract'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { type ItemPath, refreshTranscript } from '../session/useTranscript.ts'

const opinion =
  '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/second_opinion/' as const

const opinionQuery = (item: ItemPath) => queryFor(`GET ${opinion}`, { params: item })

export const useSecondOpinion = (item: ItemPath, enabled: boolean) => useQuery({ ...opinionQuery(item), enabled })

/** What the person may see of the words changes with each step. */
const refresh = (client: QueryClient, item: ItemPath) =>
  Promise.all([client.invalidateQueries({ queryKey: opinionQuery(item).queryKey }), refreshTranscript(client, item)])

export function useStart(item: ItemPath, onStarted: () => void) {
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  return useMutation({
    mutationFn: () => call(`POST ${opinion}`, { params: item, body: {}, idempotencyKey: keyFor({}) }),
    onSuccess: async () => {
      renew()
      await refresh(client, item)
      onStarted()
    },
  })
}

export function useFinish(item: ItemPath, onFinished: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ words }: FinishedOpinion) => call(`PATCH ${opinion}`, { params: item, body: { words } }),
    onSuccess: async () => {
      await refresh(client, item)
      onFinished()
    },
  })
}

export function useSettle(item: ItemPath) {
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Settlement) =>
      call(`POST ${opinion}settle/`, { params: item, body, idempotencyKey: keyFor(body) }),
    onSuccess: async () => {
      renew()
      await refresh(client, item)
    },
  })
}
