import type { ItemResponse, SpeechFields } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import type { StagedObject } from '../platform/objects/object-store.ts'
import { findItem, findProtocols, type ItemRow } from '../protocols/queries.ts'
import type { AudioHeader } from './audio-header.ts'
import * as queries from './queries.ts'
import type { ResponseDeps, SessionPath } from './service.ts'
import { viewItemResponse } from './view.ts'

export type ItemPath = SessionPath & { protocol_item_id: string }
export type Answer = { status: 200 | 201; body: ItemResponse }
export type Speech = { staged: StagedObject; header: AudioHeader; fields: SpeechFields }

// A click is never exact: a recording may be this much shorter than the item asks.
const durationTolerance = 0.25
const retakeHours = 24

/** The session and item of an answer, with the session locked against a concurrent answer. */
async function lockItem(tx: Tx, examiner: Examiner, path: ItemPath) {
  await requireParticipant(tx, examiner, path.participant_id)
  const session = await queries.lockSession(tx, path.participant_id, path.protocol_res_id)
  const item = session && (await findItem(tx, session.protocol_id, path.protocol_item_id))
  if (session === undefined || item === undefined) throw new AppError('not_found')
  const answered = await queries.findItemResponse(tx, session.id, item.id)
  const takes = answered === undefined ? [] : await queries.findTakes(tx, [answered.id])
  return { session, item, answered, takes }
}

/**
 * Stores a recording as a take of an item. The bytes get their key before the row is committed, so an acknowledged
 * take is always whole; the same take with the same bytes answers with what is stored.
 */
export async function storeTake(
  deps: ResponseDeps,
  examiner: Examiner,
  path: ItemPath,
  { staged, header, fields }: Speech,
): Promise<Answer> {
  const key = `${examiner.organizationId}/takes/${uuidv7()}.${header.kind}`
  return deps.database.tenant(examiner.organizationId, async (tx) => {
    const { session, item, answered, takes } = await lockItem(tx, examiner, path)
    const stored = takes.find(({ take }) => take === fields.take)
    if (stored !== undefined && answered !== undefined) {
      if (stored.sha256 !== staged.sha256) throw new AppError('already_answered')
      return { status: 200, body: await viewItemResponse(deps, tx, item, answered) }
    }
    requireWritable(deps, session)
    const window = windowOf(header, fields)
    if (window.end - window.start < item.min_duration - durationTolerance && fields.settings?.interrupted !== true)
      throw new InvalidFields({ speech: ['too_short'] })

    const now = deps.clock.now()
    await deps.store.commit(staged, key)
    try {
      const row = await saveAnswer(deps, tx, examiner, { session, item, skippedPurpose: null })
      const take = await queries.insertTake(tx, {
        id: uuidv7(),
        organization_id: examiner.organizationId,
        item_response_id: row.id,
        take: fields.take,
        object_key: key,
        sha256: staged.sha256,
        size_bytes: staged.sizeBytes,
        content_type: `audio/${header.kind}`,
        sample_rate_hz: header.sampleRateHz,
        total_seconds: header.durationSeconds,
        window_start: window.start,
        window_end: window.end,
        settings: JSON.stringify(fields.settings ?? {}),
        gaps: JSON.stringify(fields.gaps ?? []),
        recorded_at: recordedAt(fields, now),
        recorded_by: examiner.userId,
      })
      const [protocol] = await findProtocols(tx, [session.protocol_id])
      await deps.planAnalysis(tx, take, item, protocol?.is_practice === true)
      return { status: 201, body: await viewItemResponse(deps, tx, item, row) }
    } catch (error) {
      // Nothing of this transaction will be committed, so nothing will point to the bytes.
      await deps.store.remove(key)
      throw error
    }
  })
}

/** Marks an item as skipped, with the purpose. A recording that is there is never hidden by a skip. */
export async function skipItem(
  deps: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  purpose: string,
): Promise<Answer> {
  const { session, item, answered, takes } = await lockItem(tx, examiner, path)
  if (answered !== undefined) {
    if (takes.length > 0 || answered.skipped_purpose !== purpose) throw new AppError('already_answered')
    return { status: 200, body: await viewItemResponse(deps, tx, item, answered) }
  }
  requireWritable(deps, session)
  if (!item.skippable) throw new InvalidFields({ non_field_errors: ['not_skippable'] })
  const row = await saveAnswer(deps, tx, examiner, { session, item, skippedPurpose: purpose })
  return { status: 201, body: await viewItemResponse(deps, tx, item, row) }
}

/** A completed session takes further takes for a day: the examiner may still record an item again. */
function requireWritable({ clock }: ResponseDeps, session: queries.SessionRow) {
  if (!session.active) throw new AppError('response_archived')
  if (session.completed_at === null) return
  const hours = (clock.now().getTime() - session.completed_at.getTime()) / 3_600_000
  if (hours > retakeHours) throw new AppError('response_completed')
}

async function saveAnswer(
  { clock }: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  answer: { session: queries.SessionRow; item: ItemRow; skippedPurpose: string | null },
): Promise<queries.ItemResponseRow> {
  const now = clock.now()
  const { session, item, skippedPurpose } = answer
  const row = await queries.saveItemResponse(tx, {
    id: uuidv7(),
    organization_id: examiner.organizationId,
    protocol_response_id: session.id,
    protocol_item_id: item.id,
    skipped_purpose: skippedPurpose,
    answered_at: now,
    answered_by: examiner.userId,
  })
  if (session.completed_at === null && (await queries.countAnswered(tx, session.id)) === (await itemCount(tx, session)))
    await queries.updateSession(tx, session.id, { completed_at: now })
  return row
}

async function itemCount(tx: Tx, session: queries.SessionRow): Promise<number> {
  const { count } = await tx
    .selectFrom('protocol_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('protocol_id', '=', session.protocol_id)
    .executeTakeFirstOrThrow()
  return count
}

/** The marked window, or the whole file when none was marked; never beyond the file. */
function windowOf(header: AudioHeader, { window }: SpeechFields) {
  const start = Math.min(window?.start ?? 0, header.durationSeconds)
  return { start, end: Math.min(window?.end ?? header.durationSeconds, header.durationSeconds) }
}

/** The browser's time of recording, unless its clock runs ahead of ours. */
function recordedAt({ recorded_at }: SpeechFields, now: Date): Date {
  const said = recorded_at === undefined ? now : new Date(recorded_at)
  return said < now ? said : now
}
