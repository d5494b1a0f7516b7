import type { ItemId, OrganizationId, ProtocolId, SurveyId } from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'
import type { ProtocolIndices } from './formats.ts'
import type { SurveyDefinition } from './survey-file.ts'

/** Licence, source and words of the media of an own protocol's item. */
export type ItemMedia = {
  image?: { licence: string; source: string; alt: string }
  audio?: { licence: string; source: string }
  video?: { licence: string; source: string; alt: string; subtitles: string | null }
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    locales: { id: string; code: string; lang_id: string; lang_code: string; country: string; is_offered: boolean }
    item_categories: { id: string; name: string }
    protocols: {
      id: ProtocolId
      /** null: shipped with the product. */
      organization_id: Generated<OrganizationId | null>
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
      organization_id: Generated<OrganizationId | null>
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
      /** In which version of an own protocol its wording or stimulus changed last; null: the version of the protocol. */
      wording_version: Generated<number | null>
      /** Items with the same number are asked in an order that is drawn for each session. */
      random_block: Generated<number | null>
      information_units: ColumnType<string[] | null, string | null | undefined, string | null>
      media: ColumnType<ItemMedia | null, string | null | undefined, string | null>
    }
  }
}
