import type { Tx } from '../platform/database/database.ts'
import '../auth/tables.ts'
import '../organization/tables.ts'

/** What a user was granted, as far as the examiners are still there. */
const offers = (tx: Tx, userId: string) =>
  tx
    .selectFrom('impersonation_grants as grant')
    .innerJoin('examiners', 'examiners.id', 'grant.examiner_id')
    .innerJoin('users', 'users.id', 'examiners.user_id')
    .select(['grant.examiner_id', 'users.first_name', 'users.last_name', 'grant.mode'])
    .where('grant.user_id', '=', userId)
    .where('examiners.is_active', '=', true)
    .where('users.is_active', '=', true)

export const listOffers = (tx: Tx, userId: string) =>
  offers(tx, userId).orderBy('users.last_name').orderBy('users.first_name').orderBy('grant.mode').execute()

type Acting = { examiner_id: string; mode: string }

export const findOffer = (tx: Tx, userId: string, { examiner_id, mode }: Acting) =>
  offers(tx, userId).where('grant.examiner_id', '=', examiner_id).where('grant.mode', '=', mode).executeTakeFirst()

/** @returns false when the session works as somebody already */
export async function startActing(tx: Tx, sessionId: string, { examiner_id, mode }: Acting): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ acting_examiner_id: examiner_id, acting_mode: mode })
    .where('id', '=', sessionId)
    .where('acting_examiner_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when the session works as nobody else */
export async function endActing(tx: Tx, sessionId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ acting_examiner_id: null, acting_mode: null })
    .where('id', '=', sessionId)
    .where('acting_examiner_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
