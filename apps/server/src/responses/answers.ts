import {
  type ChosenTake,
  type ItemId,
  type ItemResponse,
  type ItemResponseId,
  joinGaps,
  type SpeechFields,
  type TakeId,
} from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import { storeAllFor } from '../platform/objects/store-for.ts'
import { findItem, findProtocols, type ItemRow } from '../protocols/queries.ts'
import type { AudioHeader } from './audio-header.ts'
import { sentHash } from './compression.ts'
import { examinerHash, firstState, peopleAtFirst, type ReceivedAudio, saveExaminerChannel } from './examiner-channel.ts'
import * as queries from './queries.ts'
import type { ResponseDeps, SessionPath } from './service.ts'
import { findContinued, findSent, freeNumber, isClosed, isInterrupted, isNext, secondsUpTo } from './takes.ts'
import { viewItemResponse } from './view.ts'

export type ItemPath = SessionPath & { protocol_item_id: ItemId }
export type Answer = { status: 200 | 201; body: ItemResponse }
/** `examiner`: what a second microphone heard at the same times. */
export type Speech = ReceivedAudio & { examiner?: ReceivedAudio; fields: SpeechFields }

// Seconds by which a recording may be shorter than the item's minimum, because clicks are not exact.
const durationTolerance = 0.25

/** Finds the session and item of an answer, and locks the session against concurrent answers. */
async function lockItem(tx: Tx, examiner: Examiner, path: ItemPath) {
  const participant = await requireParticipant(tx, examiner, path.participant_id)
  const session = await queries.lockSession(tx, path.participant_id, path.protocol_res_id)
  if (session === undefined) throw new AppError('not_found')
  const itemId = path.protocol_item_id
  const [[protocol], item, answered, takes] = await Promise.all([
    findProtocols(tx, [session.protocol_id]),
    findItem(tx, session.protocol_id, itemId),
    queries.findItemResponse(tx, session.id, itemId),
    queries.findTakesOfItem(tx, session.id, itemId),
  ])
  if (protocol === undefined || item === undefined) throw new AppError('not_found')
  return { participant, session, protocol, item, answered, takes }
}

/**
 * Stores a recording as a take of an item, with the examiner's channel where there is one. The bytes are stored before the
 * rows are written, so an acknowledged take is always complete. A repeat of the same take with the same bytes returns the stored one. `onStored` runs in the
 * transaction of a new take.
 */
export async function storeTake(
  deps: ResponseDeps,
  examiner: Examiner,
  path: ItemPath,
  { staged, header, examiner: second, fields }: Speech,
  onStored: (tx: Tx, take: queries.TakeRow) => Promise<void> = async () => {},
): Promise<Answer> {
  const keyOf = ({ kind }: ReceivedAudio['header']) => `${examiner.organizationId}/takes/${uuidv7()}.${kind}`
  const key = keyOf(header)
  const channel = second && { ...second, key: keyOf(second.header) }
  const transact = (keep: () => void) =>
    deps.database.tenant(examiner.organizationId, async (tx): Promise<Answer> => {
      const { participant, session, protocol, item, answered, takes } = await lockItem(tx, examiner, path)
      const stored = findSent(takes, fields)
      if (stored !== undefined && answered !== undefined) {
        const isSame =
          sentHash(stored) === staged.sha256 && (await examinerHash(tx, stored.id)) === channel?.staged.sha256
        if (!isSame) throw new AppError('already_answered')
        return { status: 200, body: await viewItemResponse(deps, tx, session, item, answered) }
      }
      const now = deps.clock.now()
      requireOpen(participant, session)
      const window = windowOf(header, fields)
      const interrupted = isInterrupted(fields)
      const continued = findContinued(takes, fields)
      const spokenSeconds = window.end - window.start + secondsUpTo(takes, continued)
      if (!interrupted && spokenSeconds < item.min_duration - durationTolerance)
        throw new InvalidFields({ speech: ['too_short'] })

      const late = isClosed(session, now)
      const rank = {
        take: freeNumber(takes, fields.take),
        generation: await queries.generationOf(tx, session.id, fields.holder),
      }
      const counts = !late && !interrupted && isNext(rank, takes)
      const isAnswer = counts || answered === undefined
      const row = isAnswer ? await saveAnswer(deps, tx, examiner, { session, item, skippedPurpose: null }) : answered
      if (counts && takes.some((take) => take.counts)) await queries.clearCounting(tx, row.id)
      const state = channel && firstState(item.category)
      const take = await queries.insertTake(tx, {
        ...rank,
        counts,
        late,
        id: newId<TakeId>(),
        organization_id: examiner.organizationId,
        item_response_id: row.id,
        sent_take: fields.take,
        holder: fields.holder ?? null,
        interrupted,
        continues: continued?.take ?? null,
        object_key: key,
        sha256: staged.sha256,
        size_bytes: staged.sizeBytes,
        content_type: `audio/${header.kind}`,
        sample_rate_hz: header.sampleRateHz,
        total_seconds: header.durationSeconds,
        window_start: window.start,
        window_end: window.end,
        settings: JSON.stringify(fields.settings ?? {}),
        gaps: JSON.stringify(joinGaps(fields.gaps ?? [])),
        recorded_at: fields.recorded_at === undefined ? now : new Date(fields.recorded_at),
        stored_at: now,
        recorded_by: examiner.userId,
        people: peopleAtFirst(state),
      })
      if (channel !== undefined && state !== undefined)
        await saveExaminerChannel(tx, take, channel, { object_key: channel.key, state })
      await completeIfAnswered(deps, tx, session)
      await deps.planAnalysis(tx, take, item, protocol.is_practice)
      await deps.planCompression?.(tx, take)
      await onStored(tx, take)
      const body = await viewItemResponse(deps, tx, session, item, row)
      keep()
      return { status: 201, body }
    })
  return storeAllFor(deps.store, [{ staged, key }, ...(channel === undefined ? [] : [channel])], transact)
}

/**
 * Makes a stored take the one that counts: an interrupted, a late or an earlier one. If the item was skipped, the skip
 * is removed. Of a complete session only with a reason, which the audit log keeps.
 */
export async function chooseTake(
  deps: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  { take: number, holder, reason }: ChosenTake,
): Promise<ItemResponse> {
  const { participant, session, protocol, item, answered, takes } = await lockItem(tx, examiner, path)
  const chosen =
    holder === undefined ? takes.find(({ take }) => take === number) : findSent(takes, { take: number, holder })
  if (answered === undefined || chosen === undefined) throw new AppError('not_found')
  requireOpen(participant, session)
  if (chosen.counts) return viewItemResponse(deps, tx, session, item, answered)
  if (session.completed_at !== null && reason === undefined) throw new InvalidFields({ reason: ['required'] })
  const isSkipped = answered.skipped_purpose !== null
  const row = isSkipped ? await saveAnswer(deps, tx, examiner, { session, item, skippedPurpose: null }) : answered
  await queries.clearCounting(tx, row.id)
  await queries.setCounting(tx, chosen.id, reason ?? null)
  await completeIfAnswered(deps, tx, session)
  await deps.planAnalysis(tx, chosen, item, protocol.is_practice)
  return viewItemResponse(deps, tx, session, item, row)
}

/**
 * Marks an item as skipped, with a purpose. An item with a counting take cannot be skipped. A required item can be
 * skipped only if it has an interrupted take, because the participant may have left.
 */
export async function skipItem(
  deps: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  purpose: string,
): Promise<Answer> {
  const { participant, session, item, answered, takes } = await lockItem(tx, examiner, path)
  const isSkipped = answered !== undefined && answered.skipped_purpose !== null
  if (isSkipped && answered.skipped_purpose === purpose)
    return { status: 200, body: await viewItemResponse(deps, tx, session, item, answered) }
  if (isSkipped || takes.some(({ counts }) => counts)) throw new AppError('already_answered')
  requireOpen(participant, session)
  if (!item.skippable && takes.length === 0) throw new InvalidFields({ non_field_errors: ['not_skippable'] })
  const row = await saveAnswer(deps, tx, examiner, { session, item, skippedPurpose: purpose })
  await completeIfAnswered(deps, tx, session)
  return { status: 201, body: await viewItemResponse(deps, tx, session, item, row) }
}

function requireOpen(participant: { active: boolean }, session: queries.SessionRow) {
  if (!participant.active) throw new AppError('participant_archived')
  if (!session.active) throw new AppError('response_archived')
}

const saveAnswer = (
  { clock }: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  answer: { session: queries.SessionRow; item: ItemRow; skippedPurpose: string | null },
): Promise<queries.ItemResponseRow> =>
  queries.saveItemResponse(tx, {
    id: newId<ItemResponseId>(),
    organization_id: examiner.organizationId,
    protocol_response_id: answer.session.id,
    protocol_item_id: answer.item.id,
    skipped_purpose: answer.skippedPurpose,
    answered_at: clock.now(),
    answered_by: examiner.userId,
  })

async function completeIfAnswered({ clock }: ResponseDeps, tx: Tx, session: queries.SessionRow) {
  if (session.completed_at !== null) return
  const [answered, asked] = await Promise.all([queries.countAnswered(tx, session.id), itemCount(tx, session)])
  if (answered === asked) await queries.updateSession(tx, session.id, { completed_at: clock.now() })
}

async function itemCount(tx: Tx, session: queries.SessionRow): Promise<number> {
  const { count } = await tx
    .selectFrom('protocol_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('protocol_id', '=', session.protocol_id)
    .executeTakeFirstOrThrow()
  return count
}

/** The marked window, or the whole file without one. Cut to the length of the file. */
function windowOf(header: AudioHeader, { window }: SpeechFields) {
  const start = Math.min(window?.start ?? 0, header.durationSeconds)
  return { start, end: Math.min(window?.end ?? header.durationSeconds, header.durationSeconds) }
}
