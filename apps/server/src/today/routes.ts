import { accessOf, type ListedParticipant, type ParticipantId, todayRows } from '@fonema/contract'
import { listDue, toVisit } from '../agenda/visit-queries.ts'
import { calendarOf } from '../agenda/visits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Implement } from '../platform/http/implement.ts'
import { newId } from '../platform/ids.ts'
import { requireSession } from '../responses/service.ts'
import { listDrafts, listUnfinished, listUnread } from './queries.ts'

type Row = { participant_id: string; code: string; first_name: string | null; last_name: string | null; count: number }

export function todayRoutes(implement: Implement, { clock }: { clock: Clock }) {
  implement.inTenant('GET /today/', async ({ tx, principal }) => {
    const calendar = calendarOf(principal, clock)
    const { examinerId, userId } = principal
    const due = await listDue(tx, examinerId, calendar)
    const unfinished = await listUnfinished(tx, examinerId)
    // A mode that may not read results learns nothing about which are ready.
    const mayRead = accessOf(principal, { feature: 'readProtocolRes' }).granted
    const unread = mayRead ? await listUnread(tx, examinerId, userId, clock.now()) : []
    const drafts = mayRead ? await listDrafts(tx, examinerId) : []
    return {
      day: calendar.today,
      visits: { count: due.length, rows: due.slice(0, todayRows).map(toVisit) },
      unfinished: partOf(unfinished, ({ session, protocol, started_at, answered, items }) => ({
        session,
        protocol,
        started_at: started_at.toISOString(),
        answered,
        items,
      })),
      unread: partOf(unread, ({ session, protocol, started_at }) => ({
        session,
        protocol,
        started_at: started_at.toISOString(),
      })),
      drafts: partOf(drafts, ({ report, number, protocol, created_at }) => ({
        report,
        number,
        protocol,
        created_at: created_at.toISOString(),
      })),
    }
  })

  implement.inTenant(
    'POST /protocols/responses/{participant_id}/{protocol_res_id}/read/',
    async ({ tx, principal, params }): Promise<undefined> => {
      const { id } = await requireSession(tx, principal, params)
      const now = clock.now()
      await tx
        .insertInto('result_reads')
        .values({
          id: newId<string>(now),
          organization_id: principal.organizationId,
          participant_id: params.participant_id,
          protocol_response_id: id,
          user_id: principal.userId,
          read_at: now,
        })
        .onConflict((conflict) => conflict.columns(['protocol_response_id', 'user_id']).doNothing())
        .execute()
    },
  )
}

function partOf<R extends Row, Shown>(rows: readonly R[], show: (row: R) => Shown) {
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map((row) => ({ ...show(row), participant: participantOf(row) })),
  }
}

const participantOf = ({ participant_id, code, first_name, last_name }: Row): ListedParticipant => ({
  id: participant_id as ParticipantId, // from its column
  code,
  first_name,
  last_name,
})
