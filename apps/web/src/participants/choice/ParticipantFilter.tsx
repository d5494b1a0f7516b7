import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../ui/i18n.ts'
import { participantsQuery } from '../useParticipants.ts'
import { ParticipantChoice } from './ParticipantChoice.tsx'

type ParticipantFilterProps = { participantId: string | null; onChange: (id: string | null) => void }

/** Filters a list by one participant, or shows all. */
export function ParticipantFilter({ participantId, onChange }: ParticipantFilterProps) {
  const { t } = useTranslation()
  const { data } = useQuery(participantsQuery)
  return (
    <ParticipantChoice
      label={t('participants__choice__filter')}
      chosen={data?.find(({ id }) => id === participantId) ?? null}
      onChoose={(participant) => onChange(participant?.id ?? null)}
    />
  )
}
