import type { ExaminerId, OrganizationId, ParticipantId, Takeout, TakeoutId, UserId } from '@fonema/contract'
import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    takeouts: {
      id: TakeoutId
      organization_id: OrganizationId
      scope: 'own' | 'organization' | 'participant'
      list: string | null
      requested_by: UserId
      examiner_id: ExaminerId | null
      mode: string | null
      participant_id: ParticipantId | null
      created_at: Date
      created_day: string
      start_date: string | null
      end_date: string | null
      include_audio: boolean
      deidentified: Generated<boolean>
      form: Generated<Takeout['form']>
      audio_format: Generated<Takeout['audio_format']>
      dataset_author: string | null
      status: Generated<Takeout['status']>
      error: Takeout['error']
      attempt: Generated<number>
      done_bytes: Generated<number>
      total_bytes: number | null
      object_key: string | null
      size_bytes: number | null
      sha256: string | null
      finished_at: Date | null
    }
    takeout_participants: { organization_id: OrganizationId; takeout_id: TakeoutId; participant_id: ParticipantId }
  }
}
