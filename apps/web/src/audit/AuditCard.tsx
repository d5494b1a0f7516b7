import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { showError } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { saveFile } from '../ui/save-file.ts'
import classes from './Audit.module.css'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { type AuditFilter, noFilter, queryOf } from './filter.ts'

const pageSize = 20

/** The audit log, newest first, for the owner. */
export function AuditCard() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const [filter, setFilter] = useState<AuditFilter>(noFilter)
  const query = queryOf(filter)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['GET /organizations/audit/', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /organizations/audit/', {
        query: { ...query, limit: pageSize, ...(pageParam !== '' && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
  })
  const download = useMutation({
    mutationFn: () => call('GET /organizations/audit/', { query: { ...query, format: 'csv' } }),
    // With this format the answer is a file.
    onSuccess: (file) => saveFile(`${t('audit__card__title')}.csv`, file as unknown as Blob),
    onError: (failure) => showError(ofFailure(failure)),
  })
  const entries = data?.pages.flat()
  return (
    <Card
      title={t('audit__card__title')}
      aside={
        <Button
          variant="default"
          leftSection={<DownloadIcon size={18} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('audit__card__csv')}
        </Button>
      }
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      {entries === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : entries.length === 0 ? (
        <EmptyState text={t('audit__card__empty')} />
      ) : (
        <AuditTable entries={entries} />
      )}
      {hasNextPage && (
        <div className={classes.foot}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('audit__card__more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
