import { type ExaminerId, type ReportId, type SessionId, todayRows, type UserId, unreadDays } from '@fonema/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import './tables.ts'

type Listed = {
  participant_id: string
  code: string
  first_name: string | null
  last_name: string | null
  count: number
}
export type SessionRow = Listed & { session: SessionId; protocol: string; started_at: Date }
type UnfinishedRow = SessionRow & { answered: number; items: number }
export type DraftRow = Listed & { report: ReportId; number: string; protocol: string; created_at: Date }

/** Sessions of active participants, with the number of all that match. Practice does not count. */
const sessions = (examinerId: ExaminerId, more: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select r.id as session, protocols.name as protocol, r.date_created as started_at, p.id as participant_id, p.code,
    p.first_name, p.last_name, count(*) over ()::int as count ${more}
  from protocol_responses r
    join participants p on p.id = r.participant_id and p.active and p.examiner_id = ${examinerId}
    join protocols on protocols.id = r.protocol_id and not protocols.is_practice
  where r.active and ${where}
  order by r.date_created desc, r.id desc limit ${todayRows}`

export async function listUnfinished(tx: Tx, examinerId: ExaminerId): Promise<UnfinishedRow[]> {
  const counts = sql`,
    (select count(*) from protocol_items i where i.protocol_id = r.protocol_id)::int as items,
    (select count(*) from item_responses a where a.protocol_response_id = r.id and (a.skipped_purpose is not null
      or exists (select from takes t where t.item_response_id = a.id and t.counts)))::int as answered`
  return (await sql<UnfinishedRow>`${sessions(examinerId, counts, sql`r.completed_at is null`)}`.execute(tx)).rows
}

/** Finished sessions of the last days that the user has not opened, once nothing of them is being measured any more. */
export async function listUnread(tx: Tx, examinerId: ExaminerId, userId: UserId, now: Date): Promise<SessionRow[]> {
  const isUnread = sql`r.completed_at > ${now}::timestamptz - make_interval(days => ${unreadDays})
    and not exists (select from result_reads read where read.protocol_response_id = r.id and read.user_id = ${userId})
    and not exists (select from item_responses a join takes t on t.item_response_id = a.id and t.counts
      join feature_results f on f.take_id = t.id and f.status = 'pending' where a.protocol_response_id = r.id)
    and exists (select from item_responses a join takes t on t.item_response_id = a.id and t.counts
      where a.protocol_response_id = r.id)`
  return (await sql<SessionRow>`${sessions(examinerId, sql``, isUnread)}`.execute(tx)).rows
}

export async function listDrafts(tx: Tx, examinerId: ExaminerId): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select d.id as report, d.number, d.protocol, d.created_at, p.id as participant_id, p.code, p.first_name, p.last_name,
      count(*) over ()::int as count
    from clinical_reports d
      join participants p on p.id = d.participant_id and p.active and p.examiner_id = ${examinerId}
    where d.state = 'draft'
    order by d.created_at desc, d.id desc limit ${todayRows}`.execute(tx)
  return rows
}
