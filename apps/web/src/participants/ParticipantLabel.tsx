import { fullName } from '@fonema/contract/participant-search'
import { useParticipant } from '../api/participants.ts'
import { ParticipantBrief } from './ParticipantBrief.tsx'
import classes from './ParticipantPage.module.css'

/** A participant's code, the name if known, and below them the age and other facts at `date`; absent: today. */
export function ParticipantLabel({ participantId, date }: { participantId: string; date?: string }) {
  const { data: participant } = useParticipant(participantId)
  if (!participant) return null
  const name = fullName(participant)
  return (
    <>
      <strong>{participant.code}</strong>
      {name !== null && ` ${name}`}
      <span className={classes.labelBrief}>
        <ParticipantBrief participant={participant} {...(date !== undefined && { date })} />
      </span>
    </>
  )
}
