import { type OrganizationId, productNameOf, type UserId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Attempts } from '../../auth/attempts.ts'
import { hashOfToken, newSecret } from '../../auth/tokens.ts'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { writeICalendar } from './icalendar.ts'
import { type FeedVisit, findFeedVisits } from './queries.ts'
import { feedWords } from './words.ts'
import '../../organization/tables.ts'
import '../tables.ts'

type Deps = {
  database: Database
  clock: Clock
  catalogue: Catalogue
  attempts: Pick<Attempts, 'findLocks'>
  /** Where the addresses start. */
  publicUrl: string
}

const dayMs = 86_400_000
/** How far back a calendar reaches. */
const pastDays = 90
/** The length of a visit without one, as the agenda draws it. */
const usualMinutes = 30

export function calendarFeedRoutes(implement: Implement, deps: Deps) {
  const { database, clock, publicUrl } = deps

  implement.inTenant('GET /user/calendar_feed/', async ({ tx, principal }) => {
    const feed = await tx
      .selectFrom('calendar_feeds')
      .select('created_at')
      .where('user_id', '=', principal.userId)
      .executeTakeFirst()
    return { created_at: feed?.created_at.toISOString() ?? null }
  })

  implement.inTenant('POST /user/calendar_feed/', async ({ tx, principal: { userId, organizationId } }) => {
    const token = newSecret()
    const made = { hash: hashOfToken(token), created_at: clock.now() }
    await tx
      .insertInto('calendar_feeds')
      .values({ ...made, user_id: userId, organization_id: organizationId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
      .execute()
    return { created_at: made.created_at.toISOString(), address: `${publicUrl}/api/calendar_feed/${token}/visits.ics` }
  })

  implement.inTenant('DELETE /user/calendar_feed/', async ({ tx, principal }): Promise<undefined> => {
    await tx.deleteFrom('calendar_feeds').where('user_id', '=', principal.userId).execute()
  })

  implement('GET /calendar_feed/{token}/visits.ics', async ({ params, reply }) => {
    const owner = await findOwner(deps, params.token)
    if (owner === undefined) throw new AppError('not_found')
    const calendar = await database.tenant(owner.organization_id, async (tx) => {
      const { locale_id } = await tx
        .selectFrom('users')
        .select('locale_id')
        .where('id', '=', owner.user_id)
        .executeTakeFirstOrThrow()
      const since = new Date(clock.now().getTime() - pastDays * dayMs)
      return calendarOf(deps, locale_id, await findFeedVisits(tx, owner.user_id, since))
    })
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="visits.ics"',
        'cache-control': 'private, no-store',
      })
      .send(calendar)
  })
}

type Owner = { user_id: UserId; organization_id: OrganizationId; email_key: string }

/** The owner of an address, whose account is active and not locked. */
async function findOwner({ database, attempts }: Deps, token: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`select * from calendar_feed_owner(${hashOfToken(token)})`.execute(database.shared)
  const [owner] = rows
  if (owner === undefined) return undefined
  const locks = await attempts.findLocks(database.shared, [owner.email_key])
  return locks.size > 0 ? undefined : owner
}

function calendarOf({ catalogue, publicUrl }: Deps, localeId: string, visits: readonly FeedVisit[]): string {
  const language = catalogue.requireLocale(localeId).lang.code as keyof typeof feedWords // a shipped language
  const words = feedWords[language]
  return writeICalendar({
    name: words.calendar(productNameOf(new URL(publicUrl).hostname)),
    language,
    entries: visits.map((visit) => ({
      uid: visit.id,
      start: visit.planned_at,
      end: new Date(visit.planned_at.getTime() + 60_000 * (visit.duration_min ?? usualMinutes)),
      // No names, and no protocol either: its name can tell a diagnosis.
      summary: words.visit(visit.code),
      description: visit.tolerance_days === 0 ? null : words.window(visit.tolerance_days),
      url: `${publicUrl}/dashboard/participant/${visit.participant_id}/`,
      isCancelled: visit.is_cancelled,
      created: visit.created_at,
      modified: visit.changed_at,
      sequence: visit.revision,
    })),
  })
}
