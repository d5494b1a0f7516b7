import type { OrganizationId, UserId } from '@fonema/contract'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    recognition_trust: {
      id: string
      organization_id: OrganizationId
      language: string
      category: string
      model_sha256: string
      least_confidence: number
      transcripts: number
      user_id: UserId
      date_created: Date
    }
  }
}
