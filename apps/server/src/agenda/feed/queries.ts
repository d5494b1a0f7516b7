import type { ParticipantId, UserId, VisitId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import '../tables.ts'

export type FeedVisit = {
  id: VisitId
  participant_id: ParticipantId
  code: string
  planned_at: Date
  duration_min: number | null
  tolerance_days: number
  is_cancelled: boolean
  revision: number
  created_at: Date
  changed_at: Date
}

/** The most that a calendar holds: the earliest ones. */
const maxVisits = 5000

/** The visits since a day of the user's own active participants. Without the role of an examiner, there are none. */
export async function findFeedVisits(tx: Tx, userId: UserId, since: Date): Promise<FeedVisit[]> {
  const { rows } = await sql<FeedVisit>`
    select v.id, v.participant_id, p.code, v.planned_at, v.duration_min, v.tolerance_days,
      v.state = 'cancelled' as is_cancelled, v.revision, v.created_at, coalesce(v.changed_at, v.created_at) as changed_at
    from visits v
      join participants p on p.id = v.participant_id and p.active
      join examiners e on e.id = p.examiner_id and e.is_active
    where e.user_id = ${userId} and v.planned_at >= ${since}
    order by v.planned_at, v.id limit ${maxVisits}`.execute(tx)
  return rows
}
