import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { AppError } from './errors.ts'
import type { Principal } from './principal.ts'
import './tables.ts'

/**
 * Runs a creating call once per `Idempotency-Key`, or per `ownKey` of a call without one. Key, change and answer commit
 * together, so a repeat gets the first answer whenever the change exists. A concurrent repeat waits for the first call's
 * commit.
 */
export async function once<T extends object>(
  tx: Tx,
  clock: Clock,
  request: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'>,
  principal: Principal,
  create: () => Promise<T>,
  ownKey?: string,
): Promise<T> {
  const key = request.headers['idempotency-key'] ?? ownKey
  if (key === undefined) return create()
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) throw new AppError('invalid_inputs')

  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  const owner = { organization_id: principal.organizationId, user_id: principal.userId, key }
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ ...owner, request_hash: requestHash, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()

  const ours = tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', owner.user_id)
    .where('key', '=', key)
  if (inserted === undefined) {
    const earlier = await ours.executeTakeFirstOrThrow()
    if (!earlier.request_hash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    return earlier.answer as T
  }
  const answer = await create()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', owner.user_id)
    .where('key', '=', key)
    .execute()
  return answer
}
