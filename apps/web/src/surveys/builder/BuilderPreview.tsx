import type { Answers, Locale, Survey, SurveyDraft, SurveyResponse } from '@fonema/contract'
import { judgeAnswers } from '@fonema/contract/survey-scores'
import { versionOf } from '@fonema/contract/survey-versions'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import editor from '../../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { localeName } from '../../ui/locale-name.ts'
import { emptyValues } from '../form-values.ts'
import { ResponseView } from '../ResponseView.tsx'
import { SurveyForm } from '../SurveyForm.tsx'

type BuilderPreviewProps = { draft: SurveyDraft; onClose: () => void }

/** The survey as an examiner fills it in, with its scores and notices at the end. Nothing is sent. */
export function BuilderPreview({ draft, onClose }: BuilderPreviewProps) {
  const { t } = useTranslation()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data
  const [code, setCode] = useState(draft.locales[0]!)
  const [answers, setAnswers] = useState<Answers | null>(null)
  const locale = locales?.find((one) => one.code === code)
  const survey = locale && surveyOf(draft, locale)
  return (
    <Dialog opened title={t('studio__preview__title')} size="xl" onClose={onClose}>
      <p className={editor.hint}>{t('builder__preview__hint')}</p>
      {draft.locales.length > 1 && (
        <NativeSelect
          mb="md"
          label={t('studio__preview__language')}
          value={code}
          data={draft.locales.map((one) => ({ value: one, label: localeName(one, currentLanguage()) }))}
          onChange={({ currentTarget }) => {
            setCode(currentTarget.value)
            setAnswers(null)
          }}
        />
      )}
      {survey === undefined ? (
        <Loading />
      ) : answers === null ? (
        <SurveyForm key={code} survey={survey} start={emptyValues} onChange={() => {}} onTried={setAnswers} />
      ) : (
        <>
          <ResponseView response={responseOf(draft, survey, answers)} />
          <DialogButtons cancel={{ text: t('builder__preview__again'), onClick: () => setAnswers(null) }}>
            <Button data-autofocus onClick={onClose}>
              {t('base__dialog__close')}
            </Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}

/** The draft in one language as examiners get it. It has no id: it is not stored. */
function surveyOf(draft: SurveyDraft, locale: Locale): Survey {
  const { name, description } = draft.texts[locale.code] ?? { name: '', description: '' }
  return {
    id: 'preview' as Survey['id'],
    name,
    description,
    locale,
    licence: draft.licence,
    source: draft.source,
    sections: versionOf(draft, locale.code)
      .sections.filter(({ fields }) => fields.length > 0)
      .map(({ title, description, fields }, at) => ({
        id: `section-${at}`,
        title,
        description: description ?? null,
        fields: fields.map((field) => ({
          ...field,
          id: field.name,
          required: field.required === true,
          help: field.help ?? null,
        })),
      })),
  }
}

function responseOf(draft: SurveyDraft, survey: Survey, answers: Answers): SurveyResponse {
  const fields = survey.sections.flatMap((section) => section.fields)
  const known = new Set(fields.map(({ name }) => name))
  const { scores, alerts } = versionOf(draft, survey.locale.code)
  // An unfinished score may name a field that is gone.
  const countable = scores.filter((score) => score.fields.every((name) => known.has(name)))
  return {
    id: 'preview' as SurveyResponse['id'],
    participant: 'preview' as SurveyResponse['participant'],
    date_created: new Date().toISOString(),
    active: true,
    is_completed: true,
    survey_id: survey.id,
    ...judgeAnswers(fields, { scores: countable, alerts: alerts.filter(({ field }) => known.has(field)) }, answers),
    // A draft has no version yet.
    survey: { ...survey, wording_version: 0, fields },
    responses: fields.flatMap(({ id, name, type }) =>
      Object.hasOwn(answers, name) ? [{ survey_field: { id, name, type }, value: answers[name]! }] : [],
    ),
  }
}
