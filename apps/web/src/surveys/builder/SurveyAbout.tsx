import type { SurveyDraft, SurveyGap } from '@fonema/contract'
import { longestLabel, longestTitle } from '@fonema/contract/survey-limits'
import { Button, TextInput } from '@mantine/core'
import { AddLanguage } from '../../ui/AddLanguage.tsx'
import { Card } from '../../ui/Card.tsx'
import editor from '../../ui/editor.module.css'
import { useTranslation } from '../../ui/i18n.ts'
import { TitleFields } from '../../ui/TitleFields.tsx'
import { gapsAt } from './gaps.ts'
import { Languages } from './Languages.tsx'
import { addLocale, withText } from './locales.ts'

type SurveyAboutProps = {
  draft: SurveyDraft
  gaps: readonly SurveyGap[]
  onChange: (draft: SurveyDraft) => void
  onRemoveLanguage: (locale: string) => void
}

/** Name, description, terms of use and languages of the survey. */
export function SurveyAbout({ draft, gaps, onChange, onRemoveLanguage }: SurveyAboutProps) {
  const { t } = useTranslation()
  const { idOf, codeOf, countIn } = gapsAt(gaps, 'survey', null)
  const errorAt = (field: string, locale: string | null = null) => {
    const code = codeOf(field, locale)
    return code === undefined ? undefined : t(`builder__gap__${code}`)
  }
  return (
    <Card title={t('builder__outline__survey')}>
      <div className={editor.rules}>
        {(['licence', 'source'] as const).map((field) => (
          <TextInput
            key={field}
            id={idOf(field)}
            label={t(`studio__protocol__${field}`)}
            description={t(`studio__protocol__${field}_hint`)}
            value={draft[field]}
            maxLength={500}
            error={errorAt(field)}
            onChange={({ currentTarget }) => onChange({ ...draft, [field]: currentTarget.value })}
          />
        ))}
      </div>
      <Languages locales={draft.locales} id={idOf('languages')} missingIn={countIn}>
        {(locale, name) => {
          const texts = draft.texts[locale] ?? { name: '', description: '' }
          const change = (changes: Partial<typeof texts>) =>
            onChange({ ...draft, texts: withText(draft.texts, locale, { name: '', description: '' }, changes) })
          return (
            <>
              <TitleFields
                locale={locale}
                title={{
                  id: idOf('name', locale),
                  label: t('studio__protocol__name'),
                  value: texts.name,
                  maxLength: longestTitle,
                  error: errorAt('name', locale),
                  onChange: (name) => change({ name }),
                }}
                text={{
                  id: idOf('description', locale),
                  label: t('studio__protocol__description'),
                  value: texts.description,
                  maxLength: longestLabel,
                  error: errorAt('description', locale),
                  onChange: (description) => change({ description }),
                }}
              />
              {draft.locales.length > 1 && (
                <div>
                  <Button size="sm" variant="subtle" onClick={() => onRemoveLanguage(locale)}>
                    {t('studio__language__remove', { language: name })}
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Languages>
      <AddLanguage locales={draft.locales} onAdd={(locale) => onChange(addLocale(draft, locale))} />
    </Card>
  )
}
