import type { OrganizationId, SpeakerSegment, TakeId, UserId } from '@fonema/contract'
import type { ColumnType } from 'kysely'

type Json<T> = ColumnType<T, string | undefined, string>

declare module '../platform/database/tables.ts' {
  interface Tables {
    speaker_tracks: {
      id: string
      organization_id: OrganizationId
      take_id: TakeId
      version: number
      segments: ColumnType<SpeakerSegment[] | null, string | null, never>
      author_id: UserId
      created_at: Date
    }
    feature_results: {
      id: string
      organization_id: OrganizationId
      take_id: TakeId
      entry: string
      function_version: number
      status: 'pending' | 'failed' | 'ready'
      error: string | null
      scores: Json<Record<string, number>>
      missing: Json<Record<string, string>>
      data: Json<Record<string, unknown>>
      measured: Json<{ sha256: string; window: { start: number; end: number } } | null>
      updated_at: Date
    }
  }
}
