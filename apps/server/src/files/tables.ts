declare module '../platform/database/tables.ts' {
  interface Tables {
    files: {
      id: string
      organization_id: string
      participant_id: string
      filename: string
      label: string | null
      content_type: string
      size_bytes: number
      sha256: string
      object_key: string
      date_created: Date
      created_by: string
    }
  }
}

export type {}
