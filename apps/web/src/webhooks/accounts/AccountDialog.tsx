import type { ExaminerId, ServiceAccount } from '@fonema/contract'
import { featuresOfScope, type Scope, scopes } from '@fonema/contract/scopes'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { NewSecret } from '../NewSecret.tsx'
import classes from '../Webhooks.module.css'
import { DaysField, usualDays } from './DaysField.tsx'
import { scopeText } from './scope-text.ts'

type AccountDialogProps = { edited: ServiceAccount | 'new'; onClose: () => void }

/** Makes a service account and shows its key once, or changes what it may do. */
export function AccountDialog({ edited, onClose }: AccountDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const stored = edited === 'new' ? null : edited
  const [key, setKey] = useState<string | null>(null)
  const form = useForm({
    initialValues: {
      name: stored?.name ?? '',
      scopes: (stored?.scopes ?? []) as string[],
      examiner_id: stored?.examiner_id ?? '',
      networks: stored?.networks.join('\n') ?? '',
      days: usualDays,
    },
  })
  async function send({ name, networks, examiner_id, days, ...values }: typeof form.values) {
    const rights = { name, scopes: values.scopes as Scope[], networks: networks.split(/[\s,;]+/).filter(Boolean) }
    if (stored !== null) {
      const params = { service_account_id: stored.id }
      await call('PATCH /organizations/service_accounts/{service_account_id}/', { params, body: rights })
      return null
    }
    const body = { ...rights, examiner_id: (examiner_id || null) as ExaminerId | null, days: Number(days) }
    return call('POST /organizations/service_accounts/', { body, idempotencyKey: keyFor(body) })
  }
  async function onSaved(made: { key: string } | null) {
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/service_accounts/') })
    if (made !== null) return setKey(made.key)
    showSuccess(t('webhooks__accounts__saved'))
    onClose()
  }
  return (
    <FormDialog
      title={t(stored === null ? 'webhooks__accounts__add' : 'webhooks__accounts__edit')}
      form={form}
      send={send}
      onSaved={onSaved}
      cancelText={t('webhooks__form__cancel')}
      saveText={t(stored === null ? 'webhooks__accounts__make' : 'webhooks__form__save')}
      result={
        key !== null && (
          <NewSecret
            about={t('webhooks__accounts__key_about')}
            label={t('webhooks__accounts__key')}
            value={key}
            onClose={onClose}
          />
        )
      }
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        name="account_name"
        label={t('webhooks__accounts__name')}
        description={t('webhooks__accounts__name_help')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {stored === null && <WhoseField {...form.getInputProps('examiner_id')} />}
      <ScopesField {...form.getInputProps('scopes')} isOfOne={form.values.examiner_id !== ''} />
      <Textarea
        {...form.getInputProps('networks')}
        name="networks"
        label={t('webhooks__accounts__networks')}
        description={t('webhooks__accounts__networks_help')}
        placeholder="10.20.0.0/16"
        autosize
        minRows={1}
        maxRows={6}
      />
      {stored === null && <DaysField {...form.getInputProps('days')} />}
    </FormDialog>
  )
}

/** What the form gives a field. */
type FieldProps<Value> = { value?: Value; error?: React.ReactNode; onChange: (value: Value) => void }

/** What the account may do. What concerns the whole organisation is closed to an account of one examiner. */
function ScopesField({ isOfOne, ...props }: FieldProps<string[]> & { isOfOne: boolean }) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group {...props} label={t('webhooks__accounts__scopes')} required>
      <div className={classes.checks}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(scopeText(scope))}
            description={scope}
            disabled={isOfOne && featuresOfScope[scope].includes('admin')}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function WhoseField(props: FieldProps<string>) {
  const { t } = useTranslation()
  const examiners = useQuery(queryFor('GET /organizations/examiners/')).data ?? []
  const users = useQuery(queryFor('GET /organizations/user/')).data ?? []
  const active = examiners.flatMap(({ id, user_id, is_active }) => {
    const user = users.find((each) => each.id === user_id)
    return is_active && user ? [{ value: id, label: `${user.last_name}, ${user.first_name}` }] : []
  })
  return (
    <NativeSelect
      {...props}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      name="examiner_id"
      label={t('webhooks__accounts__whose')}
      description={t('webhooks__accounts__whose_help')}
      data={[{ value: '', label: t('webhooks__accounts__everybody') }, ...active]}
    />
  )
}
