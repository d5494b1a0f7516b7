import type { TakeId, UserId } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import '../transcript-tables.ts'

/**
 * Refuses what would change the words, or decide about them, of a take that the person transcribes blind: to them, the
 * versions of others do not exist.
 *
 * @throws {AppError} `conflict`
 */
export async function refuseBlind(tx: Tx, takeId: TakeId, userId: UserId): Promise<void> {
  const open = await tx
    .selectFrom('second_opinions')
    .select('id')
    .where('take_id', '=', takeId)
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (open !== undefined) throw new AppError('conflict')
}
