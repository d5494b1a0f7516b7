import type { NewSpeakerTrack } from '@fonema/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { type ItemPath, refreshTranscript } from '../session/useTranscript.ts'

const speakers = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/' as const

const tracksQuery = (item: ItemPath) => queryFor(`GET ${speakers}`, { params: item })

/** Who corrected who speaks when, newest first. */
export const useTracks = (item: ItemPath, enabled: boolean) => useQuery({ ...tracksQuery(item), enabled })

/** Saves who speaks when and refetches the session's results, because its sound is measured again. */
export function useSaveTrack(item: ItemPath, onSaved: () => void) {
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: NewSpeakerTrack) =>
      call(`POST ${speakers}`, { params: item, body, idempotencyKey: keyFor(body) }),
    onSuccess: async () => {
      renew()
      await Promise.all([
        client.invalidateQueries({ queryKey: tracksQuery(item).queryKey }),
        refreshTranscript(client, item),
      ])
      onSaved()
    },
  })
}
