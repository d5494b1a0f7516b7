import type { Today } from '@fonema/contract'
import { dateLocale } from '@fonema/contract/date-locale'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { dateFormat } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { settlingPart } from '../ui/settling-part.ts'
import { useReady } from '../ui/useReady.ts'
import classes from './Today.module.css'
import { TodayItem } from './TodayItem.tsx'
import { countOf, firstRows, rowsOf, type Waiting } from './today-rows.ts'

export type TodayCardProps = {
  /** What waits on this device. */
  Uploads: ComponentType<{ children: (waiting: readonly Waiting[]) => ReactNode }>
  /** Fills in the survey of a visit. */
  onSurvey: (asked: { participantId: string; surveyId: string; visitId: string }) => void
}

/** What an examiner has to do today; one quiet line when there is nothing. */
export function TodayCard({ Uploads, onSurvey }: TodayCardProps) {
  const { t } = useTranslation()
  const { data: today, error, refetch } = useQuery({ ...queryFor('GET /today/'), staleTime: 0 })
  const isReady = useReady(today !== undefined)
  if (today === undefined || !isReady)
    return error === null ? (
      <Skeleton
        height={96}
        radius="lg"
        className={classes.card}
        ref={settlingPart}
        aria-label={t('visits__today__loading')}
        role="status"
      />
    ) : (
      <div className={classes.card}>
        <Card title={t('visits__today__title')} isDense>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      </div>
    )
  return <Uploads>{(waiting) => <Rows today={today} waiting={waiting} onSurvey={onSurvey} />}</Uploads>
}

type RowsProps = Pick<TodayCardProps, 'onSurvey'> & { today: Today; waiting: readonly Waiting[] }

function Rows({ today, waiting, onSurvey }: RowsProps) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const count = countOf(today, waiting)
  const day = dateFormat(dateLocale(currentLanguage()), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${today.day}T00:00:00Z`))
  const agenda = (
    <Link to={links.agenda} className={classes.agenda} data-head>
      {t('visits__today__agenda')}
    </Link>
  )
  if (count === 0)
    return (
      <p className={classes.calm}>
        {t('visits__today__nothing', { day })} {agenda}
      </p>
    )
  const rows = rowsOf(today, waiting)
  const first = firstRows(rows)
  const shown = showsAll ? rows : first
  return (
    <div className={classes.card}>
      <Card title={t('visits__today__day', { day })} aside={agenda} isDense>
        <ul className={classes.rows}>
          {shown.map((row) => (
            <TodayItem key={row.key} row={row} today={today.day} onSurvey={onSurvey} />
          ))}
        </ul>
        {rows.length > first.length && (
          <Button variant="subtle" className={classes.all} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('visits__today__fewer') : t('visits__today__all', { total: count })}
          </Button>
        )}
      </Card>
    </div>
  )
}
