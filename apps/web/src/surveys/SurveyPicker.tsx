import type { Survey } from '@fonema/contract'
import { Badge, UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { currentLanguage } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { Sources } from '../ui/Sources.tsx'
import classes from './Survey.module.css'

type SurveyPickerProps = {
  surveys: readonly Survey[]
  /** Id of the participant's locale. */
  locale: string
  hasDraft: (surveyId: string) => boolean
  onChoose: (survey: Survey) => void
}

/** The surveys assigned to the examiner, those in the participant's language first. */
export function SurveyPicker({ surveys, locale, hasDraft, onChoose }: SurveyPickerProps) {
  const { t } = useTranslation()
  const spoken = surveys.find((survey) => survey.locale.id === locale)?.locale.lang.code ?? currentLanguage()
  const languages = [spoken, ...new Set(surveys.map((survey) => survey.locale.lang.code))]
  const groups = [...new Set(languages)].map((language) => ({
    language,
    surveys: surveys.filter((survey) => survey.locale.lang.code === language),
  }))
  if (surveys.length === 0) return <EmptyState text={t('surveys__modal__none')} />
  return (
    <>
      {groups
        .filter((group) => group.surveys.length > 0)
        .map(({ language, surveys }) => (
          <section key={language} className={classes.group}>
            <h3 className={classes.language}>{localeName(language, currentLanguage())}</h3>
            <ul className={classes.cards}>
              {surveys.map((survey) => (
                <SurveyCard
                  key={survey.id}
                  survey={survey}
                  hasDraft={hasDraft(survey.id)}
                  onChoose={() => onChoose(survey)}
                />
              ))}
            </ul>
          </section>
        ))}
      <Sources of={surveys} />
    </>
  )
}

function SurveyCard({ survey, hasDraft, onChoose }: { survey: Survey; hasDraft: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { name, description, locale } = survey
  return (
    <li className={classes.card}>
      {/* Its surface covers the card. */}
      <UnstyledButton className={classes.name} lang={locale.code} aria-describedby={id} onClick={onChoose}>
        {name}
      </UnstyledButton>
      <div id={id} className={classes.facts}>
        {hasDraft && (
          <Badge color="yellow" variant="light">
            {t('surveys__modal__draft')}
          </Badge>
        )}
        <span lang={locale.code}>{description}</span>
      </div>
    </li>
  )
}
