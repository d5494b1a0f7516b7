import type { Visit } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAccess } from '../api/current-user.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { CalendarIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import { AgendaCalendar, type ParticipantFilter } from './AgendaCalendar.tsx'
import classes from './AgendaPage.module.css'
import { OverdueVisits } from './OverdueVisits.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { VisitDialog } from './VisitDialog.tsx'

type Opened = { what: 'plan'; date?: string } | { what: 'visit' | 'edit'; visit: Visit } | null

/** The examiner's planned visits, sessions and surveys by date. */
export function AgendaPage({ Filter }: { Filter: ParticipantFilter }) {
  const { t } = useTranslation()
  const mayPlan = useAccess({ feature: 'recordProtocol' })
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const openVisit = (visit: Visit) => setOpened({ what: 'visit', visit })
  useTitle(t('agenda__title'))
  return (
    <>
      <BackLink to={links.dashboard}>{t('agenda__back')}</BackLink>
      <div className={classes.head}>
        <h1>{t('agenda__title')}</h1>
        {mayPlan && (
          <Button leftSection={<CalendarIcon size={18} />} onClick={() => setOpened({ what: 'plan' })}>
            {t('visits__form__plan')}
          </Button>
        )}
      </div>
      <OverdueVisits onOpen={openVisit} />
      <Card title={t('agenda__card')}>
        <AgendaCalendar
          Filter={Filter}
          onOpenVisit={openVisit}
          {...(mayPlan && { onDay: (date: string) => setOpened({ what: 'plan', date }) })}
        />
      </Card>
      {opened?.what === 'plan' && <PlanDialog date={opened.date} Picker={Filter} onClose={close} />}
      {opened?.what === 'visit' && (
        <VisitDialog
          visit={opened.visit}
          onEdit={() => setOpened({ what: 'edit', visit: opened.visit })}
          onClose={close}
        />
      )}
      {opened?.what === 'edit' && <PlanDialog visit={opened.visit} onClose={close} />}
    </>
  )
}
