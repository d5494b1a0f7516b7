import type { WebhookEndpoint, WebhookEvent, WebhookWithSecret } from '@fonema/contract'
import { webhookEvents } from '@fonema/contract/webhook-names'
import { Checkbox, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { AskedButton } from '../ui/AskedButton.tsx'
import { showSuccess } from '../ui/alerts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Webhooks.module.css'

type WebhookDialogProps = {
  edited: WebhookEndpoint | 'new'
  /** A new secret, to be shown once. */
  onSecret: (made: WebhookWithSecret) => void
  onClose: () => void
}

export function WebhookDialog({ edited, onSecret, onClose }: WebhookDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const stored = edited === 'new' ? null : edited
  const form = useForm({
    initialValues: {
      url: stored?.url ?? '',
      events: (stored?.events ?? ['session.completed']) as string[],
      is_on: stored === null || (stored.is_on && stored.paused_at === null),
    },
  })
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/webhooks/') })
  async function send({ url, events, is_on }: typeof form.values) {
    const body = { url, events: events as WebhookEvent[] } // the checkboxes' own values
    if (stored === null) return call('POST /organizations/webhooks/', { body, idempotencyKey: keyFor(body) })
    const isTurned = is_on !== form.getInitialValues().is_on
    const params = { webhook_id: stored.id }
    const changes = { ...body, ...(isTurned && { is_on }) }
    await call('PATCH /organizations/webhooks/{webhook_id}/', { params, body: changes })
    return null
  }
  async function onSaved(made: WebhookWithSecret | null) {
    await reload()
    if (made !== null) onSecret(made)
    else {
      showSuccess(t('webhooks__form__saved'))
      onClose()
    }
  }
  return (
    <FormDialog
      title={t(stored === null ? 'webhooks__form__add' : 'webhooks__form__edit')}
      form={form}
      send={send}
      onSaved={onSaved}
      cancelText={t('webhooks__form__cancel')}
      saveText={t('webhooks__form__save')}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('url')}
        name="url"
        type="url"
        label={t('webhooks__form__url')}
        description={t('webhooks__form__url_help')}
        placeholder="https://"
        required
        maxLength={2000}
        autoComplete="off"
      />
      <Checkbox.Group {...form.getInputProps('events')} label={t('webhooks__form__events')} required>
        <div className={classes.checks}>
          {webhookEvents.map((event) => (
            <Checkbox key={event} value={event} label={t(`webhooks__event__${textOf(event)}`)} description={event} />
          ))}
        </div>
      </Checkbox.Group>
      {stored !== null && (
        <>
          <Switch
            {...form.getInputProps('is_on', { type: 'checkbox' })}
            label={t('webhooks__form__on')}
            description={t(stored.paused_at === null ? 'webhooks__form__on_help' : 'webhooks__form__paused_help')}
          />
          <Secrets of={stored} onSecret={onSecret} onRemoved={() => reload().then(onClose)} />
        </>
      )}
    </FormDialog>
  )
}

/** The names of events contain a point, and keys of texts do not. */
export const textOf = (event: WebhookEvent) => event.replace('.', '_') as Underscored<WebhookEvent>
type Underscored<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T

type SecretsProps = {
  of: WebhookEndpoint
  onSecret: (made: WebhookWithSecret) => void
  onRemoved: () => Promise<void>
}

/** A new secret, or the end of the webhook. Each asks first. */
function Secrets({ of: { id }, onSecret, onRemoved }: SecretsProps) {
  const { t } = useTranslation()
  const params = { webhook_id: id }
  return (
    <div className={classes.tools}>
      <AskedButton
        variant="default"
        label={t('webhooks__form__rotate')}
        text={t('webhooks__form__rotate_text')}
        action={async () => onSecret(await call('POST /organizations/webhooks/{webhook_id}/secret/', { params }))}
      />
      <AskedButton
        variant="subtle"
        color="red"
        label={t('webhooks__form__remove')}
        text={t('webhooks__form__remove_text')}
        action={async () => {
          await call('DELETE /organizations/webhooks/{webhook_id}/', { params })
          showSuccess(t('webhooks__form__removed'))
          await onRemoved()
        }}
      />
    </div>
  )
}
