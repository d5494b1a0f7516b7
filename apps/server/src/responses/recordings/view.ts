import { completenessOf, type RecordingCut, type SessionRecording } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { contiguous, framesOf } from './joined.ts'
import { type CutRow, findCuts, findMarks, findPieces, type PieceRow, type RecordingRow } from './queries.ts'

export async function viewRecordings(tx: Tx, recordings: readonly RecordingRow[]): Promise<SessionRecording[]> {
  const ids = recordings.map(({ id }) => id)
  const [pieces, marks, cuts] = [await findPieces(tx, ids), await findMarks(tx, ids), await findCuts(tx, ids)]
  return recordings.map(({ id, sample_rate_hz, ...recording }) => {
    const isMine = (row: { session_recording_id: typeof id }) => row.session_recording_id === id
    const stored = contiguous(pieces.filter(isMine))
    return {
      id,
      sample_rate_hz,
      recorded_at: recording.recorded_at.toISOString(),
      duration_s: framesOf(stored) / sample_rate_hz,
      pieces: stored.length,
      finished_at: recording.finished_at?.toISOString() ?? null,
      interrupted: recording.interrupted,
      verified: recording.verified,
      sha256: recording.sha256,
      last_piece_at: stored.at(-1)?.stored_at.toISOString() ?? null,
      gaps: gapsOf(stored, sample_rate_hz),
      completeness: completenessOf(recording.settings),
      marks: marks.filter(isMine).map(({ id, at_s, kind, protocol_item_id }) => ({ id, at_s, kind, protocol_item_id })),
      cuts: cuts.filter(isMine).map((cut) => viewCut(cut, sample_rate_hz)),
    }
  })
}

export const viewCut = (
  { take_id, protocol_item_id, take, start_frame, end_frame, cut_at }: CutRow,
  sampleRateHz: number,
): RecordingCut => ({
  take_id,
  protocol_item_id,
  take,
  start_s: start_frame / sampleRateHz,
  end_s: end_frame / sampleRateHz,
  cut_at: cut_at.toISOString(),
})

/** In seconds from the start of the recording. */
export function gapsOf(pieces: readonly Pick<PieceRow, 'gaps' | 'frames'>[], sampleRateHz: number) {
  let before = 0
  return pieces.flatMap(({ gaps, frames }) => {
    const start = before / sampleRateHz
    before += frames
    return gaps.map((gap) => ({ ...gap, at: gap.at + start }))
  })
}
