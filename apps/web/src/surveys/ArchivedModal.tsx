import type { Participant } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { queryFor } from '../api/query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { type Draft, useDrafts } from '../ui/drafts.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import type { FormValues } from './form-values.ts'
import classes from './Survey.module.css'

type ArchivedModalProps = {
  participant: Pick<Participant, 'id' | 'active'>
  /** The archived surveys, which can be restored. */
  children: ReactNode
  onContinue: (surveyId: string) => void
  onClose: () => void
}

/** Surveys begun but not submitted on this device, and the archived ones. */
export function ArchivedModal({ participant, children, onContinue, onClose }: ArchivedModalProps) {
  const { t } = useTranslation()
  const surveys = useQuery(queryFor('GET /surveys/examiner/'))
  const { drafts } = useDrafts<FormValues>(participant.id)
  const [found, setFound] = useState<readonly Draft<FormValues>[]>([])
  useEffect(() => {
    let isCurrent = true
    void drafts?.list().then((list) => isCurrent && setFound(list))
    return () => {
      isCurrent = false
    }
  }, [drafts])

  const known = found.flatMap((draft) => {
    const survey = surveys.data?.find(({ id }) => id === draft.id)
    return survey === undefined ? [] : [{ draft, survey }]
  })
  return (
    <Dialog opened size="lg" title={t('surveys__archived__title')} onClose={onClose}>
      {known.length > 0 && (
        <section className={classes.group}>
          <h3 className={classes.language}>{t('surveys__archived__drafts')}</h3>
          <ul className={classes.drafts}>
            {known.map(({ draft, survey }) => (
              <li key={survey.id} className={classes.draft}>
                <span className={classes.draftText}>
                  <strong lang={survey.locale.code}>{survey.name}</strong>
                  <span>{formatApiDate(draft.savedAt, currentLanguage())}</span>
                </span>
                {participant.active && (
                  <Button
                    variant="light"
                    aria-label={t('surveys__archived__continue_label', { survey: survey.name })}
                    onClick={() => onContinue(survey.id)}
                  >
                    {t('surveys__archived__continue')}
                  </Button>
                )}
                <Button
                  variant="default"
                  aria-label={t('surveys__archived__discard_label', { survey: survey.name })}
                  onClick={() => {
                    drafts?.discard(survey.id)
                    setFound((list) => list.filter((one) => one !== draft))
                  }}
                >
                  {t('base__draft__discard')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={classes.group}>
        <h3 className={classes.language}>{t('surveys__archived__archived')}</h3>
        {children}
      </section>
    </Dialog>
  )
}
