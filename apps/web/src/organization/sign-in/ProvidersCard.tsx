import type { Provider } from '@fonema/contract'
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
import { ProviderAddresses } from './ProviderAddresses.tsx'
import { ProviderModal } from './ProviderModal.tsx'
import { ProviderTestField } from './ProviderTestField.tsx'
import classes from './SignIn.module.css'

/** The identity providers of the organisation. The owner changes them, managers see them. */
export function ProvidersCard() {
  const { t } = useTranslation()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/providers/'))
  const [edited, setEdited] = useState<Provider | 'new' | null>(null)
  return (
    <Card
      title={t('sign_in__providers__title')}
      aside={isOwner && <Button onClick={() => setEdited('new')}>{t('sign_in__providers__add')}</Button>}
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState text={t(isOwner ? 'sign_in__providers__empty' : 'sign_in__providers__empty_manager')} />
      ) : (
        <ul className={classes.list}>
          {data.map((provider) => (
            <EditableItem key={provider.id} item={provider} onEdit={isOwner ? () => setEdited(provider) : undefined}>
              <p className={classes.facts}>
                {provider.domains.join(', ')} · {provider.issuer} ·{' '}
                {t('sign_in__providers__accounts', { count: provider.accounts })} ·{' '}
                {t('sign_in__providers__rules', { count: provider.rules.length })}
              </p>
              {provider.rules.length === 0 && <p className={classes.warning}>{t('sign_in__providers__no_rules')}</p>}
              <ProviderAddresses
                name={provider.name}
                addresses={[
                  ['redirect_uri', provider.redirect_uri],
                  ['logout_uri', provider.logout_uri],
                ]}
              />
              {isOwner && <ProviderTestField provider={provider} />}
            </EditableItem>
          ))}
        </ul>
      )}
      {edited !== null && <ProviderModal edited={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}
