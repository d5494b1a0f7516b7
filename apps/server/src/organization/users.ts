import { randomBytes } from 'node:crypto'
import type { NewUser, User, UserChanges } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { queuePasswordMail } from '../auth/password-tokens.ts'
import { hashPassword } from '../auth/passwords.ts'
import { emailKeyOf } from '../auth/service.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { endSessionsOf, findUser, listUsers, type UserDeps } from './queries.ts'

export type OrganizationDeps = UserDeps & { catalogue: Catalogue; queue: Queue }

/** A user without a role, who chooses a password by the link of the mail. */
export async function inviteUser(
  deps: OrganizationDeps,
  tx: Tx,
  manager: Principal,
  { locale, tags = [], ...person }: NewUser,
): Promise<User> {
  const { clock, catalogue, queue } = deps
  requireLocale(catalogue, locale)
  const id = uuidv7({ msecs: clock.now().getTime() })
  const owned = { organization_id: manager.organizationId }
  await tx
    .insertInto('users')
    .values({ ...owned, id, ...person, tags, locale_id: locale, created_at: clock.now() })
    .execute()
  // An address signs in to one organisation only, whichever it is.
  const account = await tx
    .insertInto('credentials')
    .values({
      ...owned,
      user_id: id,
      email_key: emailKeyOf(person.email),
      // Nobody's password, until one is chosen.
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (account === undefined) throw new InvalidFields({ email: ['already_exists'] })
  await queuePasswordMail(queue, tx, { user_id: id, purpose: 'welcome' })
  return requireUser(tx, deps, id)
}

export async function changeUser(
  deps: OrganizationDeps,
  tx: Tx,
  manager: Principal,
  id: string,
  { locale, is_active, ...person }: UserChanges,
): Promise<User> {
  const { clock, catalogue } = deps
  const found = await requireUser(tx, deps, id)
  // The owner answers for the clinic: nobody else changes under whose name.
  if (found.roles.is_owner && !manager.roles.is_owner) throw new AppError('permission_denied')
  if (locale !== undefined) requireLocale(catalogue, locale)
  const changes = {
    ...person,
    ...(locale !== undefined && { locale_id: locale }),
    ...(is_active !== undefined && { is_active }),
  }
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  if (is_active !== undefined && is_active !== found.is_active) {
    // Whoever may not give the manager's role may not take it by this way either; the owner stays.
    if (found.roles.is_owner || (found.roles.is_manager && !manager.roles.is_owner))
      throw new AppError('permission_denied')
    await tx.updateTable('credentials').set({ is_active }).where('user_id', '=', id).execute()
    if (!is_active) await endSessionsOf(tx, id, clock.now(), 'deactivated')
  }
  await tx.updateTable('users').set(changes).where('id', '=', id).execute()
  return requireUser(tx, deps, id)
}

export async function appointManager(tx: Tx, owner: Principal, userId: string) {
  if ((await findUser(tx, userId)) === undefined) throw new InvalidFields({ user_id: ['invalid'] })
  const inserted = await tx
    .insertInto('managers')
    .values({ id: uuidv7(), organization_id: owner.organizationId, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (inserted === undefined) throw new InvalidFields({ user_id: ['already_exists'] })
  return inserted
}

export async function dismissManager(tx: Tx, id: string): Promise<undefined> {
  const found = await tx
    .selectFrom('managers')
    .innerJoin('organizations', 'organizations.id', 'managers.organization_id')
    .select(['managers.user_id', 'organizations.owner_user_id'])
    .where('managers.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  if (found.user_id === found.owner_user_id) throw new AppError('permission_denied')
  await tx.deleteFrom('managers').where('id', '=', id).execute()
}

async function requireUser(tx: Tx, deps: UserDeps, id: string): Promise<User> {
  const [user] = await listUsers(tx, deps, id)
  if (user === undefined) throw new AppError('not_found')
  return user
}

function requireLocale(catalogue: Catalogue, id: string) {
  if (!catalogue.isLocale(id)) throw new InvalidFields({ locale: ['invalid'] })
}
