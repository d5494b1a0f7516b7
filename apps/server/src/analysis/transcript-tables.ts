import type {
  FluencyChoice,
  OrganizationId,
  TakeId,
  TranscriptVersion,
  TypedWord,
  UnitChoice,
  UserId,
} from '@fonema/contract'
import type { ColumnType } from 'kysely'
import type { Segment, TimedWord } from './transcription/transcription.ts'

type Json<T> = ColumnType<T, string, string>

declare module '../platform/database/tables.ts' {
  interface Tables {
    transcripts: {
      id: string
      organization_id: OrganizationId
      take_id: TakeId
      version: number
      text: string
      words: Json<TimedWord[]>
      segments: Json<Segment[]>
      engine: TranscriptVersion['engine']
      model: string | null
      model_words: number | null
      is_calibrated: boolean
      model_sha256: string | null
      settings: Json<Record<string, string>>
      author_id: UserId | null
      based_on: number | null
      speech_span_s: number | null
      phonation_s: number | null
      created_at: Date
    }
    second_opinions: {
      id: string
      organization_id: OrganizationId
      take_id: TakeId
      user_id: UserId
      first_version: number
      words: ColumnType<TypedWord[] | null, null, string>
      date_created: Date
      finished_at: ColumnType<Date | null, null, Date>
      settled_version: ColumnType<number | null, null, number>
      settled_by: ColumnType<UserId | null, null, UserId>
    }
    content_unit_decisions: {
      id: string
      organization_id: OrganizationId
      take_id: TakeId
      unit: string
      choice: UnitChoice
      user_id: UserId
      date_created: Date
    }
    fluency_decisions: {
      id: string
      organization_id: OrganizationId
      language: string
      task: string
      word: string
      beside: string
      take_id: TakeId | null
      choice: FluencyChoice
      user_id: UserId
      date_created: Date
    }
  }
}
