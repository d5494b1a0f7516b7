declare module '../platform/database/tables.ts' {
  interface Tables {
    server_error_reports: {
      id: string
      organization_id: string
      user_id: string
      error: string
      url: string
      method: string
      data: string
      user_comment: string
      date_created: Date
    }
  }
}

export type {}
