import { fullName } from './full-name.ts'
import { useParticipant } from './useParticipants.ts'

/** A participant in one line: the code, then the name where it is known. */
export function ParticipantLabel({ participantId }: { participantId: string }) {
  const { data: participant } = useParticipant(participantId)
  if (!participant) return null
  const name = fullName(participant)
  return (
    <>
      <strong>{participant.code}</strong>
      {name !== null && ` ${name}`}
    </>
  )
}
