import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    organizations: {
      id: string
      name: string
      time_zone: string
      settings: Generated<{ semaphore_column?: boolean }>
      is_demonstration: Generated<boolean>
      owner_user_id: string
      created_at: Date
    }
    users: {
      id: string
      organization_id: string
      first_name: string
      last_name: string
      email: string
      locale_id: string
      tags: Generated<string[]>
      is_active: Generated<boolean>
      created_at: Date
    }
    managers: { id: string; organization_id: string; user_id: string }
    examiners: { id: string; organization_id: string; user_id: string; is_active: Generated<boolean> }
    impersonation_grants: { organization_id: string; user_id: string; examiner_id: string; mode: string }
    organization_protocols: { organization_id: string; protocol_id: string }
    examiner_protocols: { organization_id: string; examiner_id: string; protocol_id: string }
    organization_surveys: { organization_id: string; survey_id: string }
    examiner_surveys: { organization_id: string; examiner_id: string; survey_id: string }
  }
}
