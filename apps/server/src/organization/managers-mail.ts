import { type PasswordMail, queuePasswordMail } from '../auth/password-tokens.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import '../auth/tables.ts'
import './tables.ts'

/** Queues a mail to every manager of the organisation who can sign in. It is sent after `tx` commits. */
export async function mailManagers(queue: Queue, tx: Tx, mail: Omit<PasswordMail, 'user_id'>): Promise<void> {
  const managers = await tx
    .selectFrom('managers')
    .innerJoin('credentials', 'credentials.user_id', 'managers.user_id')
    .select('managers.user_id')
    .where('credentials.is_active', '=', true)
    .execute()
  for (const { user_id } of managers) await queuePasswordMail(queue, tx, { user_id, ...mail })
}
