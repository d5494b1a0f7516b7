import type { OrganizationId } from '@fonema/contract'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    organization_certificates: {
      id: string
      organization_id: OrganizationId
      subject: string
      issuer: string
      valid_from: Date
      valid_until: Date
      sha256: string
      stored_at: Date
    }
    organization_certificate_keys: { certificate_id: string; organization_id: OrganizationId; sealed: Buffer }
  }
}
