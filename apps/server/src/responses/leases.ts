import type { Lease, LeaseRequest, SessionId } from '@fonema/contract'
import { requireActiveParticipant, requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { lockSession } from './queries.ts'
import type { ResponseDeps, SessionPath } from './service.ts'

const leaseSeconds = 45

/**
 * Gives a page the lease of a session, or renews it. An expired lease goes to the next page that asks. `succeeds` takes
 * over a valid one of that page at once, `take_over` one of any page. A lease keeps two pages from recording the same items, but refuses no upload:
 * recordings of a former holder are stored whenever they arrive.
 *
 * @throws {AppError} `recording_elsewhere` while another page holds it
 */
export async function holdLease(
  { clock }: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: SessionPath,
  { holder, succeeds, take_over }: LeaseRequest,
): Promise<Lease> {
  await requireActiveParticipant(tx, examiner, path.participant_id)
  const session = await lockSession(tx, path.participant_id, path.protocol_res_id)
  if (session === undefined) throw new AppError('not_found')
  if (!session.active) throw new AppError('response_archived')

  const now = clock.now()
  const latest = await findLatest(tx, session.id)
  const isTheirs = latest !== undefined && latest.holder !== holder
  if (isTheirs && latest.holder !== succeeds && latest.expires_at > now && take_over !== true)
    throw new AppError('recording_elsewhere', {
      recorded_by: { first_name: latest.first_name, last_name: latest.last_name },
      since: latest.since.toISOString(),
      expires_at: latest.expires_at.toISOString(),
    })

  const lease = {
    generation: latest === undefined ? 1 : latest.generation + (isTheirs ? 1 : 0),
    user_id: examiner.userId,
    since: latest === undefined || isTheirs ? now : latest.since,
    expires_at: new Date(now.getTime() + leaseSeconds * 1000),
  }
  await tx
    .insertInto('recording_leases')
    .values({ organization_id: examiner.organizationId, protocol_response_id: session.id, holder, ...lease })
    .onConflict((conflict) => conflict.columns(['protocol_response_id', 'holder']).doUpdateSet(lease))
    .execute()
  return { holder, expires_at: lease.expires_at.toISOString() }
}

/** Ends a page's lease at once; does nothing if the page has none. */
export async function releaseLease(
  { clock }: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  { holder, ...path }: SessionPath & { holder: string },
): Promise<undefined> {
  await requireParticipant(tx, examiner, path.participant_id)
  const session = await lockSession(tx, path.participant_id, path.protocol_res_id)
  if (session === undefined) throw new AppError('not_found')
  await tx
    .updateTable('recording_leases')
    .set({ expires_at: clock.now() })
    .where('protocol_response_id', '=', session.id)
    .where('holder', '=', holder)
    .execute()
}

const findLatest = (tx: Tx, sessionId: SessionId) =>
  tx
    .selectFrom('recording_leases')
    .innerJoin('users', 'users.id', 'recording_leases.user_id')
    .select(['holder', 'generation', 'since', 'expires_at', 'first_name', 'last_name'])
    .where('protocol_response_id', '=', sessionId)
    .orderBy('generation', 'desc')
    .executeTakeFirst()
