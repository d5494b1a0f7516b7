import type { ExaminerId, ManagerId, OrganizationId, ProtocolId, SurveyId, UserId } from '@fonema/contract'
import { hashPassword } from '../auth/passwords.ts'
import { emailKeyOf } from '../auth/queries.ts'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
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
export type CreatedUser = { userId: UserId; examinerId: ExaminerId | null }

/**
 * Creates an organisation with its users and all shipped protocols and surveys. One user must have the role `owner`.
 */
export async function createOrganization(
  tx: Tx,
  organization: { id: OrganizationId; name: string; timeZone: string; isDemonstration: boolean; now: Date },
  users: readonly NewUser[],
): Promise<CreatedUser[]> {
  const { id, name, timeZone, isDemonstration, now } = organization
  const ids = users.map(() => newId<UserId>())
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
    userId: UserId
    organizationId: OrganizationId
    now: Date
    protocols: readonly { id: ProtocolId }[]
    surveys: readonly { id: SurveyId }[]
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
      .values({ ...owned, id: newId<ManagerId>() })
      .execute()
  if (!roles.includes('examiner')) return { userId, examinerId: null }

  const examinerId = newId<ExaminerId>()
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
