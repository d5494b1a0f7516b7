import type { ExaminerRecord, ImpersonationGrant, Organization, User } from '@fonema/contract'
import { Button, Checkbox, MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess, useUser } from '../api/current-user.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { currentLanguage } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { localeName } from '../ui/locale-name.ts'
import { Unsaved, useCloseDialog } from '../ui/Unsaved.tsx'
import classes from './AdminPage.module.css'
import { GrantsField } from './GrantsField.tsx'
import { LockField } from './LockField.tsx'
import { SecondFactorField } from './SecondFactorField.tsx'
import { mergeFailures, saveUser, type UserValues } from './save-user.ts'
import { TransferField } from './TransferField.tsx'

export type EditedUser = User | 'new'

type UserModalProps = {
  edited: EditedUser
  organization: Organization
  users: readonly User[]
  examiners: readonly ExaminerRecord[]
  onClose: () => void
}

/** Waits for the user's grants, so that the form begins with what is there. */
export function UserModal(props: UserModalProps) {
  const { t } = useTranslation()
  const { edited, onClose } = props
  const isNew = edited === 'new'
  const grants = useQuery({
    ...queryFor('GET /organizations/impersonification/{user_id}/', { params: { user_id: isNew ? '' : edited.id } }),
    enabled: !isNew,
    gcTime: 0,
  })
  const title = isNew ? t('organization__user__create') : t('organization__user__edit')
  return (
    <Dialog opened size="lg" title={title} onClose={onClose} closeOnClickOutside={false}>
      {isNew || grants.data !== undefined ? (
        <UserForm {...props} grants={grants.data ?? []} />
      ) : grants.isError ? (
        <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function UserForm({
  edited,
  organization,
  users,
  examiners,
  grants,
  onClose,
}: UserModalProps & { grants: ImpersonationGrant[] }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const { id: ownId, locale } = useUser()
  const isOwner = useAccess({ role: 'owner' })
  const { keyFor } = useIdempotencyKey()
  // A user who was created stays created, when another of the calls is refused.
  const [user, setUser] = useState(edited === 'new' ? null : edited)
  const examiner = examiners.find(({ id }) => id === user?.roles.examiner_id)
  // Whoever was an examiner may still have participants.
  const record = examiners.find(({ user_id }) => user_id === user?.id)
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? [locale]
  const initialValues: UserValues = {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    locale: user?.locale ?? locale.id,
    tags: user?.tags ?? [],
    is_active: user?.is_active ?? true,
    is_manager: user?.roles.is_manager ?? false,
    is_examiner: user?.roles.is_examiner ?? false,
    surveys: examiner?.surveys ?? organization.available_surveys.map(({ id }) => id),
    protocols: examiner?.protocols ?? organization.available_protocols.map(({ id }) => id),
    grants,
  }
  const form = useForm({ initialValues })
  const field = <N extends 'first_name' | 'last_name' | 'email'>(name: N) => ({
    ...form.getInputProps(name),
    name,
    required: true,
    autoComplete: 'off',
  })

  const save = useMutation({
    mutationFn: async (values: UserValues) => {
      const saved = await saveUser(values, { user, examiner, grants }, keyFor(values))
      setUser(saved.user)
      if (saved.failures.length > 0) throw mergeFailures(saved.failures)
      return saved.user
    },
    onSuccess: ({ first_name, last_name }) => {
      showSuccess(t('organization__user__saved', { name: `${first_name} ${last_name}`.trim() }))
      onClose()
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(initialValues), texts)),
    onSettled: () =>
      Promise.all(
        (['GET /organizations/user/', 'GET /organizations/examiners/', 'GET /organizations/stats/'] as const).map(
          (key) => client.invalidateQueries({ queryKey: queryKeyOf(key) }),
        ),
      ),
  })

  const offered = (list: readonly { id: string; name: string; locale: { code: string } }[]) =>
    list.map(({ id, name, locale }) => ({ value: id, label: `${name} (${locale.code})` }))
  const close = useCloseDialog()
  const isOwnersRecord = user?.roles.is_owner === true
  const isReadOnly = isOwnersRecord && !isOwner
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Unsaved when={form.isDirty()} />
      {isReadOnly && <p className={classes.note}>{t('organization__user__owner_only')}</p>}
      <fieldset className={classes.two} disabled={isReadOnly}>
        <TextInput {...field('first_name')} label={t('organization__user__first_name')} maxLength={150} />
        <TextInput {...field('last_name')} label={t('organization__user__last_name')} maxLength={150} />
        <TextInput
          {...field('email')}
          type="email"
          label={t('organization__user__email')}
          readOnly={user !== null}
          {...(user !== null && { description: t('organization__user__email_help') })}
          maxLength={320}
        />
        <NativeSelect
          {...form.getInputProps('locale')}
          label={t('organization__user__locale')}
          required
          data={locales.map(({ id, code }) => ({ value: id, label: localeName(code, currentLanguage()) }))}
        />
      </fieldset>
      <TagsInput
        size="md"
        disabled={isReadOnly}
        label={t('organization__user__tags')}
        description={t('organization__user__tags_help')}
        value={form.values.tags}
        error={form.errors.tags}
        onChange={(tags) =>
          form.setFieldValue('tags', [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean))])
        }
      />
      <Checkbox
        size="md"
        {...form.getInputProps('is_manager', { type: 'checkbox' })}
        label={t('organization__role__manager')}
        disabled={!isOwner || isOwnersRecord}
      />
      <Checkbox
        size="md"
        {...form.getInputProps('is_examiner', { type: 'checkbox' })}
        label={t('organization__role__examiner')}
      />
      {form.values.is_examiner && (
        <>
          <MultiSelect
            size="md"
            {...form.getInputProps('protocols')}
            label={t('organization__user__protocols')}
            data={offered(organization.available_protocols)}
            searchable
            clearable
          />
          <MultiSelect
            size="md"
            {...form.getInputProps('surveys')}
            label={t('organization__user__surveys')}
            data={offered(organization.available_surveys)}
            searchable
            clearable
          />
        </>
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
          size="md"
          {...form.getInputProps('is_active', { type: 'checkbox' })}
          label={t('organization__user__is_active')}
          description={t('organization__user__is_active_help')}
          disabled={isOwnersRecord || (user.roles.is_manager && !isOwner)}
        />
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={close}>
          {t('organization__user__cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('organization__user__save')}
        </Button>
      </div>
    </form>
  )
}
