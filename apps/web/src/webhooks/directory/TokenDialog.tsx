import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { NewSecret } from '../NewSecret.tsx'

/** Makes a token for a directory, and shows it once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const [token, setToken] = useState<string | null>(null)
  const form = useForm({ initialValues: { name: '' } })
  return (
    <FormDialog
      title={t('webhooks__directory__add')}
      form={form}
      send={(body) => call('POST /organizations/scim/tokens/', { body, idempotencyKey: keyFor(body) })}
      onSaved={async (made) => {
        await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/scim/tokens/') })
        setToken(made.token)
      }}
      cancelText={t('webhooks__form__cancel')}
      saveText={t('webhooks__directory__make')}
      result={
        token !== null && (
          <NewSecret
            about={t('webhooks__directory__token_about')}
            label={t('webhooks__directory__token')}
            value={token}
            onClose={onClose}
          />
        )
      }
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        name="token_name"
        label={t('webhooks__directory__name')}
        description={t('webhooks__directory__name_help')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
