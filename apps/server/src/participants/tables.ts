import type { ExaminerId, OrganizationId, ParticipantId, UserId } from '@fonema/contract'
import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    participants: {
      id: ParticipantId
      organization_id: OrganizationId
      /** Null: without an examiner, until a manager transfers the participant. */
      examiner_id: ExaminerId | null
      code: string
      first_name: string | null
      last_name: string | null
      birthday: string | null
      sex: 'f' | 'm' | null
      education_years: number | null
      occupation: string | null
      diagnose: string | null
      diagnose_date: string | null
      locale_id: string
      phone: string | null
      country: string | null
      active: Generated<boolean>
      consent_research: Generated<boolean>
      consent_others_heard: Generated<boolean>
      retain_until: string | null
      created_at: Date
      created_by: UserId
    }
  }
}
