import type { ItemId, RecordingMarkId, SessionRecordingId } from '@fonema/contract'
import { call } from '../../api/call.ts'
import type { RecordingAnswer } from '../recorder/session-recording.ts'
import type { Upload } from '../recorder/upload.ts'

const recordings = '/protocols/responses/{participant_id}/{protocol_res_id}/recordings/' as const
const recording = `${recordings}{recording_id}/` as const

/** Tells the server a step of a session's recording; a step that it knows already is a success. */
export async function sendStep(
  { id, participantId, responseId, ...upload }: Upload & RecordingAnswer,
  audio: Blob | null,
  signal: AbortSignal,
): Promise<unknown> {
  const session = { participant_id: participantId, protocol_res_id: responseId }
  // Ids that this application made.
  const recordingId = upload.recordingId as SessionRecordingId
  const params = { ...session, recording_id: recordingId }
  switch (upload.step) {
    case 'start': {
      const { sampleRateHz: sample_rate_hz, recordedAt: recorded_at, settings } = upload
      const body = { id: recordingId, sample_rate_hz, recorded_at, settings }
      return call(`POST ${recordings}`, { params: session, body, signal })
    }
    case 'piece': {
      const form = new FormData()
      form.set('piece', String(upload.piece))
      form.set('sha256', upload.sha256)
      form.set('gaps', JSON.stringify(upload.gaps))
      form.set('speech', audio ?? new Blob(), `piece-${upload.piece}.wav`)
      return call(`POST ${recording}pieces/`, { params, body: form, signal })
    }
    case 'mark': {
      const { atSeconds: at_s, mark: kind, markedItemId } = upload
      const body = { id: id as RecordingMarkId, at_s, kind, protocol_item_id: markedItemId as ItemId | null }
      return call(`POST ${recording}marks/`, { params, body, signal })
    }
    case 'end': {
      const { pieces, frames, sha256, interrupted, completeness } = upload
      return call(`POST ${recording}finish/`, {
        params,
        body: { pieces, frames, sha256, interrupted, completeness },
        signal,
      })
    }
  }
}
