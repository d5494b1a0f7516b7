import type { SurveyDraft, SurveyGap } from '@fonema/contract'
import { GapCard } from '../../ui/GapCard.tsx'
import { type TextKey, useTranslation } from '../../ui/i18n.ts'
import { fieldId } from './gaps.ts'
import { useNames } from './useNames.ts'

type GapListProps = {
  id: string
  draft: SurveyDraft
  gaps: readonly SurveyGap[]
  /** What is stored is published as it is. */
  isPublished: boolean
  onGo: (gap: SurveyGap) => void
}

/** What is missing before the survey can be published. */
export function GapList({ id, draft, gaps, isPublished, onGo }: GapListProps) {
  const { t } = useTranslation()
  const { nameOf } = useNames(draft)
  // Options and bands have their place in the name of the field.
  const fieldOf = (field: string) => `builder__field__${field.replace(/\.[^.]+\./, '_each_')}` as TextKey
  return (
    <GapCard
      id={id}
      gaps={gaps}
      noneText={t(isPublished ? 'builder__gaps__published' : 'builder__gaps__none')}
      idOf={fieldId}
      namesOf={(gap) => [nameOf(gap), t(fieldOf(gap.field))]}
      problemOf={({ code }) => t(`builder__gap__${code}`)}
      onGo={onGo}
    />
  )
}
