import type { WebhookDelivery, WebhookEndpoint } from '@fonema/contract'
import { webhookStates } from '@fonema/contract/webhook-names'
import { Badge, Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import table from '../ui/table.module.css'
import { textOf } from './WebhookDialog.tsx'
import classes from './Webhooks.module.css'

const lookEveryMs = 1_500
const colors = { pending: 'gray', delivered: 'teal', dead: 'red' } as const

type Filter = WebhookDelivery['state'] | ''

/** What was sent to an address, and what it answered. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  const [state, setState] = useState<Filter>('')
  const params = { webhook_id: webhook.id }
  const deliveries = useQuery({
    ...queryFor('GET /organizations/webhooks/{webhook_id}/deliveries/', {
      params,
      query: state === '' ? {} : { state },
    }),
    refetchInterval: lookEveryMs,
  })
  const reload = async () => {
    for (const key of ['GET /organizations/webhooks/{webhook_id}/deliveries/', 'GET /organizations/webhooks/'] as const)
      await client.invalidateQueries({ queryKey: queryKeyOf(key) })
  }
  const onError = (error: Error) => showError(ofFailure(error))
  const test = useMutation({
    mutationFn: () =>
      call('POST /organizations/webhooks/{webhook_id}/test/', { params, idempotencyKey: keyFor(params) }),
    onSuccess: async () => {
      renew()
      showSuccess(t('webhooks__deliveries__test_queued'))
      await reload()
    },
    onError,
  })
  const replayAll = useMutation({
    mutationFn: () => call('POST /organizations/webhooks/{webhook_id}/replay/', { params }),
    onSuccess: async ({ replayed }) => {
      showSuccess(t('webhooks__deliveries__replayed', { count: replayed }))
      await reload()
    },
    onError,
  })
  const isSending = webhook.is_on && webhook.paused_at === null
  return (
    <Dialog opened size="xl" title={t('webhooks__deliveries__title')} onClose={onClose}>
      <p className={classes.url}>{webhook.url}</p>
      <div className={classes.tools}>
        <NativeSelect
          label={t('webhooks__deliveries__show')}
          value={state}
          onChange={(event) => setState(event.currentTarget.value as Filter)} // the options' own values
          data={[
            { value: '', label: t('webhooks__deliveries__all') },
            ...webhookStates.map((value) => ({ value, label: t(`webhooks__delivery__${value}`) })),
          ]}
        />
        <Button variant="default" disabled={!isSending} loading={test.isPending} onClick={() => test.mutate()}>
          {t('webhooks__deliveries__test')}
        </Button>
        {webhook.dead > 0 && (
          <Button variant="default" loading={replayAll.isPending} onClick={() => replayAll.mutate()}>
            {t('webhooks__deliveries__replay_dead')}
          </Button>
        )}
      </div>
      {deliveries.data === undefined ? (
        deliveries.isError ? (
          <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
        ) : (
          <Loading />
        )
      ) : deliveries.data.length === 0 ? (
        <EmptyState text={t(state === '' ? 'webhooks__deliveries__empty' : 'webhooks__deliveries__none')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('webhooks__deliveries__event')}</th>
              <th scope="col" className={table.wide}>
                {t('webhooks__deliveries__result')}
              </th>
              <th scope="col" className={table.action}>
                {t('webhooks__deliveries__replay')}
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.data.map((each) => (
              <Row key={each.id} of={each} webhook={webhook} onReplayed={reload} />
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

type RowProps = { of: WebhookDelivery; webhook: WebhookEndpoint; onReplayed: () => Promise<void> }

function Row({ of: delivery, webhook, onReplayed }: RowProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const replay = useMutation({
    mutationFn: () =>
      call('POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/replay/', {
        params: { webhook_id: webhook.id, delivery_id: delivery.id },
      }),
    onSuccess: onReplayed,
    onError: (error) => showError(ofFailure(error)),
  })
  const time = formatApiDate(delivery.created_at, currentLanguage())
  const name = delivery.event === 'test' ? t('webhooks__event__test') : t(`webhooks__event__${textOf(delivery.event)}`)
  return (
    <tr>
      <td>
        {name}
        <div className={classes.note}>{time}</div>
        <div className={table.second}>
          <Result of={delivery} />
        </div>
      </td>
      <td className={table.wide}>
        <Result of={delivery} />
      </td>
      <td className={table.action}>
        <Button
          variant="light"
          size="sm"
          aria-label={t('webhooks__deliveries__replay_label', { event: name, time })}
          loading={replay.isPending}
          onClick={() => replay.mutate()}
        >
          {t('webhooks__deliveries__replay')}
        </Button>
      </td>
    </tr>
  )
}

function Result({
  of: { state, attempts, failure, answer_status, answer_text, next_attempt_at },
}: {
  of: WebhookDelivery
}) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.state}>
        <Badge color={colors[state]} variant="light" tt="none">
          {t(`webhooks__delivery__${state}`)}
        </Badge>
        {attempts > 0 && <span>{t('webhooks__deliveries__attempts', { count: attempts })}</span>}
        {state === 'pending' && next_attempt_at !== null && (
          <span>{t('webhooks__deliveries__next', { time: formatApiDate(next_attempt_at, currentLanguage()) })}</span>
        )}
      </div>
      <div className={classes.answer}>
        {failure !== null && t(`webhooks__failure__${failure}`)}{' '}
        {answer_status !== null &&
          t('webhooks__deliveries__answer', { status: answer_status, text: answer_text ?? '' }).trim()}
      </div>
    </>
  )
}
