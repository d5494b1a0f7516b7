import {
  type ExaminerId,
  OrganizationId,
  type ReminderKind,
  type Reminders,
  reminderKinds,
  UserId,
} from '@fonema/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Clock, dayIn } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { addDays } from '../visit-days.ts'
import { type Calendar, listDue, type VisitRow } from '../visit-queries.ts'
import './tables.ts'

/** A mail: whose, of which kind, and for which day of theirs. */
export const ReminderMail = z.object({
  user_id: UserId,
  organization_id: OrganizationId,
  kind: z.enum(reminderKinds),
  day: z.iso.date(),
})
export type ReminderMail = z.infer<typeof ReminderMail>

/** The hours of a user's day in which mails are planned: a later one would come after the first visits. */
const morning = { from: 7, until: 12 }

type Reminded = Reminders & { user_id: UserId; organization_id: OrganizationId; time_zone: string }
type Deps = { database: Database; clock: Clock; queue: Queue }

/** Queues the mails of the users whose morning it is. Safe to run at any time and on several machines. */
export async function planReminders({ database, clock, queue }: Deps): Promise<void> {
  const { rows } = await sql<Reminded>`select * from reminded_users()`.execute(database.shared)
  const now = clock.now()
  for (const user of rows.filter(({ time_zone }) => isMorning(time_zone, now))) {
    const calendar = { timeZone: user.time_zone, today: dayIn(user.time_zone, now) }
    await database.tenant(user.organization_id, async (tx) => {
      for (const kind of reminderKinds.filter((each) => user[each])) {
        const mail = { user_id: user.user_id, organization_id: user.organization_id, kind, day: calendar.today }
        // A second one of a machine that plans at the same time waits here, and finds the row.
        if (await hasReason(tx, mail, calendar)) await queueOnce(tx, queue, mail, now)
      }
    })
  }
}

function isMorning(timeZone: string, now: Date): boolean {
  const hour = Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now))
  return hour >= morning.from && hour < morning.until
}

async function queueOnce(tx: Tx, queue: Queue, mail: ReminderMail, now: Date): Promise<void> {
  const inserted = await tx
    .insertInto('reminder_mails')
    .values({ ...mail, state: 'queued', changed_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()
  if (inserted !== undefined) await queue.add(tx, 'send-reminder', mail)
}

/** The visits that a mail names, earliest first. */
export async function visitsFor(tx: Tx, { user_id, kind }: Pick<ReminderMail, 'user_id' | 'kind'>, calendar: Calendar) {
  const examiner = await tx
    .selectFrom('examiners')
    .select('id')
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return examiner === undefined ? [] : dueOf(tx, examiner.id, kind, calendar)
}

async function dueOf(tx: Tx, examinerId: ExaminerId, kind: ReminderKind, calendar: Calendar): Promise<VisitRow[]> {
  const due = await listDue(tx, examinerId, calendar)
  return due.filter(({ state }) => (state === 'overdue') === (kind === 'visits_overdue'))
}

/** Overdue visits are a reason once: when one of them became overdue since the last mail about them. */
async function hasReason(tx: Tx, mail: ReminderMail, calendar: Calendar): Promise<boolean> {
  const visits = await visitsFor(tx, mail, calendar)
  if (mail.kind === 'visits_today' || visits.length === 0) return visits.length > 0
  const last = await tx
    .selectFrom('reminder_mails')
    .select(({ fn }) => fn.max('day').as('day'))
    .where('user_id', '=', mail.user_id)
    .where('kind', '=', mail.kind)
    .where('day', '<', mail.day)
    .executeTakeFirstOrThrow()
  return visits.some(({ date, tolerance_days }) => last.day === null || addDays(date, tolerance_days) >= last.day)
}
