import type { ServiceAccount } from '@fonema/contract'
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
import table from '../../ui/table.module.css'
import classes from '../Webhooks.module.css'
import { AccountDialog } from './AccountDialog.tsx'
import { KeyLines } from './KeyLines.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { scopeText } from './scope-text.ts'

/** The programs that call in the name of the organisation, with what they may do and their keys. */
export function AccountsCard() {
  const { t } = useTranslation()
  const accounts = useQuery(queryFor('GET /organizations/service_accounts/'))
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const [edited, setEdited] = useState<ServiceAccount | 'new' | null>(null)
  const [opened, setOpened] = useState<ServiceAccount | null>(null)
  return (
    <Card
      title={t('webhooks__accounts__title')}
      aside={isOwner && <Button onClick={() => setEdited('new')}>{t('webhooks__accounts__add')}</Button>}
    >
      <p className={classes.text}>{t('webhooks__accounts__about')}</p>
      {!isOwner && <p className={classes.text}>{t('webhooks__accounts__owner')}</p>}
      {accounts.data === undefined ? (
        accounts.isError ? (
          <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
        ) : (
          <Loading />
        )
      ) : accounts.data.length === 0 ? (
        <EmptyState text={t(isOwner ? 'webhooks__accounts__empty' : 'webhooks__accounts__empty_manager')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('webhooks__accounts__account')}</th>
              <th scope="col" className={table.wide}>
                {t('webhooks__accounts__keys')}
              </th>
              <th scope="col" className={table.action}>
                {t('webhooks__card__actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.data.map((each) => (
              <tr key={each.id}>
                <td className={classes.url}>
                  {each.name}
                  <div className={classes.note}>{each.scopes.map((scope) => t(scopeText(scope))).join(', ')}</div>
                  <div className={table.second}>
                    <KeyLines of={each} />
                  </div>
                </td>
                <td className={table.wide}>
                  <KeyLines of={each} />
                </td>
                <td className={table.action}>
                  <div className={classes.actions}>
                    <Button
                      variant="light"
                      size="sm"
                      aria-label={t('webhooks__accounts__keys_label', { name: each.name })}
                      onClick={() => setOpened(each)}
                    >
                      {t('webhooks__accounts__keys')}
                    </Button>
                    {isOwner && (
                      <Button
                        variant="light"
                        size="sm"
                        aria-label={t('webhooks__card__edit_label', { url: each.name })}
                        onClick={() => setEdited(each)}
                      >
                        {t('webhooks__card__edit')}
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited !== null && <AccountDialog edited={edited} onClose={() => setEdited(null)} />}
      {opened !== null && (
        <KeysDialog
          account={accounts.data?.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}
