import type { ProtocolDraftId, ProtocolId } from '@fonema/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { saveFile } from '../../ui/save-file.ts'

export type Exported = { key: string } & ({ draft: ProtocolDraftId } | { protocol: ProtocolId })

/** Saves a draft or a published version as a ZIP file. */
export function useExport() {
  const { ofFailure } = useFailureTexts()
  return useMutation({
    mutationFn: async (wanted: Exported) => {
      const content =
        'draft' in wanted
          ? await call('GET /protocol_drafts/{draft_id}/export/', { params: { draft_id: wanted.draft } })
          : await call('GET /protocols/{protocol_id}/export/', { params: { protocol_id: wanted.protocol } })
      saveFile(`${wanted.key}.fonema.zip`, content)
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
}
