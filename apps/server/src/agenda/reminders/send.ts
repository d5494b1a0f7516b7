import { productNameOf } from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import { type Clock, dayIn } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Mail, SendMail } from '../../platform/mail/mailer.ts'
import { type ReminderMail, visitsFor } from './plan.ts'
import { findReminders } from './routes.ts'
import { reminderMails } from './texts.ts'
import '../../auth/tables.ts'
import '../../organization/tables.ts'
import './tables.ts'

type Deps = { database: Database; clock: Clock; catalogue: Catalogue; send: SendMail; publicUrl: string }
type State = 'queued' | 'sending' | 'sent' | 'dropped' | 'failed'

/**
 * Sends a queued mail about visits, as they are now. It is marked before it is sent: after a kill between the two, it is
 * not sent again.
 *
 * @param isLast there is no further attempt
 */
export async function sendReminder(deps: Deps, job: ReminderMail, isLast = false): Promise<void> {
  const { database, clock, send } = deps
  const move = (tx: Tx, from: State, to: State) =>
    tx
      .updateTable('reminder_mails')
      .set({ state: to, changed_at: clock.now() })
      .where('user_id', '=', job.user_id)
      .where('kind', '=', job.kind)
      .where('day', '=', job.day)
      .where('state', '=', from)
      .returning('day')
      .executeTakeFirst()
  const moveNow = (from: State, to: State) => database.tenant(job.organization_id, (tx) => move(tx, from, to))

  const mail = await database.tenant(job.organization_id, async (tx) => {
    if ((await move(tx, 'queued', 'sending')) === undefined) return undefined
    const written = await writeReminder(deps, tx, job)
    if (written === undefined) await move(tx, 'sending', 'dropped')
    return written
  })
  if (mail === undefined) return
  try {
    await send(mail)
  } catch (error) {
    await moveNow('sending', isLast ? 'failed' : 'queued')
    throw error
  }
  await moveNow('sending', 'sent')
}

/** The mail; undefined when there is no reason for it any more. */
async function writeReminder(
  { clock, catalogue, publicUrl }: Deps,
  tx: Tx,
  { user_id, kind, day }: ReminderMail,
): Promise<Mail | undefined> {
  const user = await tx
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['first_name', 'last_name', 'email', 'locale_id', 'credentials.is_active'])
    .select(({ fn, ref }) => fn.coalesce(ref('users.time_zone'), ref('organizations.time_zone')).as('time_zone'))
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow()
  const today = dayIn(user.time_zone, clock.now())
  const isWanted = user.is_active && today === day && (await findReminders(tx, user_id))[kind]
  if (!isWanted) return undefined
  const visits = await visitsFor(tx, { user_id, kind }, { timeZone: user.time_zone, today })
  if (visits.length === 0) return undefined

  const { lang, code } = catalogue.requireLocale(user.locale_id)
  const { subject, text } = reminderMails[lang.code as keyof typeof reminderMails][kind] // a shipped language
  const name = `${user.first_name} ${user.last_name}`.trim()
  const dayText = (date: string) =>
    new Intl.DateTimeFormat(code, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${date}T00:00:00Z`),
    )
  return {
    to: { name, address: user.email },
    subject: subject(visits.length, productNameOf(new URL(publicUrl).hostname)),
    text: text({
      name,
      day: dayText(day),
      lines: visits.map(({ time, code: participant, date }) =>
        kind === 'visits_today' ? `${time}  ${participant}` : `${participant}  ${dayText(date)}`,
      ),
      agenda: `${publicUrl}/dashboard/agenda/`,
      settings: `${publicUrl}/account/#notifications`,
    }),
  }
}
