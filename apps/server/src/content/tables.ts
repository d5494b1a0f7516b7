import type { ItemId, ProtocolId, SurveyId } from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'
import type { ProtocolIndices } from './formats.ts'
import type { SurveyDefinition } from './survey-file.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    locales: { id: string; code: string; lang_id: string; lang_code: string; country: string; is_offered: boolean }
    item_categories: { id: string; name: string }
    protocols: {
      id: ProtocolId
      key: string
      wording_version: number
      locale_id: string
      name: string
      description: string
      is_practice: boolean
      licence: string
      source: string
      /** From which items the indices of a session are made. */
      indices: ColumnType<ProtocolIndices, string | undefined, string>
    }
    surveys: {
      id: SurveyId
      /** null: shipped with the product. */
      organization_id: Generated<string | null>
      key: string
      wording_version: number
      locale_id: string
      name: string
      description: string
      licence: string
      source: string
      definition: ColumnType<SurveyDefinition, string, string>
    }
    protocol_items: {
      id: ItemId
      protocol_id: ProtocolId
      key: string
      position: number
      title: string
      category_id: string
      trigger_html: string
      image: string | null
      audio: string | null
      video: string | null
      min_duration: number
      max_duration: number | null
      skippable: boolean
      reference_text: string | null
      fluency: { letters: string[] } | { list: string } | null
    }
  }
}
