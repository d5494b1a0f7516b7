import type { WebhookEndpoint, WebhookWithSecret } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { EndpointTable, lookEveryMs } from './EndpointTable.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import classes from './Webhooks.module.css'

/** Which other systems are informed of what, and how that went. */
export function WebhooksCard() {
  const { t } = useTranslation()
  const webhooks = useQuery({ ...queryFor('GET /organizations/webhooks/'), refetchInterval: lookEveryMs })
  const [edited, setEdited] = useState<WebhookEndpoint | 'new' | null>(null)
  const [fresh, setFresh] = useState<WebhookWithSecret | null>(null)
  const [opened, setOpened] = useState<WebhookEndpoint | null>(null)
  const rows = webhooks.data?.filter(({ record_server }) => record_server === null)
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
      {rows === undefined ? (
        webhooks.isError ? (
          <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        ) : (
          <Loading />
        )
      ) : rows.length === 0 ? (
        <EmptyState text={t('webhooks__card__empty')} />
      ) : (
        <EndpointTable rows={rows} onOpened={setOpened} onEdited={setEdited} />
      )}
      {edited !== null && <WebhookDialog edited={edited} onSecret={show} onClose={() => setEdited(null)} />}
      {fresh !== null && <SecretDialog secret={fresh.secret} onClose={() => setFresh(null)} />}
      {opened !== null && (
        <DeliveriesDialog
          webhook={rows?.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}
