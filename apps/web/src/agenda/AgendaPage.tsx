import { useTranslation } from 'react-i18next'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import { AgendaCalendar, type ParticipantFilter } from './AgendaCalendar.tsx'

/** The examiner's sessions and surveys by date. */
export function AgendaPage({ Filter }: { Filter: ParticipantFilter }) {
  const { t } = useTranslation()
  useTitle(t('agenda__title'))
  return (
    <>
      <BackLink to={links.dashboard}>{t('agenda__back')}</BackLink>
      <h1>{t('agenda__title')}</h1>
      <Card title={t('agenda__card')}>
        <AgendaCalendar Filter={Filter} />
      </Card>
    </>
  )
}
