import { Alert, Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { ActivityModal } from './ActivityModal.tsx'
import classes from './AdminPage.module.css'
import { type EditedUser, UserModal } from './UserModal.tsx'
import { UsersTable } from './UsersTable.tsx'

const partNames = [
  'protocols',
  'surveys',
  'populations',
  'cut_offs',
  'certificate',
  'report_templates',
  'models',
  'takeouts',
  'privacy',
  'error_reports',
  'audit',
] as const
type Part = (typeof partNames)[number]

/** What other domains offer to managers. Each part is loaded separately. */
export type AdminParts = Record<'forManagers' | 'forOwner', Readonly<Partial<Record<Part, ComponentType>>>>

/** The organisation: the number of recordings, its users, and the populations for comparison. */
export function AdminPage({ parts }: { parts: AdminParts }) {
  const { t } = useTranslation()
  const organization = useQuery(queryFor('GET /organizations/'))
  const users = useQuery(queryFor('GET /organizations/user/'))
  const examiners = useQuery(queryFor('GET /organizations/examiners/'))
  const stats = useQuery(queryFor('GET /organizations/stats/'))
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const [edited, setEdited] = useState<EditedUser | null>(null)
  const [showsActivity, setShowsActivity] = useState(false)
  useTitle(t('organization__page__title'))

  const all = [organization, users, examiners, stats]
  const failed = all.find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!organization.data || !users.data || !examiners.data || !stats.data) return <Loading />

  const drawn: Partial<Record<Part, ComponentType>> = { ...parts.forManagers, ...(isOwner && parts.forOwner) }
  const shown = partNames.flatMap((name) => {
    const Content = drawn[name]
    return Content === undefined ? [] : [{ name, Content }]
  })
  const totalOf = (count: 'number_of_surveyres' | 'number_of_protocolsres_completed') =>
    new Intl.NumberFormat(currentLanguage()).format(stats.data.reduce((sum, row) => sum + row[count], 0))
  return (
    <>
      <div className={classes.head}>
        <h1>{organization.data.name}</h1>
        <Button variant="default" onClick={() => setShowsActivity(true)}>
          {t('organization__activity__open')}
        </Button>
      </div>
      <nav className={classes.nav} aria-label={t('organization__page__parts')}>
        {shown.map(({ name }) => (
          <Anchor key={name} href={`#${name}`}>
            {t(`organization__part__${name}`)}
          </Anchor>
        ))}
      </nav>
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
      <Card
        title={t('organization__users__title')}
        aside={<Button onClick={() => setEdited('new')}>{t('organization__users__create')}</Button>}
      >
        {!examiners.data.some(({ is_active }) => is_active) && (
          <Alert variant="light" mb="md">
            {t('organization__users__next_step')}
          </Alert>
        )}
        <UsersTable users={users.data} onEdit={setEdited} />
      </Card>
      {shown.map(({ name, Content }) => (
        <div key={name} id={name} className={classes.part}>
          <Suspense fallback={<Skeleton height={240} radius="lg" />}>
            <Content />
          </Suspense>
        </div>
      ))}
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
