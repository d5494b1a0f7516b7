import { randomBytes } from 'node:crypto'
import type { ManagerId, ProviderLinkId, ProviderRule, UserId } from '@fonema/contract'
import { sql } from 'kysely'
import { hashPassword } from '../auth/passwords.ts'
import { emailKeyOf } from '../auth/queries.ts'
import type { Catalogue } from '../content/catalogue.ts'
import { appointExaminer, removeExaminer } from '../organization/examiners.ts'
import { givePackage } from '../organization/packages.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Claims } from './client.ts'
import type { Settings } from './settings.ts'
import './tables.ts'

const textOf = (value: unknown, max: number) =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
        .trim()
        .slice(0, max)
    : ''

/** Makes an account for somebody whom a rule gives a role. It has no password. */
export async function createAccount(
  tx: Tx,
  { organization_id, id: provider_id }: Settings,
  { claims, email }: { claims: Claims; email: string },
  { catalogue, now }: { catalogue: Catalogue; now: Date },
): Promise<UserId> {
  const id = newId<UserId>(now)
  const { locale_id } = await tx
    .selectFrom('organizations')
    .innerJoin('users', 'users.id', 'organizations.owner_user_id')
    .select('users.locale_id')
    .executeTakeFirstOrThrow()
  const wanted = textOf(claims.locale, 20).toLowerCase()
  const { locales } = catalogue
  const locale =
    locales.find(({ code }) => code.toLowerCase() === wanted) ??
    locales.find(({ lang }) => wanted !== '' && lang.code === wanted.slice(0, 2))
  const [first = '', ...others] = textOf(claims.name, 200).split(' ')
  await tx
    .insertInto('users')
    .values({
      id,
      organization_id,
      email,
      first_name: textOf(claims.given_name, 100) || first || email.split('@')[0]!,
      last_name: textOf(claims.family_name, 100) || others.join(' ').slice(0, 100),
      locale_id: locale?.id ?? locale_id,
      created_at: now,
    })
    .execute()
  const account = await tx
    .insertInto('credentials')
    .values({
      user_id: id,
      organization_id,
      email_key: emailKeyOf(email),
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
      has_password: false,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  // Somebody else got the address meanwhile: nothing of this account stays.
  if (account === undefined) throw new AppError('provider_refused', { reason: 'email_foreign' })
  await insertLink(tx, { organization_id, id: provider_id }, { user_id: id, subject: claims.sub }, 'first_sign_in', now)
  return id
}

export async function insertLink(
  tx: Tx,
  { organization_id, id: provider_id }: Pick<Settings, 'organization_id' | 'id'>,
  { user_id, subject }: { user_id: UserId; subject: string },
  agreed_by: 'first_sign_in' | 'password',
  now: Date,
) {
  const agreed = { user_id, state: 'linked', agreed_by, linked_at: now } as const
  await tx
    .insertInto('provider_links')
    .values({ id: newId<ProviderLinkId>(now), organization_id, provider_id, subject, created_at: now, ...agreed })
    // The person's own request, which the password makes superfluous.
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'subject']).doUpdateSet(agreed).where('provider_links.state', '=', 'asked'),
    )
    .execute()
}

/**
 * Gives a person what the rule gives, and takes away what it does not: at each sign-in the house's groups decide. The
 * owner keeps every role. Packages are added only, like those that managers give.
 */
export async function applyRule(tx: Tx, settings: Settings, userId: UserId, rule: ProviderRule | undefined) {
  const { organization_id: organizationId } = settings
  const { owner_user_id } = await tx.selectFrom('organizations').select('owner_user_id').executeTakeFirstOrThrow()
  if (rule === undefined || owner_user_id === userId) return
  const byProvider = { organizationId }
  const manager = await tx.selectFrom('managers').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (rule.roles.includes('manager') && manager === undefined)
    await tx
      .insertInto('managers')
      .values({ id: newId<ManagerId>(), organization_id: organizationId, user_id: userId })
      .execute()
  if (!rule.roles.includes('manager') && manager !== undefined)
    await tx.deleteFrom('managers').where('id', '=', manager.id).execute()

  const examiner = await tx
    .selectFrom('examiners')
    .select(['id', 'is_active'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const isExaminer = rule.roles.includes('examiner')
  if (isExaminer && examiner?.is_active !== true) await appointExaminer(tx, byProvider, { user_id: userId })
  if (!isExaminer && examiner?.is_active === true) await removeExaminer(tx, examiner.id)
  if (isExaminer) await givePackages(tx, settings, userId, rule)
  await giveTags(tx, settings, userId, rule.tags)
}

async function givePackages(tx: Tx, { organization_id }: Settings, userId: UserId, { packages }: ProviderRule) {
  if (packages.length === 0) return
  const { id } = await tx.selectFrom('examiners').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  // A package that was removed since is left out.
  const found = await tx.selectFrom('packages').select(['surveys', 'protocols']).where('id', 'in', packages).execute()
  for (const content of found) await givePackage(tx, { organizationId: organization_id }, [id], content)
}

/** Tags that managers gave stay. */
async function giveTags(tx: Tx, { id }: Settings, userId: UserId, tags: readonly string[]) {
  const link = await tx
    .selectFrom('provider_links')
    .select(['id', 'given_tags'])
    .where('provider_id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'linked')
    .executeTakeFirstOrThrow()
  const user = await tx.selectFrom('users').select('tags').where('id', '=', userId).executeTakeFirstOrThrow()
  const kept = user.tags.filter((tag) => !link.given_tags.includes(tag))
  const given = tags.filter((tag) => !kept.includes(tag))
  const next = [...kept, ...given]
  if (next.join('\n') !== user.tags.join('\n'))
    await tx.updateTable('users').set({ tags: next }).where('id', '=', userId).execute()
  if (given.join('\n') !== link.given_tags.join('\n'))
    await tx.updateTable('provider_links').set({ given_tags: given }).where('id', '=', link.id).execute()
}

/** The domain of an address, as it is compared. */
export const domainOf = (email: string): string => emailKeyOf(email).split('@').at(-1) ?? ''

/** Whether the domain is one of the provider's. */
export async function hasDomain(tx: Tx, { id }: Pick<Settings, 'id'>, email: string): Promise<boolean> {
  const { rows } =
    await sql`select from provider_domains where provider_id = ${id} and domain = ${domainOf(email)}`.execute(tx)
  return rows.length > 0
}
