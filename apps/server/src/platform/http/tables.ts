import type { OrganizationId, UserId } from '@fonema/contract'
import type { ColumnType } from 'kysely'

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: {
      organization_id: OrganizationId
      user_id: UserId
      key: string
      request_hash: Buffer
      answer: ColumnType<object | null, string | undefined, string>
      created_at: Date
    }
  }
}
