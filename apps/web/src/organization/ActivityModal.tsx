import type { ActivityEvent } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, type TFunction, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import table from '../ui/table.module.css'

const pageSize = 10

/** Recent actions on participants, sessions and surveys, with their users. */
export function ActivityModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const events = useQuery(queryFor('GET /organizations/events/'))
  const paging = pagingOf(page, events.data?.length ?? 0, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <Dialog opened size="xl" title={t('organization__activity__title')} onClose={onClose}>
      {events.data === undefined ? (
        events.isError ? (
          <ErrorState error={events.error} onRetry={() => void events.refetch()} />
        ) : (
          <Loading />
        )
      ) : events.data.length === 0 ? (
        <EmptyState text={t('organization__activity__empty')} />
      ) : (
        <>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('organization__activity__date')}</th>
                <th scope="col">{t('organization__activity__what')}</th>
                <th scope="col">{t('organization__activity__participant')}</th>
                <th scope="col" className={table.wide}>
                  {t('organization__activity__who')}
                </th>
              </tr>
            </thead>
            <tbody>
              {events.data.slice(first, first + pageSize).map((event) => (
                <tr key={event.id}>
                  <td>{formatApiDate(event.date_created, currentLanguage())}</td>
                  <td>{whatOf(t, event)}</td>
                  <td>{event.participant?.code ?? '—'}</td>
                  <td className={table.wide}>{whoOf(t, event)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager paging={paging} label={t('organization__activity__pages')} onPage={setPage} />
        </>
      )}
    </Dialog>
  )
}

function whatOf(t: TFunction, { kind, action }: ActivityEvent): string {
  const kinds = {
    participants: t('organization__activity__participants'),
    protocolres: t('organization__activity__protocolres'),
    surveyres: t('organization__activity__surveyres'),
  }
  const actions: Record<string, string> = {
    create: t('organization__activity__create'),
    change: t('organization__activity__change'),
    archive: t('organization__activity__archive'),
    restore: t('organization__activity__restore'),
    complete: t('organization__activity__complete'),
  }
  return `${kinds[kind]} · ${actions[action] ?? action}`
}

/** Names both people if one acted as the other. */
function whoOf(t: TFunction, { user, examiner }: ActivityEvent): string {
  if (user === null) return t('organization__activity__product')
  const nameOf = ({ first_name, last_name }: Omit<NonNullable<ActivityEvent['user']>, 'id'>) =>
    `${first_name} ${last_name}`.trim()
  if (examiner === null || examiner.user_id === user.id) return nameOf(user)
  return t('organization__activity__as', { user: nameOf(user), examiner: nameOf(examiner) })
}
