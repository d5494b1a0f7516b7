import type { Ehr, Provider } from '@fonema/contract'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
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

type EhrModalProps = { edited: Ehr | 'new'; providers: readonly Provider[]; onClose: () => void }

export function EhrModal({ edited, providers, onClose }: EhrModalProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const stored = edited === 'new' ? null : edited
  const form = useForm({
    initialValues: {
      provider_id: (stored?.provider_id ?? providers[0]?.id ?? '') as Provider['id'],
      name: stored?.name ?? '',
      iss: stored?.iss ?? '',
      client_id: stored?.client_id ?? '',
      code_system: stored?.code_system ?? '',
      is_public: stored !== null && !stored.has_secret,
      client_secret: '',
      is_on: stored?.is_on ?? true,
    },
  })
  const { is_public } = form.values
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/ehrs/') })
  const send = ({ is_public, client_secret, provider_id, ...values }: typeof form.values) => {
    // An empty field keeps the stored secret.
    const secret = is_public ? { client_secret: null } : client_secret !== '' ? { client_secret } : {}
    if (stored === null) {
      const body = { provider_id, ...values, ...(is_public ? { client_secret: null } : { client_secret }) }
      return call('POST /organizations/ehrs/', { body, idempotencyKey: keyFor(body) })
    }
    const body = { ...values, ...secret }
    return call('PATCH /organizations/ehrs/{ehr_id}/', { params: { ehr_id: stored.id }, body })
  }
  async function onSaved({ name }: Ehr) {
    showSuccess(t('sign_in__providers__saved', { name }))
    await reload()
    onClose()
  }
  const text = (name: 'name' | 'iss' | 'client_id' | 'code_system') => ({
    ...form.getInputProps(name),
    name: `ehr_${name}`,
    autoComplete: 'off',
  })
  return (
    <FormDialog
      title={t(stored === null ? 'sign_in__ehrs__add' : 'sign_in__ehrs__change')}
      form={form}
      send={send}
      onSaved={onSaved}
      cancelText={t('sign_in__providers__cancel')}
      saveText={t('sign_in__providers__save')}
      onClose={onClose}
    >
      <TextInput {...text('name')} label={t('sign_in__ehrs__name')} required maxLength={60} />
      <TextInput
        {...text('iss')}
        label={t('sign_in__ehrs__iss')}
        description={t('sign_in__ehrs__iss_help')}
        inputMode="url"
        required
        maxLength={500}
      />
      {stored === null && (
        <NativeSelect
          {...form.getInputProps('provider_id')}
          label={t('sign_in__ehrs__provider')}
          description={t('sign_in__ehrs__provider_help')}
          data={providers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextInput {...text('client_id')} label={t('sign_in__field__client_id')} required maxLength={300} />
      <Checkbox
        {...form.getInputProps('is_public', { type: 'checkbox' })}
        label={t('sign_in__ehrs__public')}
        description={t('sign_in__ehrs__public_help')}
      />
      {!is_public && (
        <PasswordField
          {...form.getInputProps('client_secret')}
          name="ehr_secret"
          label={t('sign_in__field__client_secret')}
          description={stored?.has_secret && t('sign_in__help__client_secret')}
          required={stored === null}
          autoComplete="off"
          maxLength={1000}
          showText={t('sign_in__field__show')}
        />
      )}
      <TextInput
        {...text('code_system')}
        label={t('sign_in__ehrs__code_system')}
        description={t('sign_in__ehrs__code_system_help')}
        maxLength={300}
      />
      <Checkbox {...form.getInputProps('is_on', { type: 'checkbox' })} label={t('sign_in__ehrs__is_on')} />
      {stored !== null && (
        <div>
          <AskedButton
            variant="subtle"
            color="red"
            label={t('sign_in__ehrs__remove')}
            text={t('sign_in__ehrs__remove_help')}
            action={async () => {
              await call('DELETE /organizations/ehrs/{ehr_id}/', { params: { ehr_id: stored.id } })
              showSuccess(t('sign_in__ehrs__removed'))
              await reload()
              onClose()
            }}
          />
        </div>
      )}
    </FormDialog>
  )
}
