import type { Package } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { localeName } from '../../ui/locale-name.ts'
import table from '../../ui/table.module.css'
import { PackageModal } from './PackageModal.tsx'

/** The organisation's packages of protocols and surveys. */
export function PackagesCard() {
  const { t } = useTranslation()
  const packages = useQuery(queryFor('GET /organizations/packages/'))
  const organization = useQuery(queryFor('GET /organizations/'))
  const users = useQuery(queryFor('GET /organizations/user/'))
  const [edited, setEdited] = useState<Package | 'new' | null>(null)
  const failed = [packages, organization, users].find(({ isError, data }) => isError && data === undefined)
  const tags = [...new Set((users.data ?? []).flatMap((user) => user.tags))].sort((a, b) => a.localeCompare(b))
  return (
    <Card
      title={t('rooms__packages__title')}
      aside={
        <Button disabled={organization.data === undefined} onClick={() => setEdited('new')}>
          {t('rooms__packages__create')}
        </Button>
      }
    >
      {failed !== undefined ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : packages.data === undefined || organization.data === undefined ? (
        <Loading />
      ) : packages.data.length === 0 ? (
        <EmptyState text={t('rooms__packages__empty')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('rooms__packages__name')}</th>
              <th scope="col">{t('rooms__packages__content')}</th>
              <th scope="col" className={table.action}>
                <span>{t('rooms__packages__edit')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {packages.data.map((each) => (
              <tr key={each.id}>
                <td>
                  {each.name}{' '}
                  {each.default_language !== null && (
                    <Badge variant="light" tt="none">
                      {t('rooms__packages__default', {
                        language: localeName(each.default_language, currentLanguage()),
                      })}
                    </Badge>
                  )}
                </td>
                <td>
                  {t('rooms__packages__protocols', { count: each.protocols.length })},{' '}
                  {t('rooms__packages__surveys', { count: each.surveys.length })}
                </td>
                <td className={table.action}>
                  <Button
                    variant="light"
                    size="sm"
                    aria-label={t('rooms__packages__edit_label', { name: each.name })}
                    onClick={() => setEdited(each)}
                  >
                    {t('rooms__packages__edit')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited !== null && organization.data !== undefined && (
        <PackageModal edited={edited} organization={organization.data} tags={tags} onClose={() => setEdited(null)} />
      )}
    </Card>
  )
}
