import type { Participant } from '@fonema/contract'
import { rangeOf } from '@fonema/contract/ranges'
import { Alert, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { useAccess, useUser } from '../api/current-user.ts'
import { keepParticipant, useParticipant } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'
import { showSuccess } from '../ui/alerts.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { DraftNotice } from '../ui/DraftNotice.tsx'
import { dayIn } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { StatusPage } from '../ui/StatusPage.tsx'
import { Unsaved } from '../ui/Unsaved.tsx'
import { useDraft } from '../ui/useDraft.ts'
import { useTitle } from '../ui/useTitle.ts'
import { ConsentCard } from './ConsentCard.tsx'
import classes from './EditPage.module.css'
import { MoreFields } from './MoreFields.tsx'
import { ParticipantFacts } from './ParticipantFacts.tsx'
import {
  checkEdit,
  differing,
  fieldsOfDraft,
  phoneCountryOf,
  type RegistrationField,
  type RegistrationValues,
  toChanges,
  toValues,
} from './registration.ts'
import { ShortFields } from './ShortFields.tsx'

export function EditPage() {
  const { t } = useTranslation()
  const { participant_id = '' } = useParams()
  const { data: participant, error, refetch } = useParticipant(participant_id)
  const mayEdit = useAccess({ feature: 'editParticipant' })
  const isReadOnly = !mayEdit || participant?.active === false
  const title = t(isReadOnly ? 'participants__edit__read_title' : 'participants__edit__title')
  useTitle(title)

  if (participant === null) return <StatusPage status={404} />
  if (participant === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.page}>
      <BackLink to={links.participant(participant.id)}>{t('participants__edit__back')}</BackLink>
      <h1>{title}</h1>
      <Card title={participant.code}>
        {isReadOnly ? (
          <>
            <Alert color="gray" mb="md">
              {t(mayEdit ? 'participants__edit__restore_first' : 'participants__list__mode_lacks')}
            </Alert>
            <ParticipantFacts participant={participant} />
          </>
        ) : (
          <EditForm key={participant.id} participant={participant} />
        )}
      </Card>
      <div className={classes.consent}>
        <ConsentCard key={participant.id} participant={participant} />
      </div>
    </div>
  )
}

/** The registration form, with no required fields. */
function EditForm({ participant }: { participant: Participant }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const { locale: ownLocale, organization } = useUser()
  const countries = useQuery({ ...queryFor('GET /dashboard/countries/'), staleTime: Number.POSITIVE_INFINITY })
  const stored = useMemo(() => toValues(participant), [participant])
  const form = useForm({ initialValues: stored })
  const values: RegistrationValues = form.values
  const phoneCountry = phoneCountryOf(values, ownLocale.country, countries.data ?? [])
  const dialCode = countries.data?.find(({ code }) => code === phoneCountry)?.dial_code ?? ''
  const changes = toChanges(values, stored, dialCode)
  // Sends only the changed fields, so that another user's changes to the others are kept.
  const unsaved = differing(values, stored)
  const { phone_country: _, ...ownFields } = unsaved
  const isDirty = Object.keys(ownFields).length > 0
  const draft = useDraft('participant', participant.id, isDirty ? unsaved : null, (found) =>
    form.setValues({ ...fieldsOfDraft(found), ...differing(form.getValues(), stored) }),
  )

  function showErrors(errors: Partial<Record<RegistrationField, string>>, container: HTMLFormElement) {
    flushSync(() => form.setErrors(errors))
    const first = Object.keys(values).find((field) => errors[field as RegistrationField] !== undefined)
    if (first !== undefined) container.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const save = useMutation({
    mutationFn: (_: HTMLFormElement) =>
      call('PATCH /user/participants/{participant_id}/', { params: { participant_id: participant.id }, body: changes }),
    onSuccess: (saved) => {
      draft.discard()
      keepParticipant(client, saved)
      form.setValues({ ...toValues(saved), phone_country: values.phone_country })
      showSuccess(t('participants__edit__saved', { code: saved.code }))
    },
    onError: (error, container) => showErrors(fieldErrorsOf(error, Object.keys(values), texts), container),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const container = event.currentTarget
    const wrong = checkEdit(values, stored, dayIn(organization.time_zone, new Date()), dialCode)
    const errors = Object.fromEntries(
      Object.entries(wrong).map(([field, code]) => [field, texts.ofFieldCode(code, rangeOf(field))]),
    )
    showErrors(errors, container)
    if (Object.keys(errors).length === 0) save.mutate(container)
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Unsaved when={isDirty} draft={draft.handle} />
      {draft.isRestored && (
        <DraftNotice
          onDiscard={() => {
            draft.discard()
            form.setValues(stored)
          }}
        />
      )}
      <div className={classes.fields}>
        <ShortFields form={form} isNew={false} />
        <MoreFields form={form} countries={countries} phoneCountry={phoneCountry} dialCode={dialCode} />
      </div>
      <Button type="submit" mt="lg" loading={save.isPending} disabled={Object.keys(changes).length === 0}>
        {t('participants__edit__save')}
      </Button>
    </form>
  )
}
