import { fullName } from '@fonema/contract/participant-search'
import { participantQuery, participantsQuery, useHasMany, useParticipant } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'
import { Settling } from '../ui/Settling.tsx'
import { ParticipantBrief } from './ParticipantBrief.tsx'
import classes from './ParticipantPage.module.css'

/** A participant's code, the name if known, and below them the age and other facts at `date`; absent: today. */
export function ParticipantLabel({ participantId, date }: { participantId: string; date?: string }) {
  const { data: participant } = useParticipant(participantId)
  const asked = useHasMany() ? participantQuery(participantId) : participantsQuery
  const settling = <Settling until={[asked, queryFor('GET /cms/locales/')]} />
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
