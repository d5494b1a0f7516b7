import type { ActivityEvent, AuditEntry, ExaminerStats, ParticipantId, UserId } from '@fonema/contract'
import { sql } from 'kysely'
import { withCodes } from '../participants/queries.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Page } from '../platform/http/pages.ts'
import '../organization/tables.ts'
import '../participants/tables.ts'
import '../service-accounts/tables.ts'
import './tables.ts'

export type AuditFilter = {
  user_id?: UserId | undefined
  participant_id?: ParticipantId | undefined
  participant_code?: string | undefined
  action?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
}

/** @param usual the default limit */
export async function listEntries(
  tx: Tx,
  page: Page,
  timeZone: string,
  filter: AuditFilter,
  usual = 200,
): Promise<AuditEntry[]> {
  const { from, to, before, participant_code } = filter
  let query = tx
    .selectFrom('audit_entries as entry')
    .leftJoin('participants', 'participants.id', 'entry.participant_id')
    // Ids are unique across both tables, and the log has one column for whoever acts.
    .leftJoin('service_accounts', (join) => join.onRef(sql`service_accounts.id`, '=', sql`entry.user_id`))
    .selectAll('entry')
    .select('service_accounts.name as service_account')
    // The key may be revoked, so its name is that of the entry about its creation.
    .select(
      sql<string | null>`case when entry.user_id is null and entry.session_id is not null then
        (select made.new ->> 'name' from audit_entries made where made.subject = 'scim_tokens'
          and made.action = 'create' and made.object_id = entry.session_id::text) end`.as('directory'),
    )
    .select('participants.code as participant_code')
  for (const column of ['user_id', 'participant_id', 'action', 'subject'] as const)
    if (filter[column] !== undefined) query = query.where(`entry.${column}`, '=', filter[column])
  if (participant_code !== undefined) query = query.where('entry.participant_id', '=', withCodes([participant_code]))
  if (before !== undefined) query = query.where('entry.id', '<', Number(before))
  if (from !== undefined) query = query.where(sql<boolean>`at >= ${from}::date::timestamp at time zone ${timeZone}`)
  if (to !== undefined) query = query.where(sql<boolean>`at < (${to}::date + 1)::timestamp at time zone ${timeZone}`)
  return (await page.read(tx, query, usual)).map(({ id, organization_id: _, session_id: __, at, ...entry }) => ({
    ...entry,
    id: String(id),
    at: at.toISOString(),
  }))
}

/** The names of the organisation's users and service accounts, by the ids of users, examiners and accounts. */
export async function findNames(tx: Tx): Promise<Map<string, string>> {
  const users = await tx
    .selectFrom('users')
    .leftJoin('examiners', 'examiners.user_id', 'users.id')
    .select(['users.id', 'examiners.id as examiner_id', 'first_name', 'last_name'])
    .execute()
  const accounts = await tx.selectFrom('service_accounts').select(['id', 'name']).execute()
  return new Map([
    ...accounts.map(({ id, name }): [string, string] => [id, name]),
    ...users.flatMap(({ id, examiner_id, first_name, last_name }) => {
      const name = `${first_name} ${last_name}`.trim()
      return [id, examiner_id].flatMap((one): [string, string][] => (one === null ? [] : [[one, name]]))
    }),
  ])
}

const kinds = {
  participants: 'participants',
  protocol_responses: 'protocolres',
  survey_responses: 'surveyres',
} as const

/** What was done with participants, sessions and surveys, from the audit log. */
export async function listEvents(tx: Tx, page: Page, before: string | undefined): Promise<ActivityEvent[]> {
  const events = tx
    .selectFrom('audit_entries as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.user_id')
    .leftJoin('service_accounts as machine', (join) => join.onRef(sql`machine.id`, '=', sql`entry.user_id`))
    .leftJoin('examiners', 'examiners.id', 'entry.examiner_id')
    .leftJoin('users as worker', 'worker.id', 'examiners.user_id')
    .leftJoin('participants', 'participants.id', 'entry.participant_id')
    .select(['entry.id', 'entry.subject', 'entry.at', 'entry.action', 'entry.participant_id', 'participants.code'])
    .select(['actor.id as actor_id', 'actor.first_name as actor_first', 'actor.last_name as actor_last'])
    .select(['machine.id as machine_id', 'machine.name as machine_name'])
    .select([
      'examiners.id as examiner_id',
      'worker.id as worker_id',
      'worker.first_name as worker_first',
      'worker.last_name as worker_last',
    ])
    .where('entry.subject', 'in', Object.keys(kinds))
    .where('entry.action', '<>', 'read')
    .$if(before !== undefined, (query) => query.where('entry.id', '<', Number(before)))
  return (await page.read(tx, events, 200)).map((row) => ({
    id: String(row.id),
    kind: kinds[row.subject as keyof typeof kinds],
    date_created: row.at.toISOString(),
    // A service account has its name in place of a first name.
    user:
      row.machine_id !== null
        ? { id: row.machine_id as string as UserId, first_name: row.machine_name ?? '', last_name: '' }
        : row.actor_id === null
          ? null
          : { id: row.actor_id, first_name: row.actor_first ?? '', last_name: row.actor_last ?? '' },
    examiner:
      row.examiner_id === null || row.worker_id === null
        ? null
        : {
            id: row.examiner_id,
            user_id: row.worker_id,
            first_name: row.worker_first ?? '',
            last_name: row.worker_last ?? '',
          },
    participant: row.participant_id === null ? null : { id: row.participant_id, code: row.code ?? '' },
    action: row.action,
  }))
}

/** Every examiner, including former ones whose participants await their transfer. */
export function listStats(tx: Tx, page: Page): Promise<ExaminerStats[]> {
  const stats = sql<ExaminerStats>`
    (select e.id as examiner_id,
      (select count(*) from participants p where p.examiner_id = e.id) as number_of_participants,
      (select count(*) from protocol_responses r where r.examiner_id = e.id and r.completed_at is not null)
        as number_of_protocolsres_completed,
      (select count(*) from survey_responses s where s.examiner_id = e.id) as number_of_surveyres
    from examiners e)`
  return page.read(tx, stats)
}
