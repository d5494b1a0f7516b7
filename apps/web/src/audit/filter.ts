export type AuditFilter = {
  user_id: string
  action: string
  subject: string
  participant_code: string
  from: string
  to: string
}

export const noFilter: AuditFilter = { user_id: '', action: '', subject: '', participant_code: '', from: '', to: '' }

/** Every action in the audit log. */
export const actions = [
  'create',
  'change',
  'remove',
  'archive',
  'restore',
  'complete',
  'read',
  'download',
  'request',
  'erase',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'impersonate',
  'end_impersonation',
  'change_password',
  'rehash_password',
  'unlock',
  'break_glass',
] as const

export const subjects = [
  'participants',
  'protocol_responses',
  'item_responses',
  'takes',
  'session_recordings',
  'session_recording_marks',
  'session_recording_cuts',
  'transcripts',
  'speaker_tracks',
  'second_opinions',
  'recognition_trust',
  'clinical_reports',
  'visits',
  'visit_series',
  'result_reads',
  'fluency_decisions',
  'content_unit_decisions',
  'survey_responses',
  'files',
  'results',
  'audio',
  'survey',
  'export',
  'takeouts',
  'sessions',
  'second_factors',
  'passkeys',
  'credentials',
  'users',
  'invitations',
  'managers',
  'examiners',
  'examiner_protocols',
  'examiner_surveys',
  'impersonation_grants',
  'organizations',
  'organization_texts',
  'organization_certificates',
  'populations',
  'population_versions',
  'index_cut_offs',
  'report_templates',
  'protocol_drafts',
  'protocol_media',
  'protocols',
  'report_letterheads',
  'survey_drafts',
  'surveys',
  'packages',
  'measuring_campaigns',
  'identity_providers',
  'provider_domains',
  'provider_links',
  'ehrs',
  'ehr_patients',
  'sign_in_policies',
  'calendar_feeds',
  'webhook_endpoints',
  'service_accounts',
  'service_account_keys',
  'scim_tokens',
  'scim_group_rules',
  'scim_groups',
  'reminder_choices',
  'models',
  'audit_entries',
] as const

/** The query parameters; empty fields are left out. */
export const queryOf = (filter: AuditFilter): Partial<AuditFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ''))
