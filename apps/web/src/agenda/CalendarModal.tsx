import { Dialog } from '../ui/Dialog.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { AgendaCalendar, type ParticipantFilter } from './AgendaCalendar.tsx'

/** The agenda in a dialog above the current page. */
export function CalendarModal({ Filter, onClose }: { Filter: ParticipantFilter; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="xl" title={t('agenda__title')} onClose={onClose}>
      <AgendaCalendar Filter={Filter} onLeave={onClose} />
    </Dialog>
  )
}
