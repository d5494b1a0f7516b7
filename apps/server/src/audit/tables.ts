import type { ExaminerId, OrganizationId, ParticipantId, UserId } from '@fonema/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Values = JSONColumnType<Record<string, unknown>> | null

declare module '../platform/database/tables.ts' {
  interface Tables {
    audit_entries: {
      id: Generated<number>
      organization_id: OrganizationId
      at: ColumnType<Date, Date | undefined, never>
      user_id: UserId | null
      session_id: string | null
      examiner_id: ExaminerId | null
      mode: string | null
      action: string
      subject: string
      object_id: string | null
      participant_id: ParticipantId | null
      old: Values
      new: Values
    }
    audit_unsealed_entries: { entry_id: number; organization_id: OrganizationId }
    audit_seals: {
      organization_id: OrganizationId
      position: number
      entry_id: number
      mac: Buffer
      chain: Buffer
      /** null: sealed before keys had names. */
      key_id: string | null
    }
  }
}
