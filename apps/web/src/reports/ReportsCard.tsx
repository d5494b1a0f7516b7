import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Fold } from '../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import classes from './ReportsCard.module.css'

const pageSize = 5

/** Users' reports of server errors, for the owner. They contain no participant data. */
export function ReportsCard() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(queryFor('GET /reports/server_error_user_report/'))
  const reports = data ?? []
  const paging = pagingOf(page, reports.length, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <Card title={t('reports__card__title')}>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : reports.length === 0 ? (
        <EmptyState text={t('reports__card__empty')} />
      ) : (
        <ul className={classes.reports}>
          {reports.slice(first, first + pageSize).map((report) => (
            <li key={report.id}>
              <p className={classes.comment}>{report.user_comment}</p>
              <p className={classes.facts}>
                {`${report.user.first_name} ${report.user.last_name}`.trim()}
                {' · '}
                {formatApiDate(report.date_created, currentLanguage())}
              </p>
              <Fold title={t('reports__card__details')}>
                <dl className={classes.details}>
                  <dt>{t('reports__card__call')}</dt>
                  <dd>{`${report.method} ${report.url}`}</dd>
                  <dt>{t('reports__card__error')}</dt>
                  <dd>{report.error}</dd>
                  {report.data !== '' && (
                    <>
                      <dt>{t('reports__card__data')}</dt>
                      <dd>{report.data}</dd>
                    </>
                  )}
                </dl>
              </Fold>
            </li>
          ))}
        </ul>
      )}
      <Pager paging={paging} label={t('reports__card__pages')} onPage={setPage} />
    </Card>
  )
}
