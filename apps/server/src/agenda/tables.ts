import type {
  OrganizationId,
  ParticipantId,
  ProtocolId,
  RepeatUnit,
  SessionId,
  SurveyId,
  SurveyResponseId,
  UserId,
  VisitId,
  VisitSeriesId,
} from '@fonema/contract'
import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    visit_series: {
      id: VisitSeriesId
      organization_id: OrganizationId
      participant_id: ParticipantId
      every: number
      unit: RepeatUnit
      times: number
      created_at: Date
      created_by: UserId
    }
    visits: {
      id: VisitId
      organization_id: OrganizationId
      participant_id: ParticipantId
      series_id: VisitSeriesId | null
      position: number | null
      protocol_id: ProtocolId | null
      survey_id: SurveyId | null
      planned_at: Date
      tolerance_days: number
      duration_min: number | null
      note: string | null
      state: Generated<'planned' | 'done' | 'cancelled'>
      done_at: Date | null
      protocol_response_id: SessionId | null
      survey_response_id: SurveyResponseId | null
      created_at: Date
      created_by: UserId
    }
  }
}
