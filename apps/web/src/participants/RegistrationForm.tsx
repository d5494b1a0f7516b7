import type { NewParticipant, Participant, ParticipantId } from '@fonema/contract'
import { rangeOf } from '@fonema/contract/ranges'
import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../api/call.ts'
import { useUser, useWorksOffline } from '../api/current-user.ts'
import { isAway } from '../api/device-answers.ts'
import { keepEntry } from '../api/outbox.ts'
import { keepParticipant } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showFormError } from '../ui/alerts.ts'
import { DraftNotice } from '../ui/DraftNotice.tsx'
import { dayIn } from '../ui/dates.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { useTranslation } from '../ui/i18n.ts'
import { ChevronDownIcon } from '../ui/icons.tsx'
import { Unsaved } from '../ui/Unsaved.tsx'
import { useDraft } from '../ui/useDraft.ts'
import { DuplicateNotice } from './DuplicateNotice.tsx'
import classes from './RegistrationForm.module.css'
import {
  checkRegistration,
  differing,
  emptyRegistration,
  fieldsOfDraft,
  isEmptyRegistration,
  phoneCountryOf,
  type RegistrationErrors,
  type RegistrationField,
  type RegistrationValues,
  shortFields,
  toNewParticipant,
} from './registration.ts'
import { ShortFields } from './ShortFields.tsx'

// Most participants are registered with the short fields.
const MoreFields = lazy(() => import('./MoreFields.tsx').then(({ MoreFields }) => ({ default: MoreFields })))

const fieldNames = Object.keys(emptyRegistration) as RegistrationField[]

type RegistrationFormProps = {
  /** `waits`: in the outbox of this device, because there is no network. */
  onRegistered: (participant: Pick<Participant, 'id' | 'code'>, waits?: 'waits') => void
  /** Values of a health record, for a person to check. They are no draft, and no draft is mixed with them. */
  given?: Partial<RegistrationValues>
  register?: (body: NewParticipant, idempotencyKey: string) => Promise<Participant>
}

/** With the id of its key, so that the same registration may also wait in the outbox. */
const withId = (body: NewParticipant, key: string) => ({ ...body, id: key as ParticipantId })
const registerHere = (body: NewParticipant, idempotencyKey: string) =>
  call('POST /user/participants/', { body: withId(body, idempotencyKey), idempotencyKey })

export function RegistrationForm({ onRegistered, given, register: send = registerHere }: RegistrationFormProps) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const worksOffline = useWorksOffline()
  const { locale: ownLocale, organization, impersonification, roles } = useUser()
  const [isOpen, setOpen] = useState(given !== undefined)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const moreId = useId()
  const { keyFor, renew } = useIdempotencyKey()
  const countries = useQuery({
    ...queryFor('GET /dashboard/countries/'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOpen,
  })

  // Most participants speak the examiner's language.
  const initialValues = { ...emptyRegistration, locale: ownLocale.id, ...given }
  const form = useForm({ initialValues })
  const values: RegistrationValues = form.values
  const isEmpty = isEmptyRegistration(values)
  // The examiner to whom the new participant belongs.
  const examinerId = impersonification?.examiner_id ?? roles.examiner_id
  const draft = useDraft('registration', given === undefined ? examinerId : null, isEmpty ? null : values, (found) => {
    const restored = { ...fieldsOfDraft(found), ...differing(form.getValues(), initialValues) }
    form.setValues(restored)
    const isFolded = (field: RegistrationField) => !shortFields.includes(field) && restored[field]?.trim()
    if (fieldNames.some(isFolded)) setOpen(true)
  })
  const phoneCountry = phoneCountryOf(values, ownLocale.country, countries.data ?? [])
  const dialCode = countries.data?.find(({ code }) => code === phoneCountry)?.dial_code ?? ''

  function showErrors(errors: Partial<Record<RegistrationField, string>>, container: HTMLFormElement | null) {
    const first = fieldNames.find((field) => errors[field] !== undefined)
    // Render before the focus moves: the invalid field may be in the collapsed part.
    flushSync(() => {
      form.setErrors(errors)
      if (fieldNames.some((field) => errors[field] !== undefined && !shortFields.includes(field))) setOpen(true)
    })
    if (first !== undefined) container?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const register = useMutation({
    mutationFn: async ({ body }: { body: ReturnType<typeof toNewParticipant>; container: HTMLFormElement }) => {
      const key = keyFor(body)
      try {
        return await send(body, key)
      } catch (error) {
        if (!worksOffline || given !== undefined || !isAway(error)) throw error
        await keepEntry(key, { kind: 'participant', body: withId(body, key) })
        return { id: key as ParticipantId, code: body.code, waits: true as const }
      }
    },
    onSuccess: (participant) => {
      renew()
      draft.discard()
      form.reset()
      if ('waits' in participant) return onRegistered(participant, 'waits')
      keepParticipant(client, participant)
      onRegistered(participant)
    },
    onError: (error, { container }) => showErrors(fieldErrorsOf(error, fieldNames, texts), container),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (register.isPending) return
    const container = event.currentTarget
    const halfTyped = halfTypedDates(container)
    if (isEmpty && halfTyped.length === 0) showFormError(t('form_hook__empty_data'))
    const wrong: RegistrationErrors = checkRegistration(values, dayIn(organization.time_zone, new Date()), dialCode)
    for (const field of halfTyped) wrong[field] = 'invalid'
    const errors = Object.fromEntries(
      Object.entries(wrong).map(([field, code]) => [field, texts.ofFieldCode(code, rangeOf(field))]),
    )
    showErrors(errors, container)
    if (Object.keys(errors).length === 0) register.mutate({ body: toNewParticipant(values, dialCode), container })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <Unsaved when={given === undefined ? !isEmpty : form.isDirty()} draft={draft.handle} />
      {draft.isRestored && (
        <DraftNotice
          onDiscard={() => {
            draft.discard()
            form.reset()
          }}
        />
      )}
      <ShortFields form={form} ownLocale={ownLocale} />
      <UnstyledButton
        className={classes.more}
        aria-expanded={isOpen}
        aria-controls={moreId}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDownIcon />
        {t(isOpen ? 'home__form__less' : 'home__form__more')}
      </UnstyledButton>
      {/* Collapsed again, the fields stay mounted: a date may be half typed. */}
      <div id={moreId} className={classes.fields} hidden={!isOpen}>
        {wasOpened && (
          <Suspense fallback={<Skeleton height={480} />}>
            <MoreFields form={form} countries={countries} phoneCountry={phoneCountry} dialCode={dialCode} />
          </Suspense>
        )}
      </div>
      <DuplicateNotice
        code={values.code}
        first_name={values.first_name}
        last_name={values.last_name}
        birthday={values.birthday}
      />
      <Button type="submit" loading={register.isPending}>
        {t('home__form__submit')}
      </Button>
    </form>
  )
}

/** A partly typed date has no value; only the browser's validity state shows it. */
function halfTypedDates(form: HTMLFormElement): RegistrationField[] {
  const dates = [...form.querySelectorAll<HTMLInputElement>('input[type="date"]')]
  return dates.filter(({ validity }) => validity.badInput).map(({ name }) => name as RegistrationField)
}
