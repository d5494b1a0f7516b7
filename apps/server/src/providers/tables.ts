import type {
  EhrId,
  OrganizationId,
  ProviderId,
  ProviderLinkId,
  ProviderRule,
  ReportId,
  UserId,
} from '@fonema/contract'
import type { Generated, JSONColumnType } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    identity_providers: {
      id: ProviderId
      organization_id: OrganizationId
      name: string
      issuer: string
      client_id: string
      is_on: boolean
      trusts_email: boolean
      trusts_factor: boolean
      factor_acr: string | null
      scope: string
      rules: JSONColumnType<ProviderRule[]>
      created_at: Date
      changed_at: Date
    }
    provider_secrets: { provider_id: ProviderId; organization_id: OrganizationId; sealed_secret: Buffer }
    provider_domains: { domain: string; organization_id: OrganizationId; provider_id: ProviderId }
    provider_links: {
      id: ProviderLinkId
      organization_id: OrganizationId
      provider_id: ProviderId
      user_id: UserId
      subject: string
      state: 'asked' | 'linked'
      agreed_by: 'first_sign_in' | 'password' | 'owner' | null
      given_tags: Generated<string[]>
      created_at: Date
      linked_at: Date | null
    }
    provider_flows: {
      hash: Buffer
      organization_id: OrganizationId
      provider_id: ProviderId
      purpose: 'sign_in' | 'signature' | 'second_factor' | 'launch'
      session_id: string | null
      report_id: Generated<ReportId | null>
      ehr_id: Generated<EhrId | null>
      launch_hash: Generated<Buffer | null>
      created_at: Date
      expires_at: Date
    }
    provider_arrivals: {
      hash: Buffer
      organization_id: OrganizationId
      provider_id: ProviderId
      user_id: UserId
      needs: 'link' | 'second_factor'
      sealed: Buffer
      expires_at: Date
    }
    provider_sessions: {
      session_id: string
      organization_id: OrganizationId
      provider_id: ProviderId
      user_id: UserId
      subject: string
      provider_session: string | null
      sealed_tokens: Buffer
      checked_at: Date
    }
    provider_logouts: { provider_id: ProviderId; jti_hash: Buffer; organization_id: OrganizationId; expires_at: Date }
  }
}
