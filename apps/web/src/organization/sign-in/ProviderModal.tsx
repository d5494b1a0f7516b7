import type { Provider, ProviderRule } from '@fonema/contract'
import { Checkbox, TagsInput, TextInput } from '@mantine/core'
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
import { RulesField } from './RulesField.tsx'

type ProviderModalProps = { edited: Provider | 'new'; onClose: () => void }

const valuesOf = (stored: Provider | null) => ({
  name: stored?.name ?? '',
  issuer: stored?.issuer ?? '',
  client_id: stored?.client_id ?? '',
  client_secret: '',
  domains: stored?.domains ?? [],
  scope: stored?.scope ?? 'openid email profile',
  is_on: stored?.is_on ?? true,
  trusts_email: stored?.trusts_email ?? false,
  trusts_factor: stored?.trusts_factor ?? false,
  factor_acr: stored?.factor_acr ?? '',
  rules: (stored?.rules ?? []) as ProviderRule[],
})

export function ProviderModal({ edited, onClose }: ProviderModalProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const stored = edited === 'new' ? null : edited
  const form = useForm({ initialValues: valuesOf(stored) })
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/providers/') })
  const send = ({ client_secret, ...values }: typeof form.values) => {
    if (stored === null) {
      const body = { ...values, client_secret }
      return call('POST /organizations/providers/', { body, idempotencyKey: keyFor(body) })
    }
    const body = { ...values, ...(client_secret !== '' && { client_secret }) }
    return call('PATCH /organizations/providers/{provider_id}/', { params: { provider_id: stored.id }, body })
  }
  async function onSaved({ name }: Provider) {
    showSuccess(t('sign_in__providers__saved', { name }))
    await reload()
    onClose()
  }
  const text = (name: 'name' | 'issuer' | 'client_id' | 'scope' | 'factor_acr') => ({
    ...form.getInputProps(name),
    name: `provider_${name}`,
    label: t(`sign_in__field__${name}`),
    autoComplete: 'off',
  })
  return (
    <FormDialog
      title={t(stored === null ? 'sign_in__providers__add' : 'sign_in__providers__change')}
      form={form}
      send={send}
      onSaved={onSaved}
      cancelText={t('sign_in__providers__cancel')}
      saveText={t('sign_in__providers__save')}
      onClose={onClose}
    >
      <TextInput {...text('name')} description={t('sign_in__help__name')} required maxLength={60} />
      <TextInput
        {...text('issuer')}
        description={t('sign_in__help__issuer')}
        required
        maxLength={500}
        inputMode="url"
      />
      <TextInput {...text('client_id')} required maxLength={300} />
      <PasswordField
        {...form.getInputProps('client_secret')}
        name="provider_secret"
        label={t('sign_in__field__client_secret')}
        description={stored !== null && t('sign_in__help__client_secret')}
        required={stored === null}
        autoComplete="off"
        maxLength={1000}
        showText={t('sign_in__field__show')}
      />
      <TagsInput
        {...form.getInputProps('domains')}
        label={t('sign_in__field__domains')}
        description={t('sign_in__help__domains')}
        required
        splitChars={[',', ' ', ';']}
      />
      <TextInput {...text('scope')} description={t('sign_in__help__scope')} maxLength={300} />
      <Checkbox {...form.getInputProps('is_on', { type: 'checkbox' })} label={t('sign_in__field__is_on')} />
      <Checkbox
        {...form.getInputProps('trusts_email', { type: 'checkbox' })}
        label={t('sign_in__field__trusts_email')}
        description={t('sign_in__help__trusts_email')}
      />
      <Checkbox
        {...form.getInputProps('trusts_factor', { type: 'checkbox' })}
        label={t('sign_in__field__trusts_factor')}
        description={t('sign_in__help__trusts_factor')}
      />
      {form.values.trusts_factor && (
        <TextInput {...text('factor_acr')} description={t('sign_in__help__factor_acr')} maxLength={200} />
      )}
      <RulesField
        rules={form.values.rules}
        error={form.errors.rules as string | undefined}
        onChange={(rules) => form.setFieldValue('rules', rules)}
      />
      {stored !== null && (
        <div>
          <AskedButton
            variant="subtle"
            color="red"
            label={t('sign_in__providers__remove')}
            text={t('sign_in__providers__remove_help')}
            action={async () => {
              await call('DELETE /organizations/providers/{provider_id}/', { params: { provider_id: stored.id } })
              showSuccess(t('sign_in__providers__removed'))
              await reload()
              onClose()
            }}
          />
        </div>
      )}
    </FormDialog>
  )
}
