import { v7 as uuidv7 } from 'uuid'
import { hashPassword } from '../auth/passwords.ts'
import { emailKeyOf } from '../auth/service.ts'
import type { Tx } from '../platform/database/database.ts'
import '../auth/tables.ts'
import './tables.ts'

export type NewUser = {
  email: string
  first_name: string
  last_name: string
  localeId: string
  password: string
  roles: readonly ('owner' | 'manager' | 'examiner')[]
}
type Shipped = { id: string }
export type CreatedUser = { userId: string; examinerId: string | null }

/** An organisation with its people and every shipped protocol and survey; the one whose roles say so is the owner. */
export async function createOrganization(
  tx: Tx,
  organization: { id: string; name: string; timeZone: string; isDemonstration: boolean; now: Date },
  users: readonly NewUser[],
): Promise<CreatedUser[]> {
  const { id, name, timeZone, isDemonstration, now } = organization
  const ids = users.map(() => uuidv7())
  const owner = ids[users.findIndex(({ roles }) => roles.includes('owner'))]
  if (owner === undefined) throw new Error('an organisation needs an owner')

  await tx
    .insertInto('organizations')
    .values({ id, name, time_zone: timeZone, is_demonstration: isDemonstration, owner_user_id: owner, created_at: now })
    .execute()
  const protocols = await tx.selectFrom('protocols').select('id').execute()
  const offered = protocols.map((protocol) => ({ organization_id: id, protocol_id: protocol.id }))
  await tx.insertInto('organization_protocols').values(offered).execute()
  const surveys = await tx.selectFrom('surveys').select('id').execute()
  await tx
    .insertInto('organization_surveys')
    .values(surveys.map((survey) => ({ organization_id: id, survey_id: survey.id })))
    .execute()

  const created: CreatedUser[] = []
  for (const [index, user] of users.entries()) {
    created.push(await createUser(tx, { ...user, userId: ids[index]!, organizationId: id, now, protocols, surveys }))
  }
  return created
}

async function createUser(
  tx: Tx,
  user: NewUser & {
    userId: string
    organizationId: string
    now: Date
    protocols: readonly Shipped[]
    surveys: readonly Shipped[]
  },
): Promise<CreatedUser> {
  const { userId, organizationId, roles, now } = user
  const owned = { organization_id: organizationId, user_id: userId }
  await tx
    .insertInto('users')
    .values({
      id: userId,
      organization_id: organizationId,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      locale_id: user.localeId,
      created_at: now,
    })
    .execute()
  await tx
    .insertInto('credentials')
    .values({ ...owned, email_key: emailKeyOf(user.email), password_hash: await hashPassword(user.password) })
    .execute()
  if (roles.includes('manager'))
    await tx
      .insertInto('managers')
      .values({ ...owned, id: uuidv7() })
      .execute()
  if (!roles.includes('examiner')) return { userId, examinerId: null }

  const examinerId = uuidv7()
  await tx
    .insertInto('examiners')
    .values({ ...owned, id: examinerId })
    .execute()
  const assigned = user.protocols.map(({ id }) => ({
    organization_id: organizationId,
    examiner_id: examinerId,
    protocol_id: id,
  }))
  await tx.insertInto('examiner_protocols').values(assigned).execute()
  await tx
    .insertInto('examiner_surveys')
    .values(user.surveys.map(({ id }) => ({ organization_id: organizationId, examiner_id: examinerId, survey_id: id })))
    .execute()
  return { userId, examinerId }
}
