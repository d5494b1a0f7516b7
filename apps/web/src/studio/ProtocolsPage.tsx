import type { ProtocolSummary } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import classes from '../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { UploadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { OwnDrafts } from '../ui/OwnDrafts.tsx'
import table from '../ui/table.module.css'
import { useTitle } from '../ui/useTitle.ts'
import { ExportShipped } from './import/ExportShipped.tsx'
import { ImportProtocol } from './import/ImportProtocol.tsx'
import { NewProtocol } from './NewProtocol.tsx'

/** The organisation's own protocols with their states, and those that ship. */
export function ProtocolsPage() {
  const { t } = useTranslation()
  const own = useQuery(queryFor('GET /protocol_drafts/'))
  const offered = useQuery(queryFor('GET /protocols/organization/'))
  const [isStarting, setStarting] = useState<{ copyOf: ProtocolSummary | null } | null>(null)
  const [isImporting, setImporting] = useState(false)
  useTitle(t('studio__list__title'))
  const failed = [own, offered].find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (own.data === undefined || offered.data === undefined) return <Loading />
  const shipped = shippedOnly(offered.data)
  return (
    <>
      <BackLink to={links.rooms.content}>{t('studio__list__back')}</BackLink>
      <header className={classes.head}>
        <h1>{t('studio__list__title')}</h1>
        <div className={classes.actions}>
          <Button variant="default" leftSection={<UploadIcon />} onClick={() => setImporting(true)}>
            {t('protocol_import__dialog__open')}
          </Button>
          <Button onClick={() => setStarting({ copyOf: null })}>{t('studio__list__new')}</Button>
        </div>
      </header>
      <div className={classes.cards}>
        <Card title={t('studio__list__own')}>
          {own.data.length === 0 ? (
            <EmptyState text={t('studio__list__empty')} />
          ) : (
            <OwnDrafts
              drafts={own.data}
              countTitle={t('studio__list__items')}
              countOf={({ item_count }) => item_count}
              linkTo={links.protocolDraft}
            />
          )}
        </Card>
        <Card title={t('studio__list__shipped')}>
          <p className={classes.hint}>{t('studio__list__shipped_hint')}</p>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('studio__list__name')}</th>
                <th scope="col" className={table.wide}>
                  {t('studio__list__items')}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {shipped.map((protocol) => (
                <tr key={protocol.id}>
                  <td lang={protocol.locale.code}>{protocol.name}</td>
                  <td className={table.wide}>{protocol.item_count}</td>
                  <td>
                    <Button
                      size="sm"
                      variant="subtle"
                      aria-label={t('studio__list__copy_of', { name: protocol.name })}
                      onClick={() => setStarting({ copyOf: protocol })}
                    >
                      {t('studio__list__copy')}
                    </Button>
                    <ExportShipped protocol={protocol} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      </div>
      {isImporting && <ImportProtocol onClose={() => setImporting(false)} />}
      {isStarting !== null && (
        <NewProtocol
          copyOf={isStarting.copyOf}
          usedKeys={own.data.map(({ key }) => key)}
          onClose={() => setStarting(null)}
        />
      )}
    </>
  )
}

/** The shipped ones in the reader's language, because a copy has all languages. */
function shippedOnly(offered: readonly ProtocolSummary[]) {
  const shipped = offered.filter(({ is_own }) => is_own !== true)
  const mine = shipped.filter(({ locale }) => locale.lang.code === currentLanguage())
  return mine.length > 0 ? mine : shipped
}
