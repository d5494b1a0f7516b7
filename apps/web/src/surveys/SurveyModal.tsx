import type { Participant, Survey, SurveyResponse } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../api/query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { type Draft, useDrafts } from './drafts.ts'
import { emptyValues, type FormValues, isEmptyForm } from './form-values.ts'
import { ResponseView } from './ResponseView.tsx'
import classes from './Survey.module.css'
import { SurveyForm } from './SurveyForm.tsx'
import { SurveyPicker } from './SurveyPicker.tsx'

type SurveyModalProps = {
  participant: Pick<Participant, 'id' | 'code' | 'locale'>
  /** A survey to go on with at once: the one of a draft. */
  surveyId?: string | undefined
  onClose: () => void
}

type Filling = { survey: Survey; start: FormValues }

/** Choose a survey, fill it in, see its sums. What was typed stays in this browser until it is sent or discarded. */
export function SurveyModal({ participant, surveyId, onClose }: SurveyModalProps) {
  const { t } = useTranslation()
  const surveys = useQuery(queryFor('GET /surveys/examiner/'))
  const drafts = useDrafts(participant.id)
  const [found, setFound] = useState<readonly Draft[] | null>(null)
  const [chosen, setChosen] = useState<Filling | null>(null)
  const [values, setValues] = useState<FormValues | null>(null)
  const [saved, setSaved] = useState<SurveyResponse | null>(null)
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    let isCurrent = true
    void drafts?.list().then((list) => isCurrent && setFound(list))
    return () => {
      isCurrent = false
    }
  }, [drafts])

  const draftOf = (id: string) => found?.find((draft) => draft.surveyId === id)
  const wanted = surveys.data?.find(({ id }) => id === surveyId)
  const wantedDraft = wanted && draftOf(wanted.id)
  const filling = chosen ?? (wanted && wantedDraft ? { survey: wanted, start: wantedDraft.values } : null)
  const openId = filling?.survey.id
  const isDirty = saved === null && values !== null && !isEmptyForm(values)

  useEffect(() => {
    if (drafts === null || openId === undefined || values === null || saved !== null) return
    const timer = setTimeout(() => void drafts.save(openId, values), 300)
    return () => clearTimeout(timer)
  }, [drafts, openId, values, saved])

  async function keepAndClose() {
    if (openId !== undefined && values !== null) await drafts?.save(openId, values)
    onClose()
  }

  function discardAndClose() {
    if (openId !== undefined) drafts?.discard(openId)
    onClose()
  }

  function finish(response: SurveyResponse) {
    drafts?.discard(response.survey_id)
    setSaved(response)
    if (response.scores.length === 0 && response.alerts.length === 0) onClose()
  }

  const title =
    filling === null
      ? t('surveys__modal__choose', { code: participant.code })
      : t('surveys__modal__title', { survey: filling.survey.name, code: participant.code })
  return (
    <>
      <Dialog
        opened
        size="xl"
        title={title}
        closeOnClickOutside={!isDirty}
        onClose={() => (isDirty ? setAsking(true) : onClose())}
      >
        {saved !== null ? (
          <>
            <ResponseView response={saved} isBrief />
            <Button mt="lg" data-autofocus onClick={onClose}>
              {t('base__dialog__close')}
            </Button>
          </>
        ) : filling !== null ? (
          <SurveyForm
            survey={filling.survey}
            participant={participant}
            start={filling.start}
            onChange={setValues}
            onSaved={finish}
          />
        ) : surveys.data !== undefined ? (
          <SurveyPicker
            surveys={surveys.data}
            locale={participant.locale}
            hasDraft={(id) => draftOf(id) !== undefined}
            onChoose={(survey) => setChosen({ survey, start: draftOf(survey.id)?.values ?? emptyValues })}
          />
        ) : surveys.error !== null ? (
          <ErrorState error={surveys.error} onRetry={() => void surveys.refetch()} />
        ) : (
          <Loading />
        )}
      </Dialog>
      <Dialog opened={isAsking} title={t('surveys__leave__title')} onClose={() => setAsking(false)}>
        <p className={classes.text}>{t(drafts === null ? 'surveys__leave__lost' : 'surveys__leave__text')}</p>
        <div className={classes.buttons}>
          <Button data-autofocus onClick={() => setAsking(false)}>
            {t('surveys__leave__stay')}
          </Button>
          {drafts !== null && (
            <Button variant="default" onClick={() => void keepAndClose()}>
              {t('surveys__leave__keep')}
            </Button>
          )}
          <Button variant="default" color="red" onClick={discardAndClose}>
            {t('surveys__leave__discard')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
