import type { WebhookEndpoint } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { DeliveriesDialog } from '../DeliveriesDialog.tsx'
import { EndpointTable, lookEveryMs } from '../EndpointTable.tsx'
import classes from '../Webhooks.module.css'
import { RecordServerDialog } from './RecordServerDialog.tsx'

/** The health records that receive signed reports, and how that went. */
export function RecordServersCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /organizations/webhooks/'),
    refetchInterval: lookEveryMs,
  })
  const [edited, setEdited] = useState<WebhookEndpoint | 'new' | null>(null)
  const [opened, setOpened] = useState<WebhookEndpoint | null>(null)
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const rows = data?.filter(({ record_server }) => record_server !== null)
  return (
    <Card
      title={t('webhooks__records__title')}
      aside={isOwner && <Button onClick={() => setEdited('new')}>{t('webhooks__records__add')}</Button>}
    >
      <p className={classes.text}>{t('webhooks__records__about')}</p>
      {!isOwner && <p className={classes.text}>{t('webhooks__records__owner')}</p>}
      {rows === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState text={t(isOwner ? 'webhooks__records__empty' : 'webhooks__records__empty_manager')} />
      ) : (
        <EndpointTable rows={rows} onOpened={setOpened} onEdited={isOwner ? setEdited : undefined} />
      )}
      {edited !== null && <RecordServerDialog edited={edited} onClose={() => setEdited(null)} />}
      {opened !== null && (
        <DeliveriesDialog
          webhook={rows?.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}
