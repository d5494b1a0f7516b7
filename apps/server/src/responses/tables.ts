import type {
  Capture,
  ExaminerChannel,
  ExaminerId,
  ItemId,
  ItemResponseId,
  OrganizationId,
  ParticipantId,
  ProtocolId,
  Quality,
  SessionId,
  TakeId,
  UserId,
} from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'

/** Stored as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>

declare module '../platform/database/tables.ts' {
  interface Tables {
    protocol_responses: {
      id: SessionId
      organization_id: OrganizationId
      participant_id: ParticipantId
      protocol_id: ProtocolId
      examiner_id: ExaminerId
      created_by: UserId
      date_created: Date
      completed_at: Date | null
      active: Generated<boolean>
      comment: string | null
      /** The items in the order that was drawn for this session; null: the order of the protocol. */
      item_order: Generated<ItemId[] | null>
    }
    item_responses: {
      id: ItemResponseId
      organization_id: OrganizationId
      protocol_response_id: SessionId
      protocol_item_id: ItemId
      skipped_purpose: string | null
      answered_at: Date
      answered_by: UserId
    }
    takes: {
      id: TakeId
      organization_id: OrganizationId
      item_response_id: ItemResponseId
      take: number
      object_key: string
      /** Of the stored file. */
      sha256: string
      /** Of the file that was sent; null: it is stored as it was. See `sentHash`. */
      sent_sha256: Generated<string | null>
      size_bytes: number
      content_type: string
      sample_rate_hz: number
      total_seconds: number
      window_start: number
      window_end: number
      settings: Json<Capture['settings']>
      gaps: Json<Capture['gaps']>
      quality: ColumnType<Quality | null, string | undefined, string>
      recorded_at: Date
      recorded_by: UserId
      interrupted: Generated<boolean>
      counts: boolean
      /** Why the examiner made it count after the session's completion. */
      chosen_because: string | null
      late: Generated<boolean>
      stored_at: Date
      continues: number | null
      holder: string | null
      generation: Generated<number>
      sent_take: number
      /** How many people speak, the participant among them. */
      people: Generated<number>
      /** The version of who speaks when that counts, where somebody corrected it. */
      speaker_track: Generated<number | null>
    }
    /** What a second microphone heard of a take, nearer to the examiner. */
    examiner_channels: {
      take_id: TakeId
      organization_id: OrganizationId
      object_key: string
      sha256: string
      size_bytes: number
      content_type: string
      state: ExaminerChannel
      /** A person said how many people speak; then the channel does not decide it. */
      said_by_person: Generated<boolean>
    }
    /** Files that were sent, beside their compressed copies. */
    replaced_recordings: {
      take_id: TakeId
      organization_id: OrganizationId
      object_key: string
      sha256: string
      replaced_at: Date
    }
    recording_leases: {
      organization_id: OrganizationId
      protocol_response_id: SessionId
      holder: string
      generation: number
      user_id: UserId
      since: Date
      expires_at: Date
    }
  }
}
