import type { Answers, Participant, Survey, SurveyResponse } from '@fonema/contract'
import { checkAnswers } from '@fonema/contract/survey-answers'
import { Button, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../api/call.ts'
import { isAway } from '../api/device-answers.ts'
import { keepEntry } from '../api/outbox.ts'
import { queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showFormError, showSuccess } from '../ui/alerts.ts'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Sources } from '../ui/Sources.tsx'
import { FieldControl } from './FieldControl.tsx'
import { type FormValues, shownIn, toAnswers } from './form-values.ts'
import classes from './Survey.module.css'

type SurveyFormProps = {
  survey: Survey
  start: FormValues
  onChange: (values: FormValues) => void
} & (ForParticipant | { onTried: (answers: Answers) => void })
type ForParticipant = {
  participant: Pick<Participant, 'id' | 'code'>
  visitId?: string | undefined
  /** Without a network the answers wait in the outbox of this device. */
  worksOffline: boolean
  /** Null: they wait. */
  onSaved: (response: SurveyResponse | null) => void
}
type Body = { survey_id: string; response: Answers }

/**
 * Shows one section at a time. Errors appear under their fields, and the first one gets the focus. Without a participant,
 * the answers are not sent.
 */
export function SurveyForm({ survey, start, onChange, ...purpose }: SurveyFormProps) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [index, setIndex] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const headingId = useId()
  const fields = useMemo(() => survey.sections.flatMap((section) => section.fields), [survey])
  const section = survey.sections[index]!
  const isLast = index === survey.sections.length - 1

  const latest = useRef(values)
  const change = useCallback(
    (part: keyof FormValues, name: string, value: string | readonly string[]) => {
      const { current } = latest
      latest.current = { ...current, [part]: { ...current[part], [name]: value } }
      setValues(latest.current)
      setErrors(({ [name]: _, ...others }) => others)
      onChange(latest.current)
    },
    [onChange],
  )
  const choose = useCallback(
    (name: string, value: string | readonly string[]) => change('chosen', name, value),
    [change],
  )
  const say = useCallback((name: string, words: string) => change('other', name, words), [change])

  const rangeOfField = (name: string) => fields.find((field) => field.name === name)
  const sectionOf = (name: string) => survey.sections.findIndex(({ fields }) => fields.some((f) => f.name === name))

  function turnTo(next: number) {
    flushSync(() => setIndex(next))
    document.getElementById(headingId)?.focus()
  }

  function showErrors(wrong: Record<string, string>) {
    const first = fields.find(({ name }) => wrong[name] !== undefined)
    flushSync(() => {
      setErrors(wrong)
      if (first !== undefined) setIndex(sectionOf(first.name))
    })
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
  }

  const save = useMutation({
    mutationFn: async ({ body, participant, visitId, worksOffline }: ForParticipant & { body: Body }) => {
      const idempotencyKey = keyFor(body)
      const sent = visitId === undefined ? body : { ...body, visit_id: visitId }
      try {
        const params = { participant_id: participant.id }
        return await call('POST /surveys/responses/{participant_id}/', { params, body: sent, idempotencyKey })
      } catch (error) {
        if (!worksOffline || !isAway(error)) throw error
        await keepEntry(participant.id, { kind: 'survey', name: survey.name, key: idempotencyKey, body: sent })
        return null
      }
    },
    onSuccess: async (response, { participant, onSaved }) => {
      renew()
      if (response === null) {
        showSuccess(t('surveys__form__kept', { survey: survey.name, code: participant.code }))
        return onSaved(null)
      }
      showSuccess(t('surveys__form__saved', { survey: survey.name, code: participant.code }))
      onSaved(response)
      const params = { participant_id: participant.id }
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeyOf('GET /surveys/responses/{participant_id}/', { params }) }),
        client.invalidateQueries({ queryKey: queryKeyOf('GET /today/') }),
      ])
    },
    onError: (error) => {
      const names = fields.map(({ name }) => name)
      showErrors(fieldErrorsOf(error, names, texts, rangeOfField))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const response = toAnswers(fields, values)
    const { non_field_errors, ...wrong } = checkAnswers(fields, response).errors
    const asked = Object.entries(wrong).filter(([name]) => isLast || sectionOf(name) <= index)
    if (asked.length > 0 || (isLast && non_field_errors !== undefined)) {
      if (isLast && non_field_errors !== undefined) showFormError(t('form_hook__empty_data'))
      showErrors(
        Object.fromEntries(
          asked.map(([name, codes]) => [
            name,
            codes.map((code) => texts.ofFieldCode(code, rangeOfField(name))).join(' '),
          ]),
        ),
      )
    } else if (isLast && 'onTried' in purpose) purpose.onTried(response)
    else if (isLast && 'participant' in purpose) save.mutate({ ...purpose, body: { survey_id: survey.id, response } })
    else turnTo(index + 1)
  }

  const step = t('surveys__form__section', { number: index + 1, total: survey.sections.length })
  return (
    <form ref={form} onSubmit={submit} noValidate autoComplete="off">
      <p className={classes.step} aria-live="polite">
        {step}
      </p>
      <Progress value={((index + 1) / survey.sections.length) * 100} aria-label={step} size="sm" mb="md" />
      <div lang={survey.locale.code} className={classes.fields}>
        <h3 id={headingId} tabIndex={-1} className={classes.section} data-autofocus>
          {section.title}
        </h3>
        {section.description !== null && <p className={classes.text}>{section.description}</p>}
        {shownIn(fields, values)
          .filter((field) => section.fields.includes(field))
          .map((field) => (
            <FieldControl
              key={field.name}
              field={field}
              value={values.chosen[field.name]}
              other={values.other[field.name] ?? ''}
              error={errors[field.name]}
              onChoose={choose}
              onSay={say}
            />
          ))}
      </div>
      <DialogButtons
        cancel={index > 0 ? { text: t('surveys__form__back'), onClick: () => turnTo(index - 1) } : undefined}
      >
        <Button type="submit" loading={save.isPending}>
          {t(isLast ? ('onTried' in purpose ? 'surveys__form__try' : 'surveys__form__save') : 'surveys__form__next')}
        </Button>
      </DialogButtons>
      <Sources of={[survey]} />
    </form>
  )
}
