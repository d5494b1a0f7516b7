import type { ExaminerId, OrganizationId, Scope, ServiceAccountId, ServiceAccountKeyId, UserId } from '@fonema/contract'

declare module '../platform/database/tables.ts' {
  interface Tables {
    service_accounts: {
      id: ServiceAccountId
      organization_id: OrganizationId
      name: string
      scopes: Scope[]
      examiner_id: ExaminerId | null
      networks: string[]
      created_at: Date
      created_by: UserId
      ended_at: Date | null
    }
    service_account_keys: {
      id: ServiceAccountKeyId
      organization_id: OrganizationId
      service_account_id: ServiceAccountId
      hash: Buffer
      ending: string
      created_at: Date
      created_by: UserId
      expires_at: Date
      last_used_at: Date | null
      revoked_at: Date | null
    }
  }
}
