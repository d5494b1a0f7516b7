import type { Capture, Quality } from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'

/** Stored as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>

declare module '../platform/database/tables.ts' {
  interface Tables {
    protocol_responses: {
      id: string
      organization_id: string
      participant_id: string
      protocol_id: string
      examiner_id: string
      created_by: string
      date_created: Date
      completed_at: Date | null
      active: Generated<boolean>
      comment: string | null
    }
    item_responses: {
      id: string
      organization_id: string
      protocol_response_id: string
      protocol_item_id: string
      skipped_purpose: string | null
      answered_at: Date
      answered_by: string
    }
    takes: {
      id: string
      organization_id: string
      item_response_id: string
      take: number
      object_key: string
      sha256: string
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
      recorded_by: string
      interrupted: Generated<boolean>
      counts: boolean
      late: Generated<boolean>
      stored_at: Date
      continues: number | null
      holder: string | null
      generation: Generated<number>
      sent_take: number
    }
    recording_leases: {
      organization_id: string
      protocol_response_id: string
      holder: string
      generation: number
      user_id: string
      since: Date
      expires_at: Date
    }
  }
}
