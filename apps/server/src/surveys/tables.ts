import type { Answers, ExaminerId, OrganizationId, ParticipantId, UserId } from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    survey_responses: {
      id: string
      organization_id: OrganizationId
      participant_id: ParticipantId
      survey_id: string
      examiner_id: ExaminerId
      created_by: UserId
      date_created: Date
      active: Generated<boolean>
      answers: ColumnType<Answers, string, never>
    }
  }
}
