import { randomUUID } from 'node:crypto'
import type { ItemId, NewCut, RecordingCut } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import { ObjectTooLarge } from '../../platform/objects/object-store.ts'
import { findItem } from '../../protocols/queries.ts'
import { storeTake } from '../answers.ts'
import { findTakesOfItem, type TakeRow } from '../queries.ts'
import { type ResponseDeps, requireOpenSession } from '../service.ts'
import { contiguous, framesOf, readPart } from './joined.ts'
import { findCuts, findPieces, type RecordingRow } from './queries.ts'
import { type RecordingPath, requireRecording } from './service.ts'
import { gapsOf, viewCut } from './view.ts'

/**
 * Makes a part of a finished recording a take of an item: stored, measured and counted like any take. The take names its
 * source and place. The same cut again is already done.
 */
export async function cutTake(
  deps: ResponseDeps,
  examiner: Examiner,
  path: RecordingPath,
  { protocol_item_id, start_s, end_s }: NewCut,
): Promise<RecordingCut> {
  const { database, store } = deps
  const prepared = await database.tenant(examiner.organizationId, async (tx) => {
    const session = await requireOpenSession(tx, examiner, path)
    const item = await findItem(tx, session.protocol_id, protocol_item_id)
    if (item === undefined) throw new InvalidFields({ protocol_item_id: ['invalid'] })
    const recording = await requireRecording(tx, examiner, path)
    if (recording.finished_at === null) throw new AppError('conflict')
    const pieces = contiguous(await findPieces(tx, [recording.id]))
    const rate = recording.sample_rate_hz
    const place = { start: Math.round(start_s * rate), end: Math.round(end_s * rate) }
    if (place.end > framesOf(pieces) || place.end <= place.start) throw new InvalidFields({ end_s: ['out_of_range'] })
    const takes = await findTakesOfItem(tx, session.id, item.id)
    return {
      recording,
      pieces,
      place,
      done: await findCut(tx, recording, item.id, place),
      next: Math.max(0, ...takes.map(({ take }) => take)) + 1,
    }
  })
  const { recording, pieces, place, done, next } = prepared
  if (done !== undefined) return done

  const rate = recording.sample_rate_hz
  const seconds = { start: place.start / rate, end: place.end / rate }
  const staged = await store.stage(readPart(store, recording, pieces, place), deps.maxAudioBytes).catch((error) => {
    throw error instanceof ObjectTooLarge ? new AppError('file_too_large') : error
  })
  const fields = {
    take: next,
    // Takes of one recording are kept apart by their number, as those of a page.
    holder: recording.id,
    sha256: staged.sha256,
    settings: { ...recording.settings, cut_from: recording.id, cut_start_s: seconds.start, cut_end_s: seconds.end },
    gaps: gapsOf(pieces, rate).flatMap(({ at, length, ...gap }) => {
      const [from, to] = [Math.max(at, seconds.start), Math.min(at + length, seconds.end)]
      return to > from ? [{ ...gap, at: from - seconds.start, length: to - from }] : []
    }),
    recorded_at: new Date(recording.recorded_at.getTime() + seconds.start * 1000).toISOString(),
  }
  const noteCut = (tx: Tx, take: TakeRow) =>
    tx
      .insertInto('session_recording_cuts')
      .values({
        id: randomUUID(),
        organization_id: examiner.organizationId,
        participant_id: path.participant_id,
        session_recording_id: recording.id,
        take_id: take.id,
        protocol_item_id,
        start_frame: place.start,
        end_frame: place.end,
        cut_by: examiner.userId,
        cut_at: deps.clock.now(),
      })
      .execute()
      .then(() => undefined)
  const header = { kind: 'wav' as const, sampleRateHz: rate, durationSeconds: seconds.end - seconds.start }
  try {
    await storeTake(deps, examiner, { ...path, protocol_item_id }, { staged, header, fields }, noteCut)
  } finally {
    // After a commit there is nothing left to discard.
    await store.discard(staged)
  }
  const cut = await database.tenant(examiner.organizationId, (tx) => findCut(tx, recording, protocol_item_id, place))
  // Another cut of the item came first, with its number.
  if (cut === undefined) throw new AppError('conflict')
  return cut
}

async function findCut(
  tx: Tx,
  { id, sample_rate_hz }: RecordingRow,
  itemId: ItemId,
  { start, end }: { start: number; end: number },
): Promise<RecordingCut | undefined> {
  const cut = (await findCuts(tx, [id])).find(
    ({ protocol_item_id, start_frame, end_frame }) =>
      protocol_item_id === itemId && start_frame === start && end_frame === end,
  )
  return cut && viewCut(cut, sample_rate_hz)
}
