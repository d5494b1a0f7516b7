import type { WebhookEndpoint, WebhookWithSecret } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Loading.tsx'
import table from '../ui/table.module.css'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { textOf, WebhookDialog } from './WebhookDialog.tsx'
import classes from './Webhooks.module.css'

const lookEveryMs = 5_000

/** Which other systems are informed of what, and how that went. */
export function WebhooksCard() {
  const { t } = useTranslation()
  const webhooks = useQuery({ ...queryFor('GET /organizations/webhooks/'), refetchInterval: lookEveryMs })
  const [edited, setEdited] = useState<WebhookEndpoint | 'new' | null>(null)
  const [fresh, setFresh] = useState<WebhookWithSecret | null>(null)
  const [opened, setOpened] = useState<WebhookEndpoint | null>(null)
  function show(made: WebhookWithSecret) {
    setEdited(null)
    setFresh(made)
  }
  return (
    <Card
      title={t('webhooks__card__title')}
      aside={<Button onClick={() => setEdited('new')}>{t('webhooks__card__add')}</Button>}
    >
      <p className={classes.text}>{t('webhooks__card__about')}</p>
      {webhooks.data === undefined ? (
        webhooks.isError ? (
          <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        ) : (
          <Loading />
        )
      ) : webhooks.data.length === 0 ? (
        <EmptyState text={t('webhooks__card__empty')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('webhooks__card__url')}</th>
              <th scope="col" className={table.wide}>
                {t('webhooks__card__state')}
              </th>
              <th scope="col" className={table.action}>
                {t('webhooks__card__actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {webhooks.data.map((each) => (
              <tr key={each.id}>
                <td className={classes.url}>
                  {each.url}
                  <div className={classes.note}>
                    {each.events.map((event) => t(`webhooks__event__${textOf(event)}`)).join(', ')}
                  </div>
                  <div className={table.second}>
                    <State of={each} />
                  </div>
                </td>
                <td className={table.wide}>
                  <State of={each} />
                </td>
                <td className={table.action}>
                  <div className={classes.actions}>
                    <Button
                      variant="light"
                      size="sm"
                      aria-label={t('webhooks__card__deliveries_label', { url: each.url })}
                      onClick={() => setOpened(each)}
                    >
                      {t('webhooks__card__deliveries')}
                    </Button>
                    <Button
                      variant="light"
                      size="sm"
                      aria-label={t('webhooks__card__edit_label', { url: each.url })}
                      onClick={() => setEdited(each)}
                    >
                      {t('webhooks__card__edit')}
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited !== null && <WebhookDialog edited={edited} onSecret={show} onClose={() => setEdited(null)} />}
      {fresh !== null && <SecretDialog secret={fresh.secret} onClose={() => setFresh(null)} />}
      {opened !== null && (
        <DeliveriesDialog
          webhook={webhooks.data?.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}

function State({ of: { is_on, paused_at, failing_since, pending, dead } }: { of: WebhookEndpoint }) {
  const { t } = useTranslation()
  const state = !is_on ? 'off' : paused_at !== null ? 'paused' : failing_since !== null ? 'failing' : 'works'
  const colors = { off: 'gray', paused: 'red', failing: 'orange', works: 'teal' }
  return (
    <div className={classes.state}>
      <Badge color={colors[state]} variant="light" tt="none">
        {t(`webhooks__state__${state}`)}
      </Badge>
      {pending > 0 && <span>{t('webhooks__state__pending', { count: pending })}</span>}
      {dead > 0 && <span>{t('webhooks__state__dead', { count: dead })}</span>}
    </div>
  )
}
