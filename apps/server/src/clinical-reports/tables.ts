import type {
  ExaminerId,
  OrganizationId,
  ParticipantId,
  ReportId,
  ReportLanguage,
  SessionId,
  TemplateId,
  TemplateSettings,
  UserId,
} from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    clinical_reports: {
      id: ReportId
      organization_id: OrganizationId
      participant_id: ParticipantId
      session_id: SessionId
      examiner_id: ExaminerId
      number: string
      version: number
      /** The version before this one. */
      replaces: ReportId | null
      reason: string | null
      state: Generated<'draft' | 'signed' | 'revoked'>
      language: ReportLanguage
      protocol: string
      session_day: string
      content_sha256: string
      purpose: Generated<string>
      impression: Generated<string>
      recommendations: Generated<string>
      revision: Generated<number>
      created_at: Date
      created_by: UserId
      signed_at: Date | null
      signed_by: UserId | null
      signer_name: string | null
      signer_role: string | null
      signer_time_zone: string | null
      meaning: string | null
      pdf_sha256: string | null
      json_sha256: string | null
      certificate_subject: Generated<string | null>
      certificate_sha256: Generated<string | null>
      revoked_at: Date | null
      revoked_by: UserId | null
    }
    clinical_report_contents: { report_id: ReportId; organization_id: OrganizationId; content: string }
    clinical_report_documents: { report_id: ReportId; organization_id: OrganizationId; pdf: Buffer; document: string }
    clinical_report_numbers: { organization_id: OrganizationId; year: number; last: number }
    report_templates: {
      id: TemplateId
      organization_id: OrganizationId
      name: string
      version: Generated<number>
      is_default: Generated<boolean>
      settings: ColumnType<TemplateSettings, string, string>
      updated_at: Date
    }
    report_logos: { organization_id: OrganizationId; sha256: string; width: number; height: number; bytes: Buffer }
    report_letterheads: {
      id: string
      organization_id: OrganizationId
      lines: Generated<string[]>
      logo_sha256: string | null
      updated_at: Date
    }
  }
}
