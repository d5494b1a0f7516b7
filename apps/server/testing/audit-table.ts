/** The audit entries of a successful call, each as `action subject`; or the reason why there are none. */
export type AuditRow = readonly string[] | { none: string }

const changesNothing = { none: 'it changes nothing' }
const nothingOfAnybody = { none: 'it contains nothing of a participant' }
const noResult = { none: 'a list without results, recordings or files' }
const session = '/protocols/responses/{participant_id}/{protocol_res_id}/'
const item = `${session}item/{protocol_item_id}/`
const survey = '/surveys/responses/{participant_id}/{survey_response_id}/'

/**
 * Every call of the contract, written by hand. every-entry.test.ts makes each call once and compares. A call that
 * writes, or returns results, recordings, files or exports, has an entry; any other states why not.
 */
export const auditTable: Record<string, AuditRow> = {
  'POST /user/api/token/': ['sign_in sessions'],
  'POST /user/api/token/refresh/': { none: 'the session continues' },
  'POST /user/api/token/verify/': changesNothing,
  'POST /user/password_reset/': { none: 'nobody is signed in and nothing changes; the confirmation has an entry' },
  'POST /user/password_reset/validate_token/': changesNothing,
  'POST /user/password_reset/confirm/': ['change_password credentials', 'sign_out sessions'],
  'POST /setup/validate_token/': changesNothing,
  'POST /setup/': [
    ...['create organizations', 'create users', 'create managers', 'create examiners'],
    // One for each shipped protocol and survey.
    ...Array<string>(16).fill('create examiner_protocols'),
    ...Array<string>(16).fill('create examiner_surveys'),
  ],
  'GET /user/mfa/': nothingOfAnybody,
  'POST /user/mfa/totp/': { none: 'the factor is off until a code confirms it' },
  'POST /user/mfa/totp/confirm/': ['create second_factors'],
  'POST /user/mfa/passkeys/begin/': { none: 'the factor is off until the browser has answered' },
  'POST /user/mfa/passkeys/': ['create passkeys', 'create second_factors'],
  'DELETE /user/mfa/passkeys/{passkey_id}/': ['remove passkeys', 'remove second_factors'],
  'POST /user/mfa/recovery_codes/': ['change second_factors'],
  'DELETE /user/mfa/totp/': ['remove second_factors'],
  'GET /user/outbox_key/': nothingOfAnybody,
  'GET /user/user_info/': nothingOfAnybody,
  'GET /user/examiner_info/': nothingOfAnybody,
  'GET /user/toggle_table': nothingOfAnybody,

  'GET /cms/locales/': nothingOfAnybody,
  'GET /cms/get_locales/': nothingOfAnybody,
  'GET /cms/get_content/{locale}/': nothingOfAnybody,
  'GET /dashboard/countries/': nothingOfAnybody,

  'GET /user/participants/': noResult,
  'POST /user/participants/': ['create participants'],
  'GET /user/participants/{participant_id}/': noResult,
  'PATCH /user/participants/{participant_id}/': ['change participants'],
  'PATCH /user/participants/{participant_id}/inactivate/': ['archive participants'],
  'PATCH /user/participants/{participant_id}/activate/': ['restore participants'],
  'GET /user/participants/{participant_id}/consent/': noResult,
  'PATCH /user/participants/{participant_id}/consent/': ['change participants'],
  'POST /user/participants/import/': ['create participants'],
  'GET /organizations/participants/': noResult,
  'POST /user/participants/{participant_id}/export/': ['create takeouts'],
  'DELETE /user/participants/{participant_id}/': ['remove participants', 'erase participants'],

  'GET /takeouts/': noResult,
  'POST /takeouts/': ['create takeouts'],
  'GET /takeouts/organization/': noResult,
  'POST /takeouts/organization/': ['create takeouts'],
  'POST /takeouts/retry/{takeout_uuid}/': ['change takeouts'],
  'POST /takeouts/download_link/{takeout_uuid}/': ['download takeouts'],

  'GET /protocols/examiner/': nothingOfAnybody,
  'GET /protocols/organization/': nothingOfAnybody,
  'GET /protocols/feature_display/web/{protocol_id}/': nothingOfAnybody,
  'GET /protocols/feature_display/pdf/{protocol_id}/': nothingOfAnybody,
  'GET /protocols/feature_display/population_stats/{chart_name}/{protocol_item_id}/{feature_extraction_func_id}/{population_id}/{language_id}/':
    nothingOfAnybody,
  'GET /ai/cut_offs/': nothingOfAnybody,
  'PATCH /ai/cut_offs/': ['create index_cut_offs'],
  'GET /ai/populations/': nothingOfAnybody,
  'POST /ai/populations/': ['create populations'],
  'PATCH /ai/populations/{population_id}/': ['change populations'],
  'POST /ai/populations/{population_id}/compute/': ['request populations'],
  'GET /ai/populations/norms/': nothingOfAnybody,
  'POST /ai/populations/norms/': ['create populations', 'create population_versions'],
  'POST /ai/populations/import/': ['create populations', 'create population_versions'],
  'GET /ai/models/': nothingOfAnybody,
  'POST /ai/models/': ['request models'],
  'GET /ai/feature_population_distributions/': nothingOfAnybody,
  'GET /ai/measurement_error/{protocol_item_id}/': nothingOfAnybody,
  'GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/': ['read results'],

  'GET /protocols/responses/{participant_id}/': noResult,
  'GET /protocols/responses/{participant_id}/evolution/': ['read results'],
  'POST /protocols/responses/{participant_id}/': ['create protocol_responses'],
  [`GET ${session}`]: ['read results'],
  [`PATCH ${session}`]: ['change protocol_responses'],
  [`PATCH ${session}inactivate/`]: ['archive protocol_responses'],
  [`PATCH ${session}activate/`]: ['restore protocol_responses'],
  [`POST ${session}lease/`]: {
    none: 'it stores nothing of a participant and expires; the entry of each take names its user',
  },
  [`DELETE ${session}lease/{holder}/`]: { none: 'as above' },
  [`POST ${item}`]: ['create item_responses', 'create takes'],
  [`PATCH ${item}`]: ['change takes'],
  [`GET ${item}transcript/`]: ['read results'],
  [`POST ${item}transcript/`]: ['create transcripts'],
  [`PATCH ${item}fluency/`]: ['create fluency_decisions'],
  [`GET ${item}audio_presigned_url/`]: ['read audio'],
  [`GET ${item}audio_src/`]: ['read audio'],

  'GET /calendar_events/': noResult,

  'GET /surveys/examiner/': nothingOfAnybody,
  // One for each language in the file.
  'POST /surveys/import/': ['create surveys', 'create surveys'],
  'GET /surveys/responses/{participant_id}/': ['read survey'],
  'POST /surveys/responses/{participant_id}/': ['create survey_responses'],
  [`GET ${survey}`]: ['read survey'],
  [`PATCH ${survey}inactivate/`]: ['archive survey_responses'],
  [`PATCH ${survey}activate/`]: ['restore survey_responses'],

  'GET /files/rules/': nothingOfAnybody,
  'GET /files/{participant_id}/': ['read files'],
  'POST /files/{participant_id}/': ['create files'],
  'GET /files/{participant_id}/{file_id}/presigned_url/': ['read files'],
  'DELETE /files/{participant_id}/{file_id}/': ['remove files'],

  'POST /reports/server_error_user_report/': {
    none: 'the report itself has its user and time, and nobody can change or remove it',
  },
  'GET /reports/server_error_user_report/': nothingOfAnybody,

  'GET /organizations/': nothingOfAnybody,
  'PATCH /organizations/': ['change organizations'],
  'GET /organizations/user/': nothingOfAnybody,
  'POST /organizations/user/': ['create users'],
  'PATCH /organizations/user/{user_id}/': ['change users'],
  'POST /organizations/user/{user_id}/unlock/': ['unlock credentials'],
  'DELETE /organizations/user/{user_id}/mfa/': ['remove second_factors'],
  'GET /organizations/examiners/': nothingOfAnybody,
  'POST /organizations/examiners/': ['create examiners'],
  'GET /organizations/examiners/{examiner_id}/': nothingOfAnybody,
  'PATCH /organizations/examiners/{examiner_id}/': ['create examiner_surveys'],
  'DELETE /organizations/examiners/{examiner_id}/': ['change examiners'],
  'POST /organizations/examiners/{examiner_id}/transfer/': ['change participants'],
  'POST /organizations/managers/': ['create managers'],
  'DELETE /organizations/managers/{manager_id}/': ['remove managers'],
  'GET /organizations/impersonification/modes/': nothingOfAnybody,
  'GET /organizations/impersonification/{user_id}/': nothingOfAnybody,
  'PATCH /organizations/impersonification/{user_id}/': ['create impersonation_grants'],
  'GET /organizations/events/': noResult,
  'GET /organizations/stats/': noResult,
  // The CSV download. Reading page by page leaves no entry: each look would lengthen the log that is being read.
  'GET /organizations/audit/': ['download audit_entries'],
  'GET /user/impersonification': nothingOfAnybody,
  'POST /user/impersonification/{examiner_id}/{mode}/': ['impersonate sessions'],
  'POST /user/desimpersonification': ['end_impersonation sessions'],
  'POST /user/logout/': ['sign_out sessions'],
}
