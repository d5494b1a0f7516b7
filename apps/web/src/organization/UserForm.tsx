import type { ImpersonationGrant, Locale, Organization, User } from '@fonema/contract'
import { Button, Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess, useUser } from '../api/current-user.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showSuccess } from '../ui/alerts.ts'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { Unsaved, useCloseDialog } from '../ui/Unsaved.tsx'
import classes from './AdminPage.module.css'
import { GrantsField } from './GrantsField.tsx'
import { InvitationField } from './invitations/InvitationField.tsx'
import { LockField } from './LockField.tsx'
import { AssignedFields } from './packages/AssignedFields.tsx'
import { startOf } from './packages/packages-of.ts'
import { SecondFactorField } from './SecondFactorField.tsx'
import { initialValues, mergeFailures, type StoredUser, saveUser, type UserValues } from './save-user.ts'
import { TransferField } from './TransferField.tsx'
import type { UserModalProps } from './UserModal.tsx'

type Form = ReturnType<typeof useUserForm>

export function UserForm({
  edited,
  organization,
  users,
  examiners,
  grants,
  onClose,
}: UserModalProps & { grants: ImpersonationGrant[] }) {
  const { t } = useTranslation()
  const { id: ownId, locale } = useUser()
  const isOwner = useAccess({ role: 'owner' })
  // A user who was created stays created, even if one of the other calls is refused.
  const [user, setUser] = useState(edited === 'new' ? null : edited)
  const examiner = examiners.find(({ id }) => id === user?.roles.examiner_id)
  // A former examiner may still have participants.
  const record = examiners.find(({ user_id }) => user_id === user?.id)
  // With what has happened since the form opened, such as the fate of a mail.
  const stored = users.find(({ id }) => id === user?.id)
  const form = useUserForm({ user, examiner, grants }, organization, locale.id)
  const save = useSave({ user, examiner, grants }, form, setUser, onClose)
  const close = useCloseDialog()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? [locale]
  const packages = useQuery(queryFor('GET /organizations/packages/')).data ?? []
  const [isChosen, setChosen] = useState(false)
  /** Until somebody chooses, a new examiner gets what belongs to the language. */
  function restart(localeId: string) {
    const language = locales.find(({ id }) => id === localeId)?.lang.code
    if (record !== undefined || isChosen || language === undefined) return
    const { surveys, protocols } = startOf(language, packages, organization)
    form.setValues({ surveys: [...surveys], protocols: [...protocols] })
  }
  const isOwnersRecord = user?.roles.is_owner === true
  const isReadOnly = isOwnersRecord && !isOwner
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Unsaved when={form.isDirty()} />
      {isReadOnly && <p className={classes.note}>{t('organization__user__owner_only')}</p>}
      <PersonFields form={form} isNew={user === null} isReadOnly={isReadOnly} locales={locales} onLocale={restart} />
      {stored !== undefined && <InvitationField user={stored} />}
      <Checkbox
        {...form.getInputProps('is_manager', { type: 'checkbox' })}
        label={t('organization__role__manager')}
        description={t('organization__role__manager_help')}
        disabled={!isOwner || isOwnersRecord}
      />
      <Checkbox
        {...form.getInputProps('is_examiner', { type: 'checkbox' })}
        onChange={(event) => {
          form.setFieldValue('is_examiner', event.currentTarget.checked)
          restart(form.values.locale)
        }}
        label={t('organization__role__examiner')}
        description={t('organization__role__examiner_help')}
      />
      <TagsInput
        disabled={isReadOnly}
        label={t('organization__user__tags')}
        description={t('organization__user__tags_help')}
        value={form.values.tags}
        error={form.errors.tags}
        onChange={(tags) =>
          form.setFieldValue('tags', [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean))])
        }
      />
      {form.values.is_examiner && (
        <AssignedFields
          packages={packages}
          organization={organization}
          assigned={form.values}
          errors={form.errors as { surveys?: string; protocols?: string }}
          onChange={(assigned) => {
            setChosen(true)
            form.setValues(assigned)
          }}
        />
      )}
      <GrantsField
        grants={form.values.grants}
        userId={user?.id}
        users={users}
        examiners={examiners}
        isFixed={isReadOnly}
        mayAdd={!isReadOnly && (isOwner || user?.id !== ownId)}
        onChange={(changed) => form.setFieldValue('grants', changed)}
      />
      {record !== undefined && <TransferField examiner={record} users={users} examiners={examiners} />}
      {user?.locked_until && <LockField user={user} lockedUntil={user.locked_until} />}
      {isOwner && user?.has_second_factor && user.id !== ownId && <SecondFactorField user={user} />}
      {user !== null && (
        <Checkbox
          {...form.getInputProps('is_active', { type: 'checkbox' })}
          label={t('organization__user__is_active')}
          description={t('organization__user__is_active_help')}
          disabled={isOwnersRecord || (user.roles.is_manager && !isOwner)}
        />
      )}
      <DialogButtons cancel={{ text: t('organization__user__cancel'), onClick: close }}>
        <Button type="submit" loading={save.isPending}>
          {t('organization__user__save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

function useUserForm(stored: StoredUser, organization: Organization, localeId: string) {
  const { t } = useTranslation()
  return useForm({
    initialValues: initialValues(stored, organization, localeId),
    validate: {
      // Directories create people without a role; a person who is invited here would find nothing to do.
      is_examiner: (is_examiner, { is_manager, grants }) =>
        stored.user !== null || is_examiner || is_manager || grants.length > 0
          ? null
          : t('organization__user__needs_role'),
    },
  })
}

/** What a saved user may change, with the first steps of a new clinic. */
const changed = [
  'GET /organizations/user/',
  'GET /organizations/examiners/',
  'GET /organizations/stats/',
  'GET /organizations/first_day/',
] as const

/** Saves, then closes. After a refusal the form stays open, and a user who was created is passed to `onSaved` anyway. */
function useSave(stored: StoredUser, form: Form, onSaved: (user: User) => void, onClose: () => void) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  return useMutation({
    mutationFn: async (values: UserValues) => {
      const saved = await saveUser(values, stored, keyFor(values))
      onSaved(saved.user)
      if (saved.failures.length > 0) throw mergeFailures(saved.failures)
      return saved.user
    },
    onSuccess: ({ first_name, last_name }) => {
      showSuccess(t('organization__user__saved', { name: `${first_name} ${last_name}`.trim() }))
      onClose()
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(form.values), texts)),
    onSettled: () => Promise.all(changed.map((key) => client.invalidateQueries({ queryKey: queryKeyOf(key) }))),
  })
}

type PersonFieldsProps = {
  form: Form
  isNew: boolean
  isReadOnly: boolean
  locales: readonly Locale[]
  onLocale: (id: string) => void
}

function PersonFields({ form, isNew, isReadOnly, locales, onLocale }: PersonFieldsProps) {
  const { t } = useTranslation()
  const field = <N extends 'first_name' | 'last_name' | 'email'>(name: N) => ({
    ...form.getInputProps(name),
    name,
    required: true,
    autoComplete: 'off',
  })
  return (
    <fieldset className={classes.two} disabled={isReadOnly}>
      <TextInput {...field('first_name')} label={t('organization__user__first_name')} maxLength={150} />
      <TextInput {...field('last_name')} label={t('organization__user__last_name')} maxLength={150} />
      <TextInput
        {...field('email')}
        type="email"
        label={t('organization__user__email')}
        readOnly={!isNew}
        description={t(isNew ? 'organization__user__invitation_help' : 'organization__user__email_help')}
        maxLength={320}
      />
      <NativeSelect
        {...form.getInputProps('locale')}
        onChange={(event) => {
          form.setFieldValue('locale', event.currentTarget.value)
          onLocale(event.currentTarget.value)
        }}
        label={t('organization__user__locale')}
        required
        data={locales.map(({ id, code }) => ({ value: id, label: localeName(code, currentLanguage()) }))}
      />
    </fieldset>
  )
}
