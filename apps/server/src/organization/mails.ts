import type { MailDelivery, MailFailure, OrganizationId, UserId } from '@fonema/contract'
import { queuePasswordMail } from '../auth/password-tokens.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { newId } from '../platform/ids.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import './tables.ts'

type MailDeps = { queue: Queue; clock: Clock }
type Addressee = { user_id: UserId; organization_id: OrganizationId }

/** Queues a mail whose fate managers see. */
export async function queueSeenMail(
  tx: Tx,
  { queue, clock }: MailDeps,
  { user_id, organization_id }: Addressee,
  purpose: 'welcome' | 'test',
): Promise<MailDelivery> {
  const now = clock.now()
  const id = newId<string>(now)
  const fate = { state: 'queued', reason: null, detail: null } as const
  await tx
    .insertInto('mails')
    .values({ id, organization_id, user_id, purpose, ...fate, created_at: now, changed_at: now })
    .execute()
  await queuePasswordMail(queue, tx, { user_id, purpose, mail_id: id })
  return { ...fate, changed_at: now.toISOString() }
}

/** Stops the mails of an invitation that wait: their links would end a newer one. */
export const replaceMails = (tx: Tx, user_id: UserId, now: Date) =>
  tx
    .updateTable('mails')
    .set({ state: 'failed', reason: 'replaced', detail: null, changed_at: now })
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'welcome')
    .where('state', '=', 'queued')
    .execute()

/** Whether a mail still waits; until `tx` ends no call replaces it. One of an earlier release has no row. */
export async function lockWaiting(tx: Tx, id: string): Promise<boolean> {
  const mail = await tx.selectFrom('mails').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  return mail === undefined || mail.state === 'queued'
}

/** Records what happened to a mail. One that was replaced stays so, and one of an earlier release has no row. */
export const noteMail = (tx: Tx, id: string, fate: Omit<MailDelivery, 'changed_at'>, now: Date) =>
  tx
    .updateTable('mails')
    .set({ ...fate, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()

const failureOfCode: Record<string, MailFailure> = {
  EAUTH: 'sign_in_refused',
  ENOAUTH: 'sign_in_refused',
  EOAUTH2: 'sign_in_refused',
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EDNS: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EREQUIRETLS: 'insecure',
  ETLS: 'insecure',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
}
const maxDetail = 300

/** The mail library's error. Only the mail server's own words are kept: other messages contain addresses of the network. */
export function describeFailure(error: unknown): { reason: MailFailure; detail: string | null } {
  const { code, response } = (error ?? {}) as { code?: unknown; response?: unknown }
  const detail = typeof response === 'string' ? response.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : ''
  return {
    reason: (typeof code === 'string' && failureOfCode[code]) || 'unknown',
    detail: detail === '' ? null : detail.slice(0, maxDetail),
  }
}

export function mailRoutes(implement: Implement, deps: MailDeps) {
  implement.inTenant('GET /organizations/mail_test/', async ({ tx, principal }) => {
    const mail = await tx
      .selectFrom('mails')
      .select(['state', 'reason', 'detail', 'changed_at'])
      .where('user_id', '=', principal.userId)
      .where('purpose', '=', 'test')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return mail === undefined ? null : { ...mail, changed_at: mail.changed_at.toISOString() }
  })
  implement.inTenant('POST /organizations/mail_test/', ({ tx, principal, request }) =>
    once(tx, deps.clock, request, principal, () => {
      const addressee = { user_id: principal.userId, organization_id: principal.organizationId }
      return queueSeenMail(tx, deps, addressee, 'test')
    }),
  )
}
