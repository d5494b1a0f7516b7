import type { Participant } from '@fonema/contract'
import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import classes from './ParticipantList.module.css'
import { ParticipantTable } from './ParticipantTable.tsx'
import { SearchField } from './SearchField.tsx'
import { findParticipants, prepareSearch, searchLetters } from './search.ts'
import { participantsQuery } from './useParticipants.ts'

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
  const { data: all, error, refetch } = useQuery(participantsQuery)
  const { page, showsAll, setPage, setShowsAll } = usePlace()
  const top = useRef<HTMLDivElement>(null)

  const active = useMemo(() => all?.filter((participant) => participant.active), [all])
  const found = useMemo(() => (wanted === '' ? undefined : all && findParticipants(wanted, all)), [all, wanted])
  // Prepared before typing starts, so that the first letter is as fast as the others.
  useEffect(() => {
    if (all === undefined) return
    const timer = setTimeout(prepareSearch, 200, all)
    return () => clearTimeout(timer)
  }, [all])

  const rows = found ?? active
  const paging = pagingOf(page, rows?.length ?? 0, pageSize)
  const isPaged = found === undefined && !showsAll
  const first = (paging.page - 1) * pageSize
  const shown = isPaged ? rows?.slice(first, first + pageSize) : rows

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
      {rows === undefined || shown === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {rows.length === 0 ? (
            <EmptyState
              text={t(found === undefined ? 'participants__list__empty' : 'participants__list__nothing_found')}
            />
          ) : (
            <ParticipantTable participants={shown} wanted={wanted} onSurvey={onSurvey} />
          )}
          <div className={classes.foot}>
            <p className={classes.count} role="status">
              {found !== undefined
                ? t('participants__list__found', { count: found.length, formatted: formatCount(found.length) })
                : isPaged && paging.pages > 1
                  ? t('participants__list__range', {
                      first: first + 1,
                      last: first + shown.length,
                      count: rows.length,
                      formatted: formatCount(rows.length),
                    })
                  : t('participants__list__count', { count: rows.length, formatted: formatCount(rows.length) })}
            </p>
            {found === undefined && rows.length > pageSize && (
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

const formatCount = (count: number) => new Intl.NumberFormat(currentLanguage()).format(count)

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
