import type {
  Answers,
  ExaminerId,
  OrganizationId,
  ParticipantId,
  SurveyId,
  SurveyResponseId,
  UserId,
} from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    survey_responses: {
      id: SurveyResponseId
      organization_id: OrganizationId
      participant_id: ParticipantId
      survey_id: SurveyId
      examiner_id: ExaminerId
      created_by: UserId
      date_created: Date
      active: Generated<boolean>
      answers: ColumnType<Answers, string, never>
    }
  }
}
