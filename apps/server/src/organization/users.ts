import { randomBytes } from 'node:crypto'
import type { ManagerId, NewUser, OwnChanges, User, UserChanges, UserId } from '@fonema/contract'
import { renewInvitation } from '../auth/invitations.ts'
import { insertToken } from '../auth/password-tokens.ts'
import { hashPassword } from '../auth/passwords.ts'
import { emailKeyOf, requireCredentials } from '../auth/queries.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { queueSeenMail, replaceMails } from './mails.ts'
import { endSessionsOf, findUser, findUserWithRoles, type UserDeps } from './queries.ts'

export type OrganizationDeps = UserDeps & { catalogue: Catalogue; queue: Queue }

/** Creates a user without roles, who sets a password through the link in a mail. */
export async function inviteUser(
  deps: OrganizationDeps,
  tx: Tx,
  manager: Pick<Principal, 'organizationId'>,
  { locale, tags = [], ...person }: NewUser,
): Promise<User> {
  const { clock, catalogue } = deps
  requireLocale(catalogue, locale)
  await requirePasswords(tx)
  const id = newId<UserId>(clock.now())
  const owned = { organization_id: manager.organizationId }
  await tx
    .insertInto('users')
    .values({ ...owned, id, ...person, tags, locale_id: locale, created_at: clock.now() })
    .execute()
  // An e-mail address can belong to one organisation only.
  const account = await tx
    .insertInto('credentials')
    .values({
      ...owned,
      user_id: id,
      email_key: emailKeyOf(person.email),
      // A random password that nobody knows, until the user sets one.
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (account === undefined) throw new InvalidFields({ email: ['already_exists'] })
  await renewInvitation(tx, { ...owned, user_id: id }, clock.now())
  await queueSeenMail(tx, deps, { ...owned, user_id: id }, 'welcome')
  return requireUser(tx, deps, id)
}

/** Mails a new link. The mail's job ends the earlier links. */
export async function inviteAgain(deps: OrganizationDeps, tx: Tx, manager: Principal, id: UserId): Promise<User> {
  const invited = await requireInvited(deps, tx, manager, id)
  await replaceMails(tx, id, deps.clock.now())
  await queueSeenMail(tx, deps, invited, 'welcome')
  return requireUser(tx, deps, id)
}

/** A new link to pass on by hand. With it anybody can sign in as the user, so only the owner gets that of a manager. */
export async function copyLink(deps: OrganizationDeps, tx: Tx, manager: Principal, id: UserId, publicUrl: string) {
  const { roles } = await requireUser(tx, deps, id)
  await requireInvited(deps, tx, manager, id)
  if (roles.is_manager && !manager.roles.is_owner) throw new AppError('permission_denied')
  await replaceMails(tx, id, deps.clock.now())
  const { token, expires_at } = await insertToken(tx, id, 'welcome', deps.clock.now())
  return { link: `${publicUrl}/set_password/${token}/true`, expires_at: expires_at.toISOString() }
}

/** Renews the invitation of a user who can still accept it. */
async function requireInvited(deps: OrganizationDeps, tx: Tx, { organizationId }: Principal, user_id: UserId) {
  const { is_active, invited_at } = await requireUser(tx, deps, user_id)
  await requirePasswords(tx)
  const invited = { user_id, organization_id: organizationId }
  if (!is_active || invited_at === null || !(await renewInvitation(tx, invited, deps.clock.now())))
    throw new AppError('invitation_over')
  return invited
}

export async function changeUser(
  deps: OrganizationDeps,
  tx: Tx,
  manager: Principal,
  id: UserId,
  { locale, is_active, ...person }: UserChanges,
): Promise<User> {
  const { clock, catalogue } = deps
  const found = await requireUser(tx, deps, id)
  // The owner is responsible for the clinic, so only the owner changes the owner's data.
  if (found.roles.is_owner && !manager.roles.is_owner) throw new AppError('permission_denied')
  if (locale !== undefined) requireLocale(catalogue, locale)
  const changes = {
    ...person,
    ...(locale !== undefined && { locale_id: locale }),
    ...(is_active !== undefined && { is_active }),
  }
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  if (is_active !== undefined && is_active !== found.is_active) {
    // Only the owner deactivates managers, as only the owner dismisses them. The owner cannot be deactivated.
    if (found.roles.is_owner || (found.roles.is_manager && !manager.roles.is_owner))
      throw new AppError('permission_denied')
    await allowSignIn(tx, id, is_active, clock.now())
  }
  await tx.updateTable('users').set(changes).where('id', '=', id).execute()
  return requireUser(tx, deps, id)
}

/** A deactivated user cannot sign in, and every session ends at once. */
export async function allowSignIn(tx: Tx, id: UserId, is_active: boolean, now: Date) {
  // Without it, nobody could get in when the provider is away.
  const { password_use } = await requireCredentials(tx, id)
  if (!is_active && password_use === 'break_glass') throw new AppError('conflict')
  await tx.updateTable('credentials').set({ is_active }).where('user_id', '=', id).execute()
  if (!is_active) await endSessionsOf(tx, id, now, 'deactivated')
}

/** Users correct their own names. The audit log keeps the earlier ones, and so do signed reports. */
export async function changeOwnUser(
  tx: Tx,
  { catalogue }: Pick<OrganizationDeps, 'catalogue'>,
  own: Principal,
  { locale, ...names }: OwnChanges,
) {
  if (locale !== undefined) requireLocale(catalogue, locale)
  const changes = { ...names, ...(locale !== undefined && { locale_id: locale }) }
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  await tx.updateTable('users').set(changes).where('id', '=', own.userId).execute()
}

export async function appointManager(tx: Tx, owner: Pick<Principal, 'organizationId'>, userId: UserId) {
  if ((await findUser(tx, userId)) === undefined) throw new InvalidFields({ user_id: ['invalid'] })
  const inserted = await tx
    .insertInto('managers')
    .values({ id: newId<ManagerId>(), organization_id: owner.organizationId, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (inserted === undefined) throw new InvalidFields({ user_id: ['already_exists'] })
  return inserted
}

export async function dismissManager(tx: Tx, id: ManagerId): Promise<undefined> {
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

/** An invitation ends with a password, so there is none where passwords are off. */
async function requirePasswords(tx: Tx) {
  const policy = await tx.selectFrom('sign_in_policies').select('passwords_off_at').executeTakeFirst()
  if (policy != null && policy.passwords_off_at !== null) throw new AppError('passwords_off')
}

async function requireUser(tx: Tx, deps: UserDeps, id: UserId): Promise<User> {
  const user = await findUserWithRoles(tx, deps, id)
  if (user === undefined) throw new AppError('not_found')
  return user
}

function requireLocale(catalogue: Catalogue, id: string) {
  if (!catalogue.isLocale(id)) throw new InvalidFields({ locale: ['invalid'] })
}
