import type { SurveyDraft, SurveyGap } from '@fonema/contract'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/Card.tsx'
import editor from '../../ui/editor.module.css'
import { currentLanguage, type TextKey } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import { fieldId } from './gaps.ts'
import { useNames } from './useNames.ts'

type GapListProps = { draft: SurveyDraft; gaps: readonly SurveyGap[]; onGo: (gap: SurveyGap) => void }

/** What is missing before the survey can be published, each with a link to its field. */
export function GapList({ draft, gaps, onGo }: GapListProps) {
  const { t } = useTranslation()
  const { nameOf } = useNames(draft)
  // Options and bands have their place in the name of the field.
  const fieldOf = (field: string) => `builder__field__${field.replace(/\.[^.]+\./, '_each_')}` as TextKey
  return (
    <Card title={t('studio__gaps__title')}>
      {gaps.length === 0 ? (
        <p className={editor.hint}>{t('builder__gaps__none')}</p>
      ) : (
        <ul className={editor.gaps}>
          {gaps.map((gap) => (
            <li key={`${fieldId(gap)}-${gap.code}`}>
              <Anchor component="button" type="button" onClick={() => onGo(gap)}>
                {[
                  nameOf(gap),
                  gap.locale === null ? null : localeName(gap.locale, currentLanguage()),
                  t(fieldOf(gap.field)),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </Anchor>
              {`: ${t(`builder__gap__${gap.code}`)}`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
