import type { EhrId, OrganizationId, ParticipantId, ProviderId } from '@fonema/contract'

declare module '../platform/database/tables.ts' {
  interface Tables {
    ehrs: {
      id: EhrId
      organization_id: OrganizationId
      provider_id: ProviderId
      name: string
      iss: string
      client_id: string
      code_system: string
      is_on: boolean
      created_at: Date
    }
    ehr_secrets: { ehr_id: EhrId; organization_id: OrganizationId; sealed_secret: Buffer }
    ehr_patients: {
      ehr_id: EhrId
      organization_id: OrganizationId
      patient_id: string
      participant_id: ParticipantId
      created_at: Date
    }
    ehr_arrivals: {
      hash: Buffer
      organization_id: OrganizationId
      ehr_id: EhrId
      subject: string
      sealed: Buffer
      expires_at: Date
    }
    ehr_launches: { ehr_id: EhrId; hash: Buffer; organization_id: OrganizationId; expires_at: Date }
  }
}
