import type { OrganizationId, UserId } from '@fonema/contract'

declare module '../platform/database/tables.ts' {
  interface Tables {
    server_error_reports: {
      id: string
      organization_id: OrganizationId
      user_id: UserId
      error: string
      url: string
      method: string
      data: string
      user_comment: string
      date_created: Date
    }
  }
}
