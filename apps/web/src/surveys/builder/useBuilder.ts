import type { StoredSurveyDraft, SurveyDraft } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { keyFrom } from '../../ui/free-names.ts'
import { useEditedDraft } from '../../ui/useEditedDraft.ts'

/** The survey under the editor's hands. */
export function useBuilder(stored: StoredSurveyDraft) {
  const client = useQueryClient()
  const params = { survey_draft_id: stored.id }
  const invalidateList = () => void client.invalidateQueries({ queryKey: queryKeyOf('GET /survey_drafts/') })
  return useEditedDraft<SurveyDraft, StoredSurveyDraft>(stored, {
    read: () => call('GET /survey_drafts/{survey_draft_id}/', { params }),
    change: (body) => call('PATCH /survey_drafts/{survey_draft_id}/', { params, body }),
    async copy(content) {
      const others = await call('GET /survey_drafts/')
      const key = keyFrom(
        content.key,
        others.map((other) => other.key),
        'survey',
      )
      const copy = await call('POST /survey_drafts/', { body: { content: { ...content, key } } })
      invalidateList()
      return copy
    },
    onAccepted(answer) {
      client.setQueryData([...queryKeyOf('GET /survey_drafts/{survey_draft_id}/', { params })], answer)
      invalidateList()
    },
  })
}
export type Builder = ReturnType<typeof useBuilder>
