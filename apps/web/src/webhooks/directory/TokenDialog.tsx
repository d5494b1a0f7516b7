import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { fieldErrorsOf } from '../../ui/form-failure.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved, useCloseDialog } from '../../ui/Unsaved.tsx'
import { ShownOnce } from '../ShownOnce.tsx'
import classes from '../Webhooks.module.css'

/** Makes a token for a directory, and shows it once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="lg" title={t('webhooks__directory__add')} onClose={onClose} closeOnClickOutside={false}>
      <TokenForm onClose={onClose} />
    </Dialog>
  )
}

function TokenForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const close = useCloseDialog()
  const { keyFor } = useIdempotencyKey()
  const form = useForm({ initialValues: { name: '' } })
  const make = useMutation({
    mutationFn: (body: typeof form.values) =>
      call('POST /organizations/scim/tokens/', { body, idempotencyKey: keyFor(body) }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/scim/tokens/') }),
    onError: (error) => form.setErrors(fieldErrorsOf(error, ['name'], texts)),
  })
  if (make.data !== undefined)
    return (
      <>
        <p className={classes.text}>{t('webhooks__directory__token_about')}</p>
        <ShownOnce label={t('webhooks__directory__token')} value={make.data.token} />
        <DialogButtons>
          <Button onClick={onClose}>{t('webhooks__secret__done')}</Button>
        </DialogButtons>
      </>
    )
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Unsaved when={form.isDirty()} />
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
      <DialogButtons cancel={{ text: t('webhooks__form__cancel'), onClick: close }}>
        <Button type="submit" loading={make.isPending}>
          {t('webhooks__directory__make')}
        </Button>
      </DialogButtons>
    </form>
  )
}
