import type { SurveyDraft, SurveyDraftSection, SurveyGap } from '@fonema/contract'
import { longestLabel, longestTitle } from '@fonema/contract/survey-limits'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { TitleFields } from '../../ui/TitleFields.tsx'
import { changeSection } from './edit.ts'
import { gapsAt } from './gaps.ts'
import { Languages } from './Languages.tsx'
import { withText } from './locales.ts'

type SectionEditorProps = {
  draft: SurveyDraft
  section: SurveyDraftSection
  gaps: readonly SurveyGap[]
  onChange: (draft: SurveyDraft) => void
}
const empty = { title: '', description: '' }

/** One section: its title and its introduction in each language. */
export function SectionEditor({ draft, section, gaps, onChange }: SectionEditorProps) {
  const { t } = useTranslation()
  const { idOf, codeOf, countIn } = gapsAt(gaps, 'section', section.key)
  const errorAt = (field: string, locale: string) => {
    const code = codeOf(field, locale)
    return code === undefined ? undefined : t(`builder__gap__${code}`)
  }
  return (
    <Card title={t('builder__section__card')}>
      <Languages locales={draft.locales} id={idOf('languages')} missingIn={countIn}>
        {(locale) => {
          const texts = section.texts[locale] ?? empty
          const change = (changes: Partial<typeof empty>) =>
            onChange(changeSection(draft, section.key, { texts: withText(section.texts, locale, empty, changes) }))
          return (
            <TitleFields
              locale={locale}
              title={{
                id: idOf('title', locale),
                label: t('builder__field__title'),
                value: texts.title,
                maxLength: longestTitle,
                error: errorAt('title', locale),
                onChange: (title) => change({ title }),
              }}
              text={{
                id: idOf('description', locale),
                label: t('builder__section__description'),
                value: texts.description,
                maxLength: longestLabel,
                error: errorAt('description', locale),
                onChange: (description) => change({ description }),
              }}
            />
          )
        }}
      </Languages>
    </Card>
  )
}
