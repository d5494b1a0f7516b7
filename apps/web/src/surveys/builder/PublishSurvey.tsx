import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { type DraftAction, PublishDraft } from '../../ui/PublishDraft.tsx'
import type { Builder } from './useBuilder.ts'

type PublishSurveyProps = { builder: Builder; gapCount: number; onGaps: () => void }

/** Publishes, retires or deletes the survey. */
export function PublishSurvey({ builder, gapCount, onGaps }: PublishSurveyProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { survey_draft_id: builder.server.id }
  async function act(action: DraftAction, revision: number, idempotencyKey: string) {
    const body = { revision }
    if (action === 'remove') {
      await call('DELETE /survey_drafts/{survey_draft_id}/', { params })
      await navigate(links.surveys)
    } else if (action === 'publish') {
      builder.accept(await call('POST /survey_drafts/{survey_draft_id}/publish/', { params, body, idempotencyKey }))
      showSuccess(t('builder__publish__done'))
    } else {
      builder.accept(await call('POST /survey_drafts/{survey_draft_id}/retire/', { params, body }))
      showSuccess(t('builder__retire__done'))
    }
    for (const key of ['GET /survey_drafts/', 'GET /organizations/', 'GET /surveys/examiner/'] as const)
      await client.invalidateQueries({ queryKey: queryKeyOf(key) })
  }
  return (
    <PublishDraft
      edited={builder}
      gapCount={gapCount}
      onGaps={onGaps}
      questionOf={(action) => ({
        title: t(`builder__question__title_${action}`),
        text: t(`builder__question__text_${action}`),
      })}
      onAct={act}
    />
  )
}
