import type { Participant, Visit } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { formatApiDate } from '../ui/dates.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { CalendarIcon } from '../ui/icons.tsx'
import classes from './ParticipantPage.module.css'

type NextVisitProps = {
  participant: Participant
  onPlan: () => void
  onOpen: (visit: Visit) => void
}

/** The oldest overdue visit and the next planned one, and the way to plan another. */
export function NextVisit({ participant, onPlan, onOpen }: NextVisitProps) {
  const { t } = useTranslation()
  const mayPlan = useAccess({ feature: 'recordProtocol' }) && participant.active
  const { data } = useQuery(queryFor('GET /visits/{participant_id}/', { params: { participant_id: participant.id } }))
  const overdue = data?.find(({ state }) => state === 'overdue')
  const next = data?.find(({ state }) => state === 'planned')
  const when = ({ date, time }: Visit) => `${formatApiDate(date, currentLanguage())}, ${time}`
  const link = (visit: Visit, text: string) => (
    <button type="button" className={classes.visit} data-state={visit.state} onClick={() => onOpen(visit)}>
      {text}
    </button>
  )
  return (
    <div className={classes.visits}>
      {overdue !== undefined && link(overdue, t('timeline__overdue_visit', { when: when(overdue) }))}
      {next !== undefined && link(next, t('timeline__next_visit', { when: when(next) }))}
      {data !== undefined && overdue === undefined && next === undefined && (
        <span className={classes.noVisit}>{t('timeline__no_visit')}</span>
      )}
      {mayPlan && (
        <Button
          variant="subtle"
          px="xs"
          className={classes.plan}
          leftSection={<CalendarIcon size={18} />}
          onClick={onPlan}
        >
          {t('timeline__plan')}
        </Button>
      )}
    </div>
  )
}
