import type { Visit } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { useVisitTexts } from './useVisitTexts.ts'
import classes from './Visits.module.css'

/** Overdue visits above the calendar, the oldest first. Nothing when there are none. */
export function OverdueVisits({ onOpen }: { onOpen: (visit: Visit) => void }) {
  const { t } = useTranslation()
  const texts = useVisitTexts()
  const { data = [] } = useQuery({ ...queryFor('GET /visits/', { query: { state: 'overdue' } }), staleTime: 0 })
  if (data.length === 0) return null
  return (
    <div className={classes.overdue}>
      <Card title={t('visits__overdue__title', { count: data.length })} isDense>
        <ul className={classes.list}>
          {data.map((visit) => (
            <li key={visit.id} className={classes.row}>
              <span className={classes.when}>{texts.when(visit)}</span>
              <span className={classes.who}>
                <strong>{visit.participant.code}</strong> {texts.nameOf(visit)}
                <span className={classes.detail}>{texts.what(visit)}</span>
              </span>
              <Button
                variant="default"
                aria-label={t('visits__overdue__open_label', { code: visit.participant.code })}
                onClick={() => onOpen(visit)}
              >
                {t('visits__overdue__open')}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
