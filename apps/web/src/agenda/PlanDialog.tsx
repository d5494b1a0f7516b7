import type { Visit } from '@fonema/contract'
import type { ComponentType } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { VisitForm } from './VisitForm.tsx'

export type ParticipantPicker = ComponentType<{ participantId: string | null; onChange: (id: string | null) => void }>

type PlanDialogProps = {
  /** The visit to change; absent: another one is planned. */
  visit?: Visit | undefined
  /** The participant, if known. */
  participantId?: string | undefined
  date?: string | undefined
  /** Chooses the participant, if unknown. */
  Picker?: ParticipantPicker | undefined
  onClose: () => void
}

/** Plans a visit or changes one. */
export function PlanDialog({ onClose, visit, ...given }: PlanDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened
      size="lg"
      closeOnClickOutside={false}
      title={t(visit === undefined ? 'visits__form__plan' : 'visits__form__change')}
      onClose={onClose}
    >
      <VisitForm visit={visit} onDone={onClose} {...given} />
    </Dialog>
  )
}
