import type { NormCard, OrganizationId, PopulationId, PopulationRule } from '@fonema/contract'
import type { ColumnType } from 'kysely'
import type { Stratum } from './published.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    populations: {
      id: PopulationId
      organization_id: OrganizationId
      name: string
      description: string
      source: string
      fill_color: string
      stroke_color: string
      is_synthetic: boolean
      is_reference: boolean
      rule: ColumnType<PopulationRule | null, string | null | undefined, string | null>
      /** null: people's values. */
      card: ColumnType<NormCard | null, string | null | undefined, string | null>
      /** Measures of a published norm, as function/score. */
      confirmed: ColumnType<string[], string[] | undefined, string[]>
      created_at: Date
    }
    population_versions: {
      id: string
      organization_id: OrganizationId
      population_id: PopulationId
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
      /** The rows of a published table; `vals` are then points of the assumed distribution. */
      strata: ColumnType<Stratum[] | null, string | null | undefined, string | null>
      box: string | null
      curve: string | null
      sketch: string | null
    }
  }
}
