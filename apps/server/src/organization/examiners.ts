import type {
  ExaminerChanges,
  ExaminerId,
  ExaminerRecord,
  ImpersonationGrant,
  NewExaminer,
  OrganizationId,
  UserId,
} from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import { findExaminer, findExaminerRecord, findUser, listGrants } from './queries.ts'
import './tables.ts'

export async function requireExaminer(tx: Tx, id: ExaminerId): Promise<ExaminerRecord> {
  const examiner = await findExaminerRecord(tx, id)
  if (examiner === undefined) throw new AppError('not_found')
  return examiner
}

/**
 * Makes a user an examiner. A former examiner gets the same id again, with the participants that were not transferred.
 */
export async function appointExaminer(
  tx: Tx,
  manager: Pick<Principal, 'organizationId'>,
  { user_id, ...assigned }: Pick<NewExaminer, 'user_id'> & Partial<NewExaminer>,
): Promise<ExaminerRecord> {
  if ((await findUser(tx, user_id)) === undefined) throw new InvalidFields({ user_id: ['invalid'] })
  const examiner = await tx
    .insertInto('examiners')
    .values({ id: newId<ExaminerId>(), organization_id: manager.organizationId, user_id })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ is_active: true }).where('examiners.is_active', '=', false),
    )
    .returning('id')
    .executeTakeFirst()
  if (examiner === undefined) throw new InvalidFields({ user_id: ['already_exists'] })
  await assign(tx, manager, examiner.id, assigned)
  return requireExaminer(tx, examiner.id)
}

export async function changeExaminer(tx: Tx, manager: Principal, id: ExaminerId, changes: ExaminerChanges) {
  await requireExaminer(tx, id)
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  await assign(tx, manager, id, changes)
  return requireExaminer(tx, id)
}

/** Removes the examiner's role. The participants stay with this examiner until they are transferred. */
export async function removeExaminer(tx: Tx, id: ExaminerId): Promise<undefined> {
  const { is_active } = await requireExaminer(tx, id)
  if (!is_active) throw new AppError('not_found')
  await tx.updateTable('examiners').set({ is_active: false }).where('id', '=', id).execute()
  await tx.deleteFrom('impersonation_grants').where('examiner_id', '=', id).execute()
}

/** Transfers all participants of a present or former examiner to another. */
export async function transferParticipants(tx: Tx, id: ExaminerId, receiverId: ExaminerId) {
  await requireExaminer(tx, id)
  const receiver = await findExaminer(tx, receiverId)
  if (receiver === undefined || !receiver.is_active || receiverId === id)
    throw new InvalidFields({ examiner_id: ['invalid'] })
  const { numUpdatedRows } = await tx
    .updateTable('participants')
    .set({ examiner_id: receiverId })
    .where('examiner_id', '=', id)
    .executeTakeFirstOrThrow()
  return { transferred: Number(numUpdatedRows) }
}

/** Replaces all grants of a user. A grant that stays is not touched, so an impersonation with it continues. */
export async function replaceGrants(
  tx: Tx,
  manager: Principal,
  modes: readonly string[],
  userId: UserId,
  grants: readonly ImpersonationGrant[],
): Promise<ImpersonationGrant[]> {
  if ((await findUser(tx, userId)) === undefined) throw new AppError('not_found')
  const { owner_user_id } = await tx.selectFrom('organizations').select('owner_user_id').executeTakeFirstOrThrow()
  if (userId === owner_user_id && !manager.roles.is_owner) throw new AppError('permission_denied')
  const pairOf = ({ examiner_id, mode }: ImpersonationGrant) => `${examiner_id} ${mode}`
  const wanted = new Map(grants.map((grant) => [pairOf(grant), grant]))
  if (wanted.size < grants.length) throw new InvalidFields({ non_field_errors: ['already_exists'] })
  for (const { examiner_id, mode } of grants) {
    const examiner = await findExaminer(tx, examiner_id)
    if (examiner === undefined || !examiner.is_active || examiner.user_id === userId)
      throw new InvalidFields({ examiner_id: ['invalid'] })
    if (!modes.includes(mode)) throw new InvalidFields({ mode: ['invalid'] })
  }
  const present = await listGrants(tx, userId)
  for (const grant of present) {
    if (wanted.delete(pairOf(grant))) continue
    await tx
      .deleteFrom('impersonation_grants')
      .where('user_id', '=', userId)
      .where('examiner_id', '=', grant.examiner_id)
      .where('mode', '=', grant.mode)
      .execute()
  }
  // Managers cannot grant themselves an impersonation: a second person must agree. The owner can.
  if (wanted.size > 0 && userId === manager.userId && !manager.roles.is_owner) throw new AppError('permission_denied')
  if (wanted.size > 0) await insertGrants(tx, manager.organizationId, userId, [...wanted.values()])
  return listGrants(tx, userId)
}

export async function insertGrants(
  tx: Tx,
  organizationId: OrganizationId,
  userId: UserId,
  grants: readonly ImpersonationGrant[],
) {
  const owned = { organization_id: organizationId, user_id: userId }
  await tx
    .insertInto('impersonation_grants')
    .values(grants.map((grant) => ({ ...owned, ...grant })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Each given list replaces the assigned one. Only protocols and surveys of the organisation can be assigned. */
async function assign(
  tx: Tx,
  manager: Pick<Principal, 'organizationId'>,
  examinerId: ExaminerId,
  changes: ExaminerChanges,
) {
  const owned = { organization_id: manager.organizationId, examiner_id: examinerId }
  if (changes.surveys !== undefined) {
    const ids = [...new Set(changes.surveys)]
    const offered = await tx.selectFrom('organization_surveys').select('survey_id as id').execute()
    requireOffered('surveys', ids, offered)
    const present = await tx
      .selectFrom('examiner_surveys')
      .select('survey_id as id')
      .where('examiner_id', '=', examinerId)
      .execute()
    const { added, removed } = differenceOf(present, ids)
    if (removed.length > 0)
      await tx
        .deleteFrom('examiner_surveys')
        .where('examiner_id', '=', examinerId)
        .where('survey_id', 'in', removed)
        .execute()
    const rows = added.map((survey_id) => ({ ...owned, survey_id }))
    if (rows.length > 0) await tx.insertInto('examiner_surveys').values(rows).execute()
  }
  if (changes.protocols !== undefined) {
    const ids = [...new Set(changes.protocols)]
    const offered = await tx.selectFrom('organization_protocols').select('protocol_id as id').execute()
    requireOffered('protocols', ids, offered)
    const present = await tx
      .selectFrom('examiner_protocols')
      .select('protocol_id as id')
      .where('examiner_id', '=', examinerId)
      .execute()
    const { added, removed } = differenceOf(present, ids)
    if (removed.length > 0)
      await tx
        .deleteFrom('examiner_protocols')
        .where('examiner_id', '=', examinerId)
        .where('protocol_id', 'in', removed)
        .execute()
    const rows = added.map((protocol_id) => ({ ...owned, protocol_id }))
    if (rows.length > 0) await tx.insertInto('examiner_protocols').values(rows).execute()
  }
}

type Identified<Id extends string> = readonly { id: Id }[]

function requireOffered<Id extends string>(
  field: 'surveys' | 'protocols',
  ids: readonly Id[],
  offered: Identified<Id>,
) {
  const known = new Set(offered.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw new InvalidFields({ [field]: ['invalid'] })
}

function differenceOf<Id extends string>(present: Identified<Id>, wanted: readonly Id[]) {
  const had = new Set(present.map(({ id }) => id))
  const keeps = new Set(wanted)
  return { added: wanted.filter((id) => !had.has(id)), removed: [...had].filter((id) => !keeps.has(id)) }
}
