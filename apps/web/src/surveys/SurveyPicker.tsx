import type { Survey } from '@fonema/contract'
import { foldedIncludes } from '@fonema/contract/fold-text'
import { Badge, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import { ChoiceCard, ChoiceCards } from '../ui/ChoiceCards.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Fold } from '../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { localeName } from '../ui/locale-name.ts'
import { Sources } from '../ui/Sources.tsx'
import classes from './Survey.module.css'
import { surveysByLanguage } from './survey-order.ts'

/** Up to this many surveys need no filter. */
const maxWithoutFilter = 6

type SurveyPickerProps = {
  surveys: readonly Survey[]
  /** Id of the participant's locale. */
  locale: string
  hasDraft: (surveyId: string) => boolean
  onChoose: (survey: Survey) => void
}

/** The surveys assigned to the examiner, those in the participant's language first and the others folded. */
export function SurveyPicker({ surveys, locale, hasDraft, onChoose }: SurveyPickerProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data
  const found = surveys.filter(({ name, description }) => foldedIncludes(`${name} ${description}`, wanted))
  const spoken = locales?.find(({ id }) => id === locale)?.lang.code ?? currentLanguage()
  const groups = surveysByLanguage(found, spoken)
  const own = groups.filter(({ language }) => language === spoken)
  const others = groups.filter(({ language }) => language !== spoken)
  const isShown = wanted !== '' || others.some(({ surveys }) => surveys.some(({ id }) => hasDraft(id)))
  const draw = ({ language, surveys }: (typeof groups)[number]) => (
    <section key={language} className={classes.group}>
      <h3 className={classes.language}>{localeName(language, currentLanguage())}</h3>
      <ChoiceCards isInDialog>
        {surveys.map((survey) => (
          <SurveyCard
            key={survey.id}
            survey={survey}
            hasDraft={hasDraft(survey.id)}
            onChoose={() => onChoose(survey)}
          />
        ))}
      </ChoiceCards>
    </section>
  )
  if (surveys.length === 0) return <EmptyState text={t('surveys__modal__none')} />
  return (
    <>
      {surveys.length > maxWithoutFilter && (
        <TextInput
          type="search"
          mb="md"
          aria-label={t('surveys__modal__filter')}
          placeholder={t('surveys__modal__filter')}
          leftSection={<SearchIcon size={18} />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <EmptyState text={t('surveys__modal__nothing_found')} />}
      {own.map(draw)}
      {others.length > 0 &&
        (own.length === 0 ? (
          others.map(draw)
        ) : (
          // A search and a draft show what they have found.
          <Fold
            key={String(isShown)}
            title={`${t('surveys__modal__other_languages')} (${others.flatMap(({ surveys }) => surveys).length})`}
            isOpen={isShown}
          >
            {others.map(draw)}
          </Fold>
        ))}
      <Sources of={surveys} />
    </>
  )
}

function SurveyCard({ survey, hasDraft, onChoose }: { survey: Survey; hasDraft: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  const { name, description, locale } = survey
  return (
    <ChoiceCard name={name} lang={locale.code} onChoose={onChoose}>
      {hasDraft && (
        <Badge color="yellow" variant="light">
          {t('surveys__modal__draft')}
        </Badge>
      )}
      <span lang={locale.code}>{description}</span>
    </ChoiceCard>
  )
}
