import type { OrganizationId, UserId } from '@fonema/contract'
import type { Database, Tx } from '../platform/database/database.ts'
import './tables.ts'

type Owner = { user_id: UserId; organization_id: OrganizationId }

/** Begins an invitation, or renews one that was not accepted. @returns whether it did */
export async function renewInvitation(tx: Tx, { user_id, organization_id }: Owner, now: Date): Promise<boolean> {
  const renewed = await tx
    .insertInto('invitations')
    .values({ user_id, organization_id, invited_at: now, opened_at: null, accepted_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ invited_at: now }).where('invitations.accepted_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return renewed !== undefined
}

/** The page of a valid link was opened. */
export const noteOpened = (database: Database, { user_id, organization_id }: Owner, now: Date) =>
  database.tenant(organization_id, (tx) =>
    tx
      .updateTable('invitations')
      .set({ opened_at: now })
      .where('user_id', '=', user_id)
      .where('opened_at', 'is', null)
      .where('accepted_at', 'is', null)
      .execute(),
  )

/** The user has a password, also by a link that was requested as a reset. */
export const noteAccepted = (database: Database, { user_id, organization_id }: Owner, now: Date) =>
  database.tenant(organization_id, (tx) =>
    tx
      .updateTable('invitations')
      .set({ accepted_at: now })
      .where('user_id', '=', user_id)
      .where('accepted_at', 'is', null)
      .execute(),
  )
