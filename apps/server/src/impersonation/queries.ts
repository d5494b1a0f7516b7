import type { ExaminerId, UserId } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import type { Page } from '../platform/http/pages.ts'
import '../auth/tables.ts'
import '../organization/tables.ts'

/** The grants of a user whose examiners still exist. */
const offers = (tx: Tx, userId: UserId) =>
  tx
    .selectFrom('impersonation_grants as grant')
    .innerJoin('examiners', 'examiners.id', 'grant.examiner_id')
    .innerJoin('users', 'users.id', 'examiners.user_id')
    .select(['grant.examiner_id', 'users.first_name', 'users.last_name', 'grant.mode'])
    .where('grant.user_id', '=', userId)
    .where('examiners.is_active', '=', true)
    .where('users.is_active', '=', true)

export const listOffers = (tx: Tx, page: Page, userId: UserId) => page.read(tx, offers(tx, userId))

type Acting = { examiner_id: ExaminerId; mode: string }

export const findOffer = (tx: Tx, userId: UserId, { examiner_id, mode }: Acting) =>
  offers(tx, userId).where('grant.examiner_id', '=', examiner_id).where('grant.mode', '=', mode).executeTakeFirst()

/** @returns false when the session already works as an examiner */
export async function startActing(tx: Tx, sessionId: string, { examiner_id, mode }: Acting): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ acting_examiner_id: examiner_id, acting_mode: mode })
    .where('id', '=', sessionId)
    .where('acting_examiner_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when the session has no impersonation */
export async function endActing(tx: Tx, sessionId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ acting_examiner_id: null, acting_mode: null })
    .where('id', '=', sessionId)
    .where('acting_examiner_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
