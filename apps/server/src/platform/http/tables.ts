import type { ColumnType } from 'kysely'

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: {
      organization_id: string
      user_id: string
      key: string
      request_hash: Buffer
      answer: ColumnType<object | null, string | undefined, string>
      created_at: Date
    }
  }
}
