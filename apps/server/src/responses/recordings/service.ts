import type {
  FinishedRecording,
  NewRecordingMark,
  NewSessionRecording,
  RecordingMark,
  RecordingMarkId,
  SessionRecording,
  SessionRecordingId,
  SessionRecordingState,
} from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import { findItem } from '../../protocols/queries.ts'
import { type ResponseDeps, requireOpenSession, requireSession, type SessionPath } from '../service.ts'
import { contiguous, framesOf, hashOfSamples } from './joined.ts'
import { findPeaks, findPieces, findRecording, lockRecording, type PieceRow, type RecordingRow } from './queries.ts'
import { viewRecordings } from './view.ts'

export type RecordingPath = SessionPath & { recording_id: SessionRecordingId }

/** Starts a recording; again with the same id returns it. */
export async function startRecording(
  { clock }: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: SessionPath,
  { id, settings, ...body }: NewSessionRecording,
): Promise<SessionRecording> {
  const session = await requireOpenSession(tx, examiner, path)
  await tx
    .insertInto('session_recordings')
    .values({
      id,
      organization_id: examiner.organizationId,
      participant_id: path.participant_id,
      protocol_response_id: session.id,
      sample_rate_hz: body.sample_rate_hz,
      settings: JSON.stringify(settings),
      recorded_at: new Date(body.recorded_at),
      date_created: clock.now(),
      recorded_by: examiner.userId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const recording = await findRecording(tx, session.id, id)
  // The id is another session's.
  if (recording === undefined || recording.sample_rate_hz !== body.sample_rate_hz) throw new AppError('conflict')
  return one(await viewRecordings(tx, [recording]))
}

export async function requireRecording(tx: Tx, examiner: Examiner, path: RecordingPath): Promise<RecordingRow> {
  const session = await requireSession(tx, examiner, path)
  const recording = await findRecording(tx, session.id, path.recording_id)
  if (recording === undefined) throw new AppError('not_found')
  return recording
}

export async function stateOf(tx: Tx, examiner: Examiner, path: RecordingPath): Promise<SessionRecordingState> {
  const recording = await requireRecording(tx, examiner, path)
  const stored = await findPieces(tx, [recording.id])
  const peaks = contiguous(await findPeaks(tx, recording.id)).map((piece) => piece.peaks)
  return {
    ...one(await viewRecordings(tx, [recording])),
    stored: stored.map(({ piece, sha256, frames }) => ({ piece, sha256, frames })),
    peaks: Buffer.concat(peaks).toString('base64'),
  }
}

/** Marks a place; the same mark again is already stored. Also after the end: a person may add what was missed. */
export async function addMark(
  { clock }: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: RecordingPath,
  { id, at_s, kind, protocol_item_id }: NewRecordingMark,
): Promise<RecordingMark> {
  const session = await requireOpenSession(tx, examiner, path)
  const recording = await requireRecording(tx, examiner, path)
  if (protocol_item_id !== null && (await findItem(tx, session.protocol_id, protocol_item_id)) === undefined)
    throw new InvalidFields({ protocol_item_id: ['invalid'] })
  await tx
    .insertInto('session_recording_marks')
    .values({
      id,
      at_s,
      kind,
      protocol_item_id,
      organization_id: examiner.organizationId,
      participant_id: path.participant_id,
      session_recording_id: recording.id,
      marked_by: examiner.userId,
      date_created: clock.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const mark = tx.selectFrom('session_recording_marks').select(['id', 'at_s', 'kind', 'protocol_item_id'])
  const stored = await mark.where('id', '=', id).where('session_recording_id', '=', recording.id).executeTakeFirst()
  if (stored === undefined) throw new AppError('conflict')
  return stored
}

/** Removes a mark, or brings it back. What a flagged name hides follows with the transaction, and not before. */
export async function removeMark(
  { clock }: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: RecordingPath & { mark_id: RecordingMarkId },
  isRemoved: boolean,
): Promise<SessionRecording> {
  await requireOpenSession(tx, examiner, path)
  const recording = await requireRecording(tx, examiner, path)
  const mark = await tx
    .selectFrom('session_recording_marks')
    .select('removed_at')
    .where('id', '=', path.mark_id)
    .where('session_recording_id', '=', recording.id)
    .forUpdate()
    .executeTakeFirst()
  if (mark === undefined) throw new AppError('not_found')
  // A repeat leaves no second entry in the log.
  if ((mark.removed_at !== null) !== isRemoved)
    await tx
      .updateTable('session_recording_marks')
      .set({ removed_at: isRemoved ? clock.now() : null })
      .where('id', '=', path.mark_id)
      .execute()
  return one(await viewRecordings(tx, [recording]))
}

/**
 * Finishes a recording: no further piece is accepted. The stored pieces are read back and joined; their hash must be the
 * browser's. Nothing is copied and no piece is removed.
 *
 * @throws {AppError} `pieces_missing` with their numbers, so that the browser sends them again
 */
export async function finishRecording(
  deps: ResponseDeps,
  examiner: Examiner,
  path: RecordingPath,
  finished: FinishedRecording,
): Promise<SessionRecording> {
  const { database, store, clock } = deps
  const { recording, pieces } = await database.tenant(examiner.organizationId, async (tx) => {
    const found = await requireRecording(tx, examiner, path)
    const all = await findPieces(tx, [found.id])
    return { recording: found, pieces: requireAll(all, finished) }
  })
  // Outside of a transaction: hours take seconds.
  const sha256 = recording.sha256 ?? (await hashOfSamples(store, pieces))
  if ('sha256' in finished && finished.sha256 !== sha256) throw new InvalidFields({ sha256: ['mismatch'] })
  return database.tenant(examiner.organizationId, async (tx) => {
    const session = await requireSession(tx, examiner, path)
    const locked = await lockRecording(tx, session.id, path.recording_id)
    if (locked === undefined) throw new AppError('not_found')
    if (locked.finished_at !== null) {
      if ('sha256' in finished && locked.sha256 !== finished.sha256) throw new AppError('conflict')
      return one(await viewRecordings(tx, [locked]))
    }
    // A piece arrived meanwhile.
    const now = await findPieces(tx, [locked.id])
    if (contiguous(now).length !== pieces.length) throw new AppError('conflict')
    const row = await tx
      .updateTable('session_recordings')
      .set({
        finished_at: clock.now(),
        pieces: pieces.length,
        sha256,
        interrupted: 'as_stored' in finished || finished.interrupted,
        verified: 'sha256' in finished,
        // As in the settings of a take, which its cuts take over.
        ...('sha256' in finished &&
          finished.completeness !== null && {
            settings: JSON.stringify({ ...locked.settings, completeness: finished.completeness }),
          }),
      })
      .where('id', '=', locked.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return one(await viewRecordings(tx, [row]))
  })
}

function requireAll(stored: readonly PieceRow[], finished: FinishedRecording): PieceRow[] {
  if ('as_stored' in finished) return contiguous(stored)
  const there = new Set(stored.map(({ piece }) => piece))
  const missing = Array.from({ length: finished.pieces }, (_, piece) => piece).filter((piece) => !there.has(piece))
  if (missing.length > 0) throw new AppError('pieces_missing', { missing })
  if (stored.length !== finished.pieces) throw new InvalidFields({ pieces: ['mismatch'] })
  if (framesOf(stored) !== finished.frames) throw new InvalidFields({ frames: ['mismatch'] })
  return [...stored]
}

const one = <T>([first]: readonly T[]): T => first!
