import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Values = JSONColumnType<Record<string, unknown>> | null

declare module '../platform/database/tables.ts' {
  interface Tables {
    audit_entries: {
      id: Generated<number>
      organization_id: string
      at: ColumnType<Date, Date | undefined, never>
      user_id: string | null
      session_id: string | null
      examiner_id: string | null
      mode: string | null
      action: string
      subject: string
      object_id: string | null
      participant_id: string | null
      old: Values
      new: Values
    }
    audit_unsealed_entries: { entry_id: number; organization_id: string }
    audit_seals: {
      organization_id: string
      position: number
      entry_id: number
      mac: Buffer
      chain: Buffer
      /** Of what was sealed before keys had names: null. */
      key_id: string | null
    }
  }
}
