import type { Provider } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
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
            <li key={provider.id} className={classes.item}>
              <div className={classes.head}>
                <h3>
                  {provider.name}{' '}
                  {!provider.is_on && (
                    <Badge variant="light" color="gray" tt="none">
                      {t('sign_in__providers__off')}
                    </Badge>
                  )}
                </h3>
                {isOwner && (
                  <Button
                    variant="light"
                    size="sm"
                    aria-label={t('sign_in__providers__edit_label', { name: provider.name })}
                    onClick={() => setEdited(provider)}
                  >
                    {t('sign_in__providers__edit')}
                  </Button>
                )}
              </div>
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
            </li>
          ))}
        </ul>
      )}
      {edited !== null && <ProviderModal edited={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}
