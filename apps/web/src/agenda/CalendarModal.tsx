import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/Dialog.tsx'
import { AgendaCalendar, type ParticipantFilter } from './AgendaCalendar.tsx'

/** The agenda above the page that one is on. */
export function CalendarModal({ Filter, onClose }: { Filter: ParticipantFilter; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="xl" title={t('agenda__title')} onClose={onClose}>
      <AgendaCalendar Filter={Filter} onLeave={onClose} />
    </Dialog>
  )
}
