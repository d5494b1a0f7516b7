import type { NewTranscript } from '@fonema/contract'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'

export type ItemPath = { participant_id: string; protocol_res_id: string; protocol_item_id: string }

const transcript =
  '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/' as const

const versionsQuery = (item: ItemPath) => queryFor(`GET ${transcript}`, { params: item })

export const useVersions = (item: ItemPath, enabled: boolean) => useQuery({ ...versionsQuery(item), enabled })

/** Reads versions and results again: their words are measured again. */
export async function refreshTranscript(client: QueryClient, item: ItemPath): Promise<void> {
  const { participant_id, protocol_res_id } = item
  await Promise.all([
    client.invalidateQueries({ queryKey: versionsQuery(item).queryKey }),
    client.invalidateQueries({
      queryKey: queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
        params: { participant_id, protocol_res_id },
        query: { distributions: 'false' },
      }).queryKey,
    }),
  ])
}

/** Saves a correction and refetches the session's results, because its words are measured again. */
export function useCorrection(item: ItemPath, onSaved: () => void) {
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: NewTranscript) =>
      call(`POST ${transcript}`, { params: item, body, idempotencyKey: keyFor(body) }),
    onSuccess: async () => {
      renew()
      await refreshTranscript(client, item)
      onSaved()
    },
  })
}
