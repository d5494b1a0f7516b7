import type { Participant } from '@fonema/contract'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { pagingOf } from '../../ui/paging.ts'
import table from '../../ui/table.module.css'
import classes from './Activity.module.css'
import { ResultRow } from './ResultRow.tsx'
import { type Result, useArchived } from './useActivity.ts'
import { useArchiveResult } from './useArchiveResult.ts'

const pageSize = 5

type ArchivedResultsProps = { participant: Participant; kind: Result['kind'] }

/** A participant's archived sessions or surveys, five rows a page. They can only be restored. */
export function ArchivedResults({ participant, kind }: ArchivedResultsProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const setActive = useArchiveResult(participant.id)
  const { results: all, failed } = useArchived(participant.id)
  if (all === undefined)
    return failed === undefined ? (
      <Loading />
    ) : (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    )
  const results = all.filter((result) => result.kind === kind)
  if (results.length === 0) return <EmptyState text={t('participants__activity__none_archived')} />

  const paging = pagingOf(page, results.length, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('responses__list__date')}</th>
            <th scope="col" className={table.wide}>
              {t('participants__activity__what')}
            </th>
            <th scope="col" className={classes.actionsHead}>
              {t('responses__list__actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.slice(first, first + pageSize).map((result) => (
            <ResultRow key={result.result.id} given={result} participant={participant} onSetActive={setActive} />
          ))}
        </tbody>
      </table>
      <Pager paging={paging} label={t('participants__activity__pages')} onPage={setPage} />
    </>
  )
}
