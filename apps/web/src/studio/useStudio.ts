import type { ProtocolDraft, StoredProtocolDraft } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { keyFrom } from '../ui/free-names.ts'
import { useEditedDraft } from '../ui/useEditedDraft.ts'

/** The protocol under the editor's hands. */
export function useStudio(stored: StoredProtocolDraft) {
  const client = useQueryClient()
  const params = { draft_id: stored.id }
  const invalidateList = () => void client.invalidateQueries({ queryKey: queryKeyOf('GET /protocol_drafts/') })
  return useEditedDraft<ProtocolDraft, StoredProtocolDraft>(stored, {
    read: () => call('GET /protocol_drafts/{draft_id}/', { params }),
    change: (body) => call('PATCH /protocol_drafts/{draft_id}/', { params, body }),
    async copy(content) {
      const others = await call('GET /protocol_drafts/')
      const key = keyFrom(
        content.key,
        others.map((other) => other.key),
        'protocol',
      )
      const copy = await call('POST /protocol_drafts/', { body: { content: { ...content, key } } })
      invalidateList()
      return copy
    },
    onAccepted(answer) {
      client.setQueryData([...queryKeyOf('GET /protocol_drafts/{draft_id}/', { params })], answer)
      invalidateList()
    },
  })
}
export type Studio = ReturnType<typeof useStudio>
