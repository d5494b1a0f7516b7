import type { WebhookEndpoint } from '@fonema/contract'
import { recordSignIns } from '@fonema/contract/webhook-names'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { AskedButton } from '../../ui/AskedButton.tsx'
import { showSuccess } from '../../ui/alerts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from '../Webhooks.module.css'

type RecordServerDialogProps = { edited: WebhookEndpoint | 'new'; onClose: () => void }

const valuesOf = (stored: WebhookEndpoint | null) => ({
  url: stored?.url ?? '',
  sign_in: 'client_credentials' as (typeof recordSignIns)[number],
  token_url: '',
  client_id: '',
  scope: '',
  patient_system: '',
  ...stored?.record_server,
  secret: '',
  is_on: stored === null || (stored.is_on && stored.paused_at === null),
})

export function RecordServerDialog({ edited, onClose }: RecordServerDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const stored = edited === 'new' ? null : edited
  const form = useForm({ initialValues: valuesOf(stored) })
  const { sign_in } = form.values
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/webhooks/') })
  async function send({ is_on, secret, ...values }: typeof form.values) {
    const body = { ...values, ...(secret !== '' && { secret }) }
    if (stored === null) {
      await call('POST /organizations/webhooks/fhir/', { body, idempotencyKey: keyFor(body) })
      return
    }
    const params = { record_server_id: stored.id }
    await call('PATCH /organizations/webhooks/fhir/{record_server_id}/', { params, body })
    if (is_on !== form.getInitialValues().is_on)
      await call('PATCH /organizations/webhooks/{webhook_id}/', { params: { webhook_id: stored.id }, body: { is_on } })
  }
  async function onSaved() {
    showSuccess(t('webhooks__records__saved'))
    await reload()
    onClose()
  }
  const text = (name: 'url' | 'token_url' | 'client_id' | 'scope' | 'patient_system') => ({
    ...form.getInputProps(name),
    name: `record_${name}`,
    label: t(`webhooks__records__${name}`),
    autoComplete: 'off',
    maxLength: 500,
  })
  return (
    <FormDialog
      title={t(stored === null ? 'webhooks__records__add' : 'webhooks__records__edit')}
      form={form}
      send={send}
      onSaved={onSaved}
      cancelText={t('webhooks__form__cancel')}
      saveText={t('webhooks__form__save')}
      onClose={onClose}
    >
      <TextInput
        {...text('url')}
        type="url"
        description={t('webhooks__records__url_help')}
        placeholder="https://"
        required
      />
      <NativeSelect
        {...form.getInputProps('sign_in')}
        name="record_sign_in"
        label={t('webhooks__records__sign_in')}
        data={recordSignIns.map((value) => ({ value, label: t(`webhooks__records__${value}`) }))}
      />
      {sign_in === 'client_credentials' && (
        <>
          <TextInput {...text('token_url')} type="url" placeholder="https://" required />
          <TextInput {...text('client_id')} required />
          <TextInput {...text('scope')} description={t('webhooks__records__scope_help')} />
        </>
      )}
      {sign_in !== 'none' && (
        <PasswordField
          {...form.getInputProps('secret')}
          name="record_secret"
          label={t(sign_in === 'bearer' ? 'webhooks__records__token' : 'webhooks__records__secret')}
          description={stored !== null && t('webhooks__records__secret_help')}
          required={stored === null}
          autoComplete="off"
          maxLength={8000}
          showText={t('webhooks__records__show')}
        />
      )}
      <TextInput {...text('patient_system')} description={t('webhooks__records__patient_system_help')} />
      {stored !== null && (
        <>
          <Switch
            {...form.getInputProps('is_on', { type: 'checkbox' })}
            label={t('webhooks__form__on')}
            description={t(stored.paused_at === null ? 'webhooks__records__on_help' : 'webhooks__form__paused_help')}
          />
          <div className={classes.tools}>
            <AskedButton
              variant="subtle"
              color="red"
              label={t('webhooks__records__remove')}
              text={t('webhooks__records__remove_text')}
              action={async () => {
                await call('DELETE /organizations/webhooks/{webhook_id}/', { params: { webhook_id: stored.id } })
                showSuccess(t('webhooks__records__removed'))
                await reload()
                onClose()
              }}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
