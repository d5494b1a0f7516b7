import {
  accessOf,
  type NewOrganizationTakeout,
  type NewTakeout,
  OrganizationId,
  type ParticipantId,
  type Takeout,
  TakeoutId,
} from '@fonema/contract'
import { z } from 'zod'
import { type Clock, dayIn } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner, Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { findTakeout, insertTakeout, reopen, type TakeoutRow, toTakeout } from './queries.ts'
import { hasPeople } from './research/people.ts'

export const MakeTakeout = z.object({ organization_id: OrganizationId, takeout_id: TakeoutId })
export type MakeTakeout = z.infer<typeof MakeTakeout>

export type TakeoutDeps = { clock: Clock; queue: Queue }

export const orderOwn = (deps: TakeoutDeps, tx: Tx, examiner: Examiner, body: NewTakeout) =>
  order(deps, tx, examiner, body, {
    scope: 'own',
    list: `${examiner.userId} ${examiner.examinerId}`,
    examiner_id: examiner.examinerId,
    mode: examiner.impersonation?.mode ?? null,
  })

export const orderOrganization = (deps: TakeoutDeps, tx: Tx, manager: Principal, body: NewOrganizationTakeout) =>
  order(deps, tx, manager, body, { scope: 'organization', list: 'organization' })

/** Everything about one participant of the organisation, without a daily limit. */
export async function orderParticipant(deps: TakeoutDeps, tx: Tx, manager: Principal, participantId: ParticipantId) {
  const found = await tx.selectFrom('participants').select('id').where('id', '=', participantId).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return order(deps, tx, manager, {}, { scope: 'participant', list: null, participant_id: participantId })
}

type Ordered = Pick<TakeoutRow, 'scope' | 'list'> & Partial<Pick<TakeoutRow, 'examiner_id' | 'mode' | 'participant_id'>>

async function order(
  deps: TakeoutDeps,
  tx: Tx,
  principal: Principal,
  { start_date = null, end_date = null, include_audio = true, form = 'tables', ...body }: NewOrganizationTakeout,
  ordered: Ordered,
): Promise<Takeout> {
  const deidentified = form === 'research' || (body.deidentified ?? false)
  const now = deps.clock.now()
  const today = dayIn(principal.timeZone, now)
  // All dates are YYYY-MM-DD, so they compare as text.
  if ((start_date !== null && start_date > (end_date ?? today)) || (end_date !== null && end_date > today))
    throw new AppError('invalid_range')
  const row = await insertTakeout(tx, {
    id: newId<TakeoutId>(now),
    organization_id: principal.organizationId,
    requested_by: principal.userId,
    created_at: now,
    created_day: today,
    start_date,
    end_date,
    include_audio,
    deidentified,
    form,
    ...(form === 'research' && { audio_format: body.audio_format, dataset_author: body.dataset_author ?? null }),
    ...ordered,
    // One of each kind a day.
    list:
      ordered.list === null || !deidentified
        ? ordered.list
        : `${ordered.list} ${form === 'research' ? form : 'deidentified'}`,
  })
  if (row === undefined) throw new AppError('already_created_today')
  if (form === 'research' && !(await hasPeople({ tx, takeout: row, timeZone: principal.timeZone })))
    throw new InvalidFields({ form: ['empty_data'] })
  await enqueue(deps, tx, row)
  return show(tx, row.id)
}

export async function retryTakeout(deps: TakeoutDeps, tx: Tx, principal: Principal, id: TakeoutId): Promise<Takeout> {
  await requireTakeout(tx, principal, id)
  const row = await reopen(tx, id)
  if (row === undefined) throw new AppError('conflict')
  await enqueue(deps, tx, row)
  return show(tx, id)
}

const enqueue = ({ queue }: TakeoutDeps, tx: Tx, { organization_id, id }: TakeoutRow) =>
  queue.add(tx, 'make-takeout', { organization_id, takeout_id: id } satisfies MakeTakeout)

const show = async (tx: Tx, id: TakeoutId) => toTakeout((await findTakeout(tx, id))!)

/**
 * A user's own takeout, ordered as the same examiner, or one that a manager ordered of the organisation. Any other is
 * not found.
 */
export async function requireTakeout(tx: Tx, principal: Principal, id: TakeoutId) {
  const found = await findTakeout(tx, id)
  if (found === undefined || !mayHave(principal, found)) throw new AppError('not_found')
  return found
}

function mayHave(principal: Principal, { scope, requested_by, examiner_id, mode }: TakeoutRow): boolean {
  if (scope !== 'own') return accessOf(principal, { role: 'manager', feature: 'admin' }).granted
  return (
    requested_by === principal.userId &&
    examiner_id === principal.examinerId &&
    mode === (principal.impersonation?.mode ?? null) &&
    accessOf(principal, { role: 'examiner', feature: 'downloadProtocolRes' }).granted
  )
}
