import type { ProtocolResponseSummary } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import table from '../ui/table.module.css'
import classes from './SessionList.module.css'

/** A participant's sessions that are not archived, newest first. */
export function SessionList({ participantId }: { participantId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } }),
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const sessions = data.filter(({ active }) => active)
  if (sessions.length === 0) return <EmptyState text={t('responses__list__empty')} />
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('responses__list__date')}</th>
          <th scope="col" className={table.wide}>
            {t('responses__list__protocol')}
          </th>
          <th scope="col" className={table.wide}>
            {t('responses__list__state')}
          </th>
          <th scope="col" className={table.wide}>
            {t('responses__list__answered')}
          </th>
          <th scope="col" className={classes.actionsHead}>
            {t('responses__list__actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </tbody>
    </table>
  )
}

function SessionRow({ session }: { session: ProtocolResponseSummary }) {
  const { t } = useTranslation()
  const mayRead = useAccess({ feature: 'readProtocolRes' })
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const { id, participant, protocol, is_completed } = session
  const date = formatApiDate(session.date_created, currentLanguage())
  const state = (
    <Badge color={is_completed ? 'teal' : 'yellow'} variant="light" className={is_completed ? '' : classes.unfinished}>
      {t(is_completed ? 'responses__list__completed' : 'responses__list__unfinished')}
    </Badge>
  )
  return (
    <tr>
      <td>
        <span className={classes.date}>{date}</span>
        <span className={table.second}>
          {protocol.name}
          <br />
          {state}
        </span>
      </td>
      <td className={table.wide}>
        {protocol.name}
        {protocol.is_practice && (
          <Badge color="gray" variant="light" ml="xs">
            {t('responses__list__practice')}
          </Badge>
        )}
      </td>
      <td className={table.wide}>{state}</td>
      <td className={`${table.wide} ${table.number}`}>
        {t('responses__list__answered_of', { answered: session.answered_count, total: protocol.item_count })}
      </td>
      <td className={table.action}>
        <div className={classes.actions}>
          {!is_completed && mayRecord && (
            <Button
              component={Link}
              to={links.resume(participant, id)}
              variant="light"
              aria-label={t('responses__list__resume_label', { protocol: protocol.name, date })}
            >
              {t('responses__list__resume')}
            </Button>
          )}
          {mayRead && (
            <Button
              component={Link}
              to={links.protocolres(participant, id)}
              variant="default"
              aria-label={t('responses__list__result_label', { protocol: protocol.name, date })}
            >
              {t('responses__list__result')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
