import type {
  Capture,
  ItemId,
  OrganizationId,
  ParticipantId,
  RecordingMark,
  RecordingMarkId,
  SessionId,
  SessionRecordingId,
  TakeId,
  UserId,
} from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'

/** Stored as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    session_recordings: {
      id: SessionRecordingId
      organization_id: OrganizationId
      participant_id: ParticipantId
      protocol_response_id: SessionId
      sample_rate_hz: number
      settings: Json<Capture['settings']>
      recorded_at: Date
      date_created: Date
      recorded_by: UserId
      finished_at: Date | null
      pieces: number | null
      /** Of the joined samples. */
      sha256: string | null
      interrupted: Generated<boolean>
      verified: Generated<boolean>
    }
    session_recording_pieces: {
      organization_id: OrganizationId
      session_recording_id: SessionRecordingId
      piece: number
      object_key: string
      sha256: string
      size_bytes: number
      frames: number
      gaps: Json<Capture['gaps']>
      peaks: Buffer
      stored_at: Date
    }
    session_recording_marks: {
      id: RecordingMarkId
      organization_id: OrganizationId
      participant_id: ParticipantId
      session_recording_id: SessionRecordingId
      at_s: number
      kind: RecordingMark['kind']
      protocol_item_id: ItemId | null
      marked_by: UserId
      date_created: Date
      removed_at: Generated<Date | null>
    }
    session_recording_cuts: {
      id: string
      organization_id: OrganizationId
      participant_id: ParticipantId
      session_recording_id: SessionRecordingId
      take_id: TakeId
      protocol_item_id: ItemId
      start_frame: number
      end_frame: number
      cut_by: UserId
      cut_at: Date
    }
  }
}
