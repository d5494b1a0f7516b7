import type { Participant } from '@fonema/contract'
import { searchLetters } from '@fonema/contract/participant-search'
import { Switch } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { numberFormat } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import { useReady } from '../ui/useReady.ts'
import classes from './ParticipantList.module.css'
import { ParticipantTable } from './ParticipantTable.tsx'
import { SearchField } from './SearchField.tsx'
import { useListed } from './useListed.ts'

const pageSize = 20

type ParticipantListProps = {
  onSurvey: (participant: Participant) => void
  /** Beside the search. */
  action?: ReactNode
}

/** The active participants, newest first, in the server's order. A search also covers the archived ones. */
export function ParticipantList({ onSurvey, action }: ParticipantListProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  const { page, showsAll, setPage, setShowsAll } = usePlace()
  const top = useRef<HTMLDivElement>(null)
  const isSearch = wanted !== ''
  const isPaged = !isSearch && !showsAll
  const { rows, count, isEarlier, error, refetch } = useListed({
    active: true,
    letters: wanted,
    page: Math.max(1, Math.trunc(page) || 1),
    pageSize: isPaged ? pageSize : null,
  })
  const isReady = useReady(rows !== undefined)
  const paging = pagingOf(page, count, pageSize)
  const first = (paging.page - 1) * pageSize

  function turnTo(page: number) {
    setPage(page)
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView()
  }

  return (
    <Card
      title={t('participants__list__title')}
      aside={
        <>
          <SearchField onSearch={(query) => setWanted(searchLetters(query))} />
          {action}
        </>
      }
    >
      <div ref={top} className={classes.top} />
      {rows === undefined || !isReady ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {count === 0 ? (
            <EmptyState text={t(isSearch ? 'participants__list__nothing_found' : 'participants__list__empty')} />
          ) : (
            <ParticipantTable participants={rows} wanted={wanted} onSurvey={onSurvey} />
          )}
          <div className={classes.foot}>
            <p className={classes.count} role="status">
              {isEarlier ? null : isSearch ? (
                <FoundCount shown={rows.length} count={count} />
              ) : isPaged && paging.pages > 1 ? (
                t('participants__list__range', {
                  first: first + 1,
                  last: first + rows.length,
                  count,
                  formatted: formatCount(count),
                })
              ) : (
                t('participants__list__count', { count, formatted: formatCount(count) })
              )}
            </p>
            {!isSearch && count > pageSize && (
              <>
                {isPaged && <Pager paging={paging} label={t('participants__list__pages')} onPage={turnTo} />}
                <Switch
                  label={t('participants__list__view_all')}
                  checked={showsAll}
                  onChange={(event) => setShowsAll(event.currentTarget.checked)}
                />
              </>
            )}
          </div>
        </>
      )}
    </Card>
  )
}

/** How many were found, and how many of them are not shown. */
function FoundCount({ shown, count }: { shown: number; count: number }) {
  const { t } = useTranslation()
  const more = count - shown
  return [
    t('participants__list__found', { count, formatted: formatCount(count) }),
    more > 0 && t('participants__list__more', { count: more, formatted: formatCount(more) }),
  ]
    .filter(Boolean)
    .join('. ')
}

const formatCount = (count: number) => numberFormat(currentLanguage()).format(count)

/** Keeps the reader's place in the list in the address, so that navigating back restores it. */
function usePlace() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | null) =>
    setParams(value === null ? {} : { [name]: value }, { replace: true, preventScrollReset: true })
  return {
    page: Number(params.get('page') ?? 1),
    showsAll: params.get('view') === 'all',
    setPage: (page: number) => set('page', page === 1 ? null : String(page)),
    setShowsAll: (showsAll: boolean) => set('view', showsAll ? 'all' : null),
  }
}
