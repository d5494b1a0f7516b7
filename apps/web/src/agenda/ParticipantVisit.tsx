import type { Visit } from '@fonema/contract'
import { useState } from 'react'
import { PlanDialog } from './PlanDialog.tsx'
import { VisitDialog } from './VisitDialog.tsx'

type ParticipantVisitProps = {
  participantId: string
  /** Absent: another visit is planned. */
  visit?: Visit | undefined
  onClose: () => void
}

/** A visit with everything that can be done with it, or the form for another one, on the participant's own page. */
export function ParticipantVisit({ participantId, visit, onClose }: ParticipantVisitProps) {
  const [isEditing, setEditing] = useState(false)
  if (visit === undefined) return <PlanDialog participantId={participantId} onClose={onClose} />
  return isEditing ? (
    <PlanDialog visit={visit} onClose={onClose} />
  ) : (
    <VisitDialog visit={visit} isOnParticipantPage onEdit={() => setEditing(true)} onClose={onClose} />
  )
}
