import type { Answers } from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    survey_responses: {
      id: string
      organization_id: string
      participant_id: string
      survey_id: string
      examiner_id: string
      created_by: string
      date_created: Date
      active: Generated<boolean>
      answers: ColumnType<Answers, string, never>
    }
  }
}
