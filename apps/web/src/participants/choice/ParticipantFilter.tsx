import { useParticipant } from '../../api/participants.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { ParticipantChoice } from './ParticipantChoice.tsx'

type ParticipantFilterProps = { participantId: string | null; onChange: (id: string | null) => void }

/** Filters a list by one participant, or shows all. */
export function ParticipantFilter({ participantId, onChange }: ParticipantFilterProps) {
  const { t } = useTranslation()
  const { data } = useParticipant(participantId ?? '')
  return (
    <ParticipantChoice
      label={t('participants__choice__filter')}
      chosen={participantId === null ? null : (data ?? null)}
      onChoose={(participant) => onChange(participant?.id ?? null)}
    />
  )
}
