import type { ExaminerId, OrganizationId, ProviderId, ReportId, UserId } from '@fonema/contract'
import type { Generated } from 'kysely'
import type { Confirmed } from './service.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    credentials: {
      user_id: UserId
      organization_id: OrganizationId
      email_key: string
      password_hash: string
      is_active: Generated<boolean>
      /** False for accounts that a provider's first sign-in made. */
      has_password: Generated<boolean>
      /** What the organisation decided about this account's password. */
      password_use: Generated<'allowed' | 'off' | 'break_glass'>
    }
    /** Whether passwords are off; `credentials.password_use` repeats it. */
    sign_in_policies: {
      organization_id: OrganizationId
      passwords_off_at: Date | null
      break_glass_user_id: UserId | null
    }
    /** That the person of a session signed in again at the provider. */
    provider_proofs: {
      hash: Buffer
      organization_id: OrganizationId
      user_id: UserId
      session_id: string
      purpose: Confirmed['purpose']
      /** Null: any report. */
      report_id: ReportId | null
      expires_at: Date
    }
    sessions: {
      id: string
      user_id: UserId
      organization_id: OrganizationId
      created_at: Date
      last_active_at: Date
      ended_at: Date | null
      end_reason: string | null
      acting_examiner_id: ExaminerId | null
      acting_mode: string | null
      user_agent: string | null
      /** The identity provider through which it was opened. */
      provider_id: ProviderId | null
      /** By the provider; a factor of our own is in `second_factors`. */
      is_factor_proven: Generated<boolean>
      /** Position in the database's log of what it wrote last. */
      last_write: Generated<string | null>
    }
    refresh_tokens: {
      hash: Buffer
      session_id: string
      issued_at: Date
      rotated_at: Date | null
      browser_hash: Buffer | null
    }
    password_tokens: {
      hash: Buffer
      user_id: UserId
      purpose: 'reset' | 'welcome'
      created_at: Date
      expires_at: Date
    }
    /** Of users who were invited. Those who came with the organisation have no row. */
    invitations: {
      user_id: UserId
      organization_id: OrganizationId
      invited_at: Date
      opened_at: Date | null
      accepted_at: Date | null
    }
    setup_tokens: { hash: Buffer; created_at: Date; expires_at: Date }
    second_factors: {
      user_id: UserId
      organization_id: OrganizationId
      created_at: Date
      recovery_codes_made_at: Date
      recovery_codes_left: number
    }
    totp_secrets: {
      user_id: UserId
      organization_id: OrganizationId
      sealed_secret: Buffer
      last_step: number | null
      confirmed_at: Date | null
    }
    passkeys: {
      id: string
      organization_id: OrganizationId
      user_id: UserId
      name: string
      credential_id: string
      public_key: Buffer
      host: string
      sign_count: number
      created_at: Date
    }
    passkey_challenges: {
      hash: Buffer
      organization_id: OrganizationId
      user_id: UserId
      purpose: 'registration' | 'sign_in' | 'signature'
      expires_at: Date
    }
    recovery_codes: { hash: Buffer; organization_id: OrganizationId; user_id: UserId }
    login_attempts: {
      key: Buffer
      failures: number
      window_until: Date
      account: Buffer | null
      locks_at: number | null
    }
  }
}
