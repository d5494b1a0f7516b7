import type { Ehr } from '@fonema/contract'
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
import { EditableItem } from './EditableItem.tsx'
import { EhrModal } from './EhrModal.tsx'
import { ProviderAddresses } from './ProviderAddresses.tsx'
import classes from './SignIn.module.css'

/** The health records from which participants are opened. The owner changes them, managers see them. */
export function EhrsCard() {
  const { t } = useTranslation()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/ehrs/'))
  const providers = useQuery(queryFor('GET /organizations/providers/')).data
  const [edited, setEdited] = useState<Ehr | 'new' | null>(null)
  const mayAdd = isOwner && providers !== undefined && providers.length > 0
  return (
    <Card
      title={t('sign_in__ehrs__title')}
      aside={mayAdd && <Button onClick={() => setEdited('new')}>{t('sign_in__ehrs__add')}</Button>}
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState text={t(mayAdd ? 'sign_in__ehrs__empty' : 'sign_in__ehrs__needs_provider')} />
      ) : (
        <ul className={classes.list}>
          {data.map((ehr) => (
            <EditableItem key={ehr.id} item={ehr} onEdit={isOwner ? () => setEdited(ehr) : undefined}>
              <p className={classes.facts}>
                {ehr.iss} · {providers?.find(({ id }) => id === ehr.provider_id)?.name}
              </p>
              <ProviderAddresses
                name={ehr.name}
                addresses={[
                  ['launch_url', ehr.launch_url],
                  ['redirect_uri', ehr.redirect_uri],
                ]}
              />
            </EditableItem>
          ))}
        </ul>
      )}
      {edited !== null && <EhrModal edited={edited} providers={providers ?? []} onClose={() => setEdited(null)} />}
    </Card>
  )
}
