import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { numberFormat } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { ActivityModal } from './ActivityModal.tsx'
import classes from './AdminPage.module.css'
import { FirstDayCard } from './FirstDayCard.tsx'
import { type EditedUser, UserModal } from './UserModal.tsx'
import { UsersTable } from './UsersTable.tsx'

/** The administration's entry: the organisation, its totals and its users. */
export function PeoplePage() {
  const { t } = useTranslation()
  const organization = useQuery(queryFor('GET /organizations/'))
  const users = useQuery(queryFor('GET /organizations/user/'))
  const examiners = useQuery(queryFor('GET /organizations/examiners/'))
  const stats = useQuery(queryFor('GET /organizations/stats/'))
  const [edited, setEdited] = useState<EditedUser | null>(null)
  const [showsActivity, setShowsActivity] = useState(false)
  useTitle(t('organization__page__title'))

  const all = [organization, users, examiners, stats]
  const failed = all.find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!organization.data || !users.data || !examiners.data || !stats.data) return <Loading />

  const totalOf = (count: 'number_of_surveyres' | 'number_of_protocolsres_completed') =>
    numberFormat(currentLanguage()).format(stats.data.reduce((sum, row) => sum + row[count], 0))
  return (
    <>
      <div className={classes.head}>
        <h1>{organization.data.name}</h1>
        <Button variant="default" onClick={() => setShowsActivity(true)}>
          {t('organization__activity__open')}
        </Button>
      </div>
      <dl className={classes.totals}>
        <div>
          <dt>{t('organization__totals__protocols')}</dt>
          <dd>{totalOf('number_of_protocolsres_completed')}</dd>
        </div>
        <div>
          <dt>{t('organization__totals__surveys')}</dt>
          <dd>{totalOf('number_of_surveyres')}</dd>
        </div>
      </dl>
      <FirstDayCard onInvite={() => setEdited('new')} />
      <Card
        title={t('organization__users__title')}
        aside={<Button onClick={() => setEdited('new')}>{t('organization__users__create')}</Button>}
      >
        {!examiners.data.some(({ is_active }) => is_active) && (
          <Alert mb="md">{t('organization__users__next_step')}</Alert>
        )}
        <UsersTable users={users.data} onEdit={setEdited} />
      </Card>
      {edited !== null && (
        <UserModal
          edited={edited}
          organization={organization.data}
          users={users.data}
          examiners={examiners.data}
          onClose={() => setEdited(null)}
        />
      )}
      {showsActivity && <ActivityModal onClose={() => setShowsActivity(false)} />}
    </>
  )
}
