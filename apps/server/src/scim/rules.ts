import type { OrganizationId, ProtocolId, SurveyId, UserId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Catalogue } from '../content/catalogue.ts'
import { appointExaminer, removeExaminer } from '../organization/examiners.ts'
import { appointManager } from '../organization/users.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import '../organization/tables.ts'
import './tables.ts'

export type RuleDeps = { clock: Clock; catalogue: Catalogue }
type Given = { kind: 'role' | 'tag'; value: string }

/**
 * Gives users what the rules of their groups say, and takes what only their groups gave. What a person gave stays. The
 * owner gets and loses nothing.
 *
 * @param only the users whose groups changed; all when the rules changed
 */
export async function applyRules(deps: RuleDeps, tx: Tx, organizationId: OrganizationId, only?: readonly UserId[]) {
  const { rows } = await sql<{ user_id: UserId; kind: Given['kind']; value: string; is_wanted: boolean }>`
    with wanted as (
      select distinct m.user_id, g.kind, g.value
      from scim_group_members m join scim_groups s on s.id = m.group_id
        join scim_group_rules r on lower(r.group_name) = lower(s.display_name)
        cross join lateral (
          select 'role' as kind, r.role as value where r.role is not null
          union all select 'tag', unnest(r.tags)
        ) g
    )
    select coalesce(w.user_id, g.user_id) as user_id, coalesce(w.kind, g.kind) as kind,
      coalesce(w.value, g.value) as value, w.user_id is not null as is_wanted
    from wanted w full join scim_given g using (user_id, kind, value)
    where w.user_id is null or g.user_id is null
    order by user_id, kind, value`.execute(tx)
  const { owner_user_id } = await tx.selectFrom('organizations').select('owner_user_id').executeTakeFirstOrThrow()
  const changed = rows.filter(({ user_id }) => user_id !== owner_user_id && (only?.includes(user_id) ?? true))
  for (const { user_id, is_wanted, kind, value } of changed) {
    const row = { user_id, kind, value, organization_id: organizationId }
    if (is_wanted) {
      if (await give(deps, tx, organizationId, user_id, { kind, value }))
        await tx.insertInto('scim_given').values(row).execute()
    } else {
      await take(tx, user_id, { kind, value })
      await tx
        .deleteFrom('scim_given')
        .where('user_id', '=', user_id)
        .where('kind', '=', kind)
        .where('value', '=', value)
        .execute()
    }
  }
}

/** @returns false when the user had it, so that leaving the group does not take it */
async function give(deps: RuleDeps, tx: Tx, organizationId: OrganizationId, user_id: UserId, { kind, value }: Given) {
  if (kind === 'tag') {
    const added = await sql`update users set tags = array_append(tags, ${value})
      where id = ${user_id} and not ${value} = any (tags) returning id`.execute(tx)
    return added.rows.length > 0
  }
  if (value === 'manager') {
    const present = await tx.selectFrom('managers').select('id').where('user_id', '=', user_id).executeTakeFirst()
    if (present === undefined) await appointManager(tx, { organizationId }, user_id)
    return present === undefined
  }
  const examiner = await tx
    .selectFrom('examiners')
    .select('is_active')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (examiner?.is_active) return false
  await appointExaminer(tx, { organizationId }, { user_id, ...(await startingContent(deps, tx, user_id)) })
  return true
}

async function take(tx: Tx, user_id: UserId, { kind, value }: Given) {
  if (kind === 'tag') {
    await sql`update users set tags = array_remove(tags, ${value}) where id = ${user_id}`.execute(tx)
  } else if (value === 'manager') {
    await tx.deleteFrom('managers').where('user_id', '=', user_id).execute()
  } else {
    const examiner = await tx
      .selectFrom('examiners')
      .select('id')
      .where('user_id', '=', user_id)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (examiner !== undefined) await removeExaminer(tx, examiner.id)
  }
}

/** What a new examiner starts with, as when a manager adds one: the package of their language, or all of it. */
async function startingContent({ catalogue }: RuleDeps, tx: Tx, user_id: UserId) {
  const { locale_id } = await tx
    .selectFrom('users')
    .select('locale_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { lang } = catalogue.requireLocale(locale_id)
  const starting = await tx
    .selectFrom('packages')
    .select(['surveys', 'protocols'])
    .where('default_language', '=', lang.code)
    .executeTakeFirst()
  if (starting !== undefined) return starting
  const locales = catalogue.locales.filter((locale) => locale.lang.code === lang.code).map(({ id }) => id)
  const { rows } = await sql<{ surveys: SurveyId[]; protocols: ProtocolId[] }>`select
    array(select o.survey_id from organization_surveys o join surveys s on s.id = o.survey_id
      where s.locale_id = any (${locales}::uuid[])) as surveys,
    array(select o.protocol_id from organization_protocols o join protocols p on p.id = o.protocol_id
      where p.locale_id = any (${locales}::uuid[])) as protocols`.execute(tx)
  return rows[0]!
}
