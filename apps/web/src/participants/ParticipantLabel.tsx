import { queryFor } from '../api/query.ts'
import { Settling } from '../ui/Settling.tsx'
import { fullName } from './full-name.ts'
import { ParticipantBrief } from './ParticipantBrief.tsx'
import classes from './ParticipantPage.module.css'
import { participantsQuery, useParticipant } from './useParticipants.ts'

/** A participant's code, the name if known, and below them the age and other facts at `date`; absent: today. */
export function ParticipantLabel({ participantId, date }: { participantId: string; date?: string }) {
  const { data: participant } = useParticipant(participantId)
  const settling = <Settling until={[participantsQuery, queryFor('GET /cms/locales/')]} />
  if (!participant) return settling
  const name = fullName(participant)
  return (
    <>
      {settling}
      <strong>{participant.code}</strong>
      {name !== null && ` ${name}`}
      <span className={classes.labelBrief}>
        <ParticipantBrief participant={participant} {...(date !== undefined && { date })} />
      </span>
    </>
  )
}
