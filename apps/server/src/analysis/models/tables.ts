import type { Model, ModelError } from '@fonema/contract'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    models: {
      name: string
      state: Model['state']
      done_bytes: number
      error: ModelError | null
      is_checked: boolean | null
      updated_at: Date
    }
  }
}
