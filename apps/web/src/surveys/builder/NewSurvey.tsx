import type { SurveySummary } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { keyFrom } from '../../ui/free-names.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { NewDraft } from '../../ui/NewDraft.tsx'
import { emptySurvey } from './edit.ts'

type NewSurveyProps = {
  /** The survey to begin with; null: an empty one. */
  copyOf: SurveySummary | null
  usedKeys: readonly string[]
  onClose: () => void
}

/** Starts a survey: empty in one language, or as a copy in all languages. */
export function NewSurvey({ copyOf, usedKeys, onClose }: NewSurveyProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { keyFor } = useIdempotencyKey()
  async function start({ name, locale }: { name: string; locale: string }) {
    const body =
      copyOf === null
        ? { content: emptySurvey(keyFrom(name, usedKeys, 'survey'), name, locale) }
        : { copy_of: copyOf.id, ...(name !== '' && { name }) }
    const { id } = await call('POST /survey_drafts/', { body, idempotencyKey: keyFor(body) })
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /survey_drafts/') })
    await navigate(links.surveyDraft(id))
  }
  return (
    <NewDraft
      title={copyOf === null ? t('builder__list__new') : t('studio__list__copy_of', { name: copyOf.name })}
      copyText={copyOf === null ? null : t('builder__new__copy_text')}
      onStart={start}
      onClose={onClose}
    />
  )
}
