import type {
  ExaminerId,
  MailDelivery,
  ManagerId,
  OfflineParticipants,
  OrganizationId,
  PackageId,
  ProtocolId,
  SurveyId,
  UserId,
} from '@fonema/contract'
import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    organizations: {
      id: OrganizationId
      name: string
      time_zone: string
      settings: Generated<{
        semaphore_column?: boolean
        first_day_dismissed?: boolean
        offline_participants?: OfflineParticipants
      }>
      is_demonstration: Generated<boolean>
      accent: string | null
      /** `YYYY-MM-DD`. From then on the role needs a second factor. */
      examiner_factor_from: string | null
      manager_factor_from: string | null
      owner_user_id: UserId
      created_at: Date
    }
    users: {
      id: UserId
      organization_id: OrganizationId
      first_name: string
      last_name: string
      email: string
      locale_id: string
      /** Null: the organisation's. */
      time_zone: string | null
      tags: Generated<string[]>
      is_active: Generated<boolean>
      created_at: Date
    }
    mails: {
      id: string
      organization_id: OrganizationId
      user_id: UserId
      purpose: 'welcome' | 'test'
      state: MailDelivery['state']
      reason: MailDelivery['reason']
      detail: string | null
      created_at: Date
      changed_at: Date
    }
    organization_texts: {
      id: string
      organization_id: OrganizationId
      language: string
      policy: string | null
      terms: string | null
      changed_at: Date
    }
    packages: {
      id: PackageId
      organization_id: OrganizationId
      name: string
      surveys: SurveyId[]
      protocols: ProtocolId[]
      default_language: string | null
      created_at: Date
    }
    managers: { id: ManagerId; organization_id: OrganizationId; user_id: UserId }
    examiners: { id: ExaminerId; organization_id: OrganizationId; user_id: UserId; is_active: Generated<boolean> }
    impersonation_grants: { organization_id: OrganizationId; user_id: UserId; examiner_id: ExaminerId; mode: string }
    organization_protocols: { organization_id: OrganizationId; protocol_id: ProtocolId }
    examiner_protocols: { organization_id: OrganizationId; examiner_id: ExaminerId; protocol_id: ProtocolId }
    organization_surveys: { organization_id: OrganizationId; survey_id: SurveyId }
    examiner_surveys: { organization_id: OrganizationId; examiner_id: ExaminerId; survey_id: SurveyId }
  }
}
