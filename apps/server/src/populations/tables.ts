import type { OrganizationId, PopulationRule } from '@fonema/contract'
import type { ColumnType } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    populations: {
      id: string
      organization_id: OrganizationId
      name: string
      description: string
      source: string
      fill_color: string
      stroke_color: string
      is_synthetic: boolean
      is_reference: boolean
      rule: ColumnType<PopulationRule | null, string | null | undefined, string | null>
      created_at: Date
    }
    population_versions: {
      id: string
      organization_id: OrganizationId
      population_id: string
      version: number
      n: number
      /** Scores without an item. */
      unkeyed: ColumnType<number, never, never>
      computed_at: Date
    }
    population_samples: {
      organization_id: OrganizationId
      version_id: string
      language: string
      category: string
      /** `protocol/item/wording`; null: an older release did not keep it, and the row is compared with nothing. */
      item: string | null
      entry: string
      score: string
      vals: number[]
      sexes: (string | null)[]
      ages: (number | null)[]
      educations: (number | null)[]
      box: string | null
      curve: string | null
      sketch: string | null
    }
  }
}
