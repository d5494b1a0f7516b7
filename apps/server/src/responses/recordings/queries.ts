import type { SessionId, SessionRecordingId } from '@fonema/contract'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import './tables.ts'

export type RecordingRow = Selectable<Tables['session_recordings']>
/** Without `peaks`: an hour has tens of thousands. */
export type PieceRow = Omit<Selectable<Tables['session_recording_pieces']>, 'peaks'>
type MarkRow = Selectable<Tables['session_recording_marks']>
export type CutRow = Selectable<Tables['session_recording_cuts']> & { take: number }

const recording = (tx: Tx, sessionId: SessionId, id: SessionRecordingId) =>
  tx.selectFrom('session_recordings').selectAll().where('id', '=', id).where('protocol_response_id', '=', sessionId)

export const findRecording = (tx: Tx, sessionId: SessionId, id: SessionRecordingId) =>
  recording(tx, sessionId, id).executeTakeFirst()

/** Locks the recording until the transaction ends, so that it is finished once and with all pieces. */
export const lockRecording = (tx: Tx, sessionId: SessionId, id: SessionRecordingId) =>
  recording(tx, sessionId, id).forUpdate().executeTakeFirst()

export const findPieces = (tx: Tx, ids: readonly SessionRecordingId[]): Promise<PieceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('session_recording_pieces')
        .select([
          ...(['organization_id', 'session_recording_id', 'piece', 'object_key', 'sha256'] as const),
          ...(['size_bytes', 'frames', 'gaps', 'stored_at'] as const),
        ])
        .where('session_recording_id', 'in', ids)
        .orderBy('session_recording_id')
        .orderBy('piece')
        .execute()

export const findPeaks = (tx: Tx, id: SessionRecordingId) =>
  tx
    .selectFrom('session_recording_pieces')
    .select(['piece', 'peaks'])
    .where('session_recording_id', '=', id)
    .orderBy('piece')
    .execute()

export const findMarks = (tx: Tx, ids: readonly SessionRecordingId[]): Promise<MarkRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('session_recording_marks')
        .selectAll()
        .where('session_recording_id', 'in', ids)
        .where('removed_at', 'is', null)
        .orderBy('at_s')
        // Two keys pressed in the same tenth of a second keep their order.
        .orderBy('date_created')
        .orderBy('id')
        .execute()

export const findCuts = (tx: Tx, ids: readonly SessionRecordingId[]): Promise<CutRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('session_recording_cuts')
        .innerJoin('takes', 'takes.id', 'take_id')
        .selectAll('session_recording_cuts')
        .select('takes.take')
        .where('session_recording_id', 'in', ids)
        .orderBy('start_frame')
        .orderBy('end_frame')
        .execute()
