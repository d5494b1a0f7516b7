import type { Visit } from '@fonema/contract'
import { type Range, rangeOf } from '@fonema/contract/ranges'
import { Button, Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useTimeZone } from '../api/current-user.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showSuccess } from '../ui/alerts.ts'
import { DateField } from '../ui/DateField.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { dayIn } from '../ui/dates.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Unsaved, useCloseDialog } from '../ui/Unsaved.tsx'
import type { ParticipantPicker } from './PlanDialog.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { useChoices } from './useChoices.ts'
import classes from './Visits.module.css'
import { changesOf, emptyVisit, planOf, repeatOf, type VisitValues, valuesOf } from './visit-form.ts'
import { type Scope, useVisitRefresh } from './visit-queries.ts'

type VisitFormProps = {
  visit: Visit | undefined
  participantId?: string | undefined
  date?: string | undefined
  Picker?: ParticipantPicker | undefined
  onDone: () => void
}

const drawn = ['date', 'time', 'protocol_id', 'survey_id', 'duration_min', 'tolerance_days', 'note', 'repeat']

export function VisitForm({ visit, participantId, date, Picker, onDone }: VisitFormProps) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const timeZone = useTimeZone()
  const close = useCloseDialog()
  const refresh = useVisitRefresh()
  const { keyFor } = useIdempotencyKey()
  const [start] = useState<VisitValues>(() =>
    visit ? valuesOf(visit) : { ...emptyVisit, participant_id: participantId ?? '', date: date ?? '' },
  )
  const [values, setValues] = useState(start)
  const [scope, setScope] = useState<Scope>('one')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const { protocolsWith, surveysWith } = useChoices(values.participant_id)
  const today = dayIn(timeZone, new Date())
  const rangeOfField = (field: string): Range | undefined => (field === 'date' ? { min: today } : rangeOf(field))
  const changes = changesOf(start, values)
  const isChanged = Object.keys(changes).length > 0 || values.isRepeated

  const set = (change: Partial<VisitValues>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))))
  }
  const showErrors = (wrong: Readonly<Record<string, string>>) => {
    setErrors(wrong)
    const first = drawn.find((field) => wrong[field] !== undefined)
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const save = useMutation({
    mutationFn: () => {
      if (visit !== undefined)
        return call('PATCH /visits/{participant_id}/{visit_id}/', {
          params: { participant_id: visit.participant.id, visit_id: visit.id },
          body: { ...changes, scope },
        })
      const body = { ...planOf(values), repeat: repeatOf(values) }
      return call('POST /visits/{participant_id}/', {
        params: { participant_id: values.participant_id },
        body,
        idempotencyKey: keyFor({ ...body, participant: values.participant_id }),
      })
    },
    onSuccess: async ({ participant: { code }, series }) => {
      const count = visit === undefined ? (series?.count ?? 1) : 1
      showSuccess(t(visit === undefined ? 'visits__form__planned' : 'visits__form__changed', { count, code }))
      await refresh()
      onDone()
    },
    onError: (error) => showErrors(fieldErrorsOf(error, drawn, texts, rangeOfField)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const required = (['participant_id', 'date', 'time'] as const).filter((field) => values[field] === '')
    if (required.length > 0)
      return showErrors(Object.fromEntries(required.map((field) => [field, texts.ofFieldCode('required')])))
    save.mutate()
  }

  const text = (name: keyof VisitValues) => ({
    name,
    value: String(values[name]),
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <Unsaved when={isChanged} />
      {Picker !== undefined && visit === undefined && participantId === undefined && (
        <div>
          <Picker participantId={values.participant_id || null} onChange={(id) => set({ participant_id: id ?? '' })} />
          {errors.participant_id !== undefined && (
            <p className={classes.error}>{t('visits__form__participant_missing')}</p>
          )}
        </div>
      )}
      <div className={classes.pair}>
        <DateField label={t('visits__form__date')} min={today} data-autofocus {...text('date')} value={values.date} />
        <TextInput type="time" label={t('visits__form__time')} {...text('time')} />
      </div>
      <div className={classes.pair}>
        <NativeSelect
          label={t('visits__form__protocol')}
          data={protocolsWith(visit?.protocol ?? null)}
          {...text('protocol_id')}
        />
        <NativeSelect
          label={t('visits__form__survey')}
          data={surveysWith(visit?.survey ?? null)}
          {...text('survey_id')}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          type="number"
          inputMode="numeric"
          label={t('visits__form__tolerance')}
          description={t('visits__form__tolerance_hint')}
          {...text('tolerance_days')}
        />
        <TextInput
          type="number"
          inputMode="numeric"
          label={t('visits__form__duration')}
          description={t('visits__form__duration_hint')}
          {...text('duration_min')}
        />
      </div>
      <Textarea label={t('visits__form__note')} autosize minRows={2} maxRows={6} maxLength={500} {...text('note')} />
      {visit === undefined ? (
        <>
          <Checkbox
            label={t('visits__form__repeats')}
            checked={values.isRepeated}
            onChange={(event) => set({ isRepeated: event.currentTarget.checked })}
          />
          {values.isRepeated && <RepeatFields values={values} onChange={set} error={errors.repeat} />}
        </>
      ) : (
        visit.series !== null && (
          <Radio.Group
            label={t('visits__form__scope')}
            value={scope}
            onChange={(value) => setScope(value === 'following' ? 'following' : 'one')}
          >
            <Radio value="one" label={t('visits__form__scope_this')} mt="xs" />
            <Radio value="following" label={t('visits__form__scope_following')} mt="xs" />
          </Radio.Group>
        )
      )}
      <DialogButtons cancel={{ text: t('visits__form__cancel'), onClick: close }}>
        <Button type="submit" loading={save.isPending} disabled={visit !== undefined && !isChanged}>
          {t(visit === undefined ? 'visits__form__submit' : 'visits__form__save')}
        </Button>
      </DialogButtons>
    </form>
  )
}
