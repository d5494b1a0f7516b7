import type { Participant, Survey, SurveyResponse } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWorksOffline } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { type Draft, useDrafts } from '../ui/drafts.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { Unsaved } from '../ui/Unsaved.tsx'
import { useDraft } from '../ui/useDraft.ts'
import { emptyValues, type FormValues, isEmptyForm } from './form-values.ts'
import { ResponseView } from './ResponseView.tsx'
import { SurveyForm } from './SurveyForm.tsx'
import { SurveyPicker } from './SurveyPicker.tsx'

type SurveyModalProps = {
  participant: Pick<Participant, 'id' | 'code' | 'locale'>
  /** A survey to continue at once, from a draft. */
  surveyId?: string | undefined
  /** The planned visit that the survey fulfils: its survey opens at once. */
  visitId?: string | undefined
  onClose: () => void
}

type Chosen = { survey: Survey; start: FormValues }

/** Choose a survey, fill it in, see its sums. Answers are stored in this browser until they are sent or discarded. */
export function SurveyModal({ participant, surveyId, visitId, onClose }: SurveyModalProps) {
  const { t } = useTranslation()
  const surveys = useQuery(queryFor('GET /surveys/examiner/'))
  const { drafts } = useDrafts<FormValues>(participant.id)
  const [found, setFound] = useState<readonly Draft<FormValues>[] | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [saved, setSaved] = useState<SurveyResponse | null>(null)

  useEffect(() => {
    let isCurrent = true
    void drafts?.list().then((list) => isCurrent && setFound(list))
    return () => {
      isCurrent = false
    }
  }, [drafts])

  const draftOf = (id: string) => found?.find((draft) => draft.id === id)
  const wanted = surveys.data?.find(({ id }) => id === surveyId)
  const wantedDraft = wanted && draftOf(wanted.id)
  const opensAtOnce = wanted !== undefined && found !== null && (wantedDraft !== undefined || visitId !== undefined)
  const filling = chosen ?? (opensAtOnce ? { survey: wanted, start: wantedDraft?.values ?? emptyValues } : null)

  function finish(response: SurveyResponse | null) {
    if (response === null) return onClose()
    setSaved(response)
    if (response.scores.length === 0 && response.alerts.length === 0) onClose()
  }

  const title =
    filling === null
      ? t('surveys__modal__choose', { code: participant.code })
      : t('surveys__modal__title', { survey: filling.survey.name, code: participant.code })
  return (
    <Dialog opened size="xl" title={title} onClose={onClose}>
      {saved !== null ? (
        <>
          <ResponseView response={saved} isBrief />
          <DialogButtons>
            <Button data-autofocus onClick={onClose}>
              {t('base__dialog__close')}
            </Button>
          </DialogButtons>
        </>
      ) : filling !== null ? (
        <Filling
          survey={filling.survey}
          participant={participant}
          visitId={visitId}
          start={filling.start}
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
  )
}

type FillingProps = Chosen &
  Pick<SurveyModalProps, 'participant' | 'visitId'> & { onSaved: (response: SurveyResponse | null) => void }

function Filling({ survey, participant, visitId, start, onSaved }: FillingProps) {
  const [values, setValues] = useState(start)
  const worksOffline = useWorksOffline()
  const isEmpty = isEmptyForm(values)
  // The list above has already read the draft to show that it exists.
  const draft = useDraft(participant.id, survey.id, isEmpty ? null : values, () => {})
  return (
    <>
      <Unsaved when={values !== start && !isEmpty} draft={draft.handle} />
      <SurveyForm
        survey={survey}
        participant={participant}
        visitId={visitId}
        worksOffline={worksOffline}
        start={start}
        onChange={setValues}
        onSaved={(response) => {
          draft.discard()
          onSaved(response)
        }}
      />
    </>
  )
}
