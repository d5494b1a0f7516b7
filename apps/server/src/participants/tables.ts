import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    participants: {
      id: string
      organization_id: string
      /** Null: nobody's, until a manager transfers it. */
      examiner_id: string | null
      code: string
      first_name: string | null
      last_name: string | null
      birthday: string | null
      sex: 'f' | 'm' | null
      education_years: number | null
      occupation: string | null
      diagnose: string | null
      diagnose_date: string | null
      locale_id: string
      phone: string | null
      country: string | null
      active: Generated<boolean>
      consent_research: Generated<boolean>
      retain_until: string | null
      created_at: Date
      created_by: string
    }
  }
}
