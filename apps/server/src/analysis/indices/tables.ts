import type { OrganizationId, SessionId, TakeId } from '@fonema/contract'
import type { CornerVowel } from '@fonema/speech'
import type { ColumnType } from 'kysely'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    session_indices: {
      id: string
      organization_id: OrganizationId
      protocol_response_id: SessionId
      name: string
      version: number
      /** Only for an AVQI. */
      speech_take_id: TakeId | null
      vowel_take_id: TakeId
      /** Only for a vowel space, in addition to the /a/ above. */
      i_take_id: TakeId | null
      u_take_id: TakeId | null
      status: 'ready' | 'withheld' | 'failed'
      reason: string | null
      vowel: CornerVowel | null
      scores: ColumnType<Record<string, number>, string, string>
      updated_at: Date
    }
    index_cut_offs: {
      id: string
      organization_id: OrganizationId
      index_name: 'avqi'
      language: string
      value: number
      sensitivity_pct: number | null
      specificity_pct: number | null
      n: number | null
      reference: string
      updated_at: Date
    }
  }
}
