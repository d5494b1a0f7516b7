import { type Feature, standardSettings } from '@fonema/contract'
import { minimalDraft } from './protocol-draft.ts'
import { minimalSurvey } from './survey-draft.ts'

/** Who reaches the objects of a path: only their examiner, only their creator, or the organisation's managers. */
export type Objects =
  | 'of an examiner'
  | 'of whoever made it'
  /** People, created for each call, because calls remove them. */
  | 'of the organisation'
  | 'participants of the organisation'

export type AccessRow = {
  to: 'everybody' | 'signed in' | 'examiner' | 'manager' | 'owner' | 'whoever was granted it'
  /** The answer to callers without the role, if it is not 403. */
  refusal?: string
  /** The feature that an impersonation's mode must have. */
  feature?: Feature
  /** A second feature that it must have too. */
  also?: Feature
  objects?: Objects
  /** The call deletes the file, so each call gets a copy. */
  deletesFile?: true
  /** A valid body. Texts in braces stand for the ids of the same name. */
  body?: Record<string, unknown> | unknown[]
  query?: string
  /** The status of an authorised call when it is not a success. Such a call would need further preparation. */
  reached?: number
}

const participant: AccessRow = { to: 'examiner', objects: 'of an examiner' }
const ofReport: AccessRow = { to: 'examiner', objects: 'of an examiner', feature: 'readProtocolRes' }
const report: AccessRow = { ...ofReport, feature: 'recordProtocol', also: 'readProtocolRes' }
const oneReport = '/clinical_reports/{participant_id}/{report_id}/'
const managed: AccessRow = { to: 'manager', feature: 'admin' }
const template: AccessRow = { ...managed, objects: 'of the organisation' }
const draft: AccessRow = { ...managed, objects: 'of the organisation' }
const takeout: AccessRow = { to: 'signed in', objects: 'of whoever made it' }
const everyParticipant: AccessRow = { to: 'manager', feature: 'admin', objects: 'participants of the organisation' }
const people: AccessRow = { to: 'manager', feature: 'admin', objects: 'of the organisation' }
/** The password of every account here. A wrong one would count against each actor. */
const ownPassword = { to: 'signed in', body: { password: 'Correct-Horse-7!' } } as const
/** An id that no provider has. */
const noProvider = '019ab000-0000-7000-8000-00000000ffff'
const session = '/protocols/responses/{participant_id}/{protocol_res_id}/'
const survey = '/surveys/responses/{participant_id}/{survey_response_id}/'

/**
 * Who may make which call, written by hand and independently of the contract. access.test.ts sends every combination of
 * row, actor and object, so it finds a route with a wrong declaration or a missing check. The test application does not
 * start with a route that has no row.
 */
export const accessTable: Record<string, AccessRow> = {
  'POST /user/api/token/': { to: 'everybody', body: { email: 'nobody@demo.example', password: 'x' }, reached: 401 },
  'POST /user/api/token/refresh/': { to: 'everybody', body: { refresh: 'x' }, reached: 401 },
  'POST /user/api/token/verify/': { to: 'everybody', body: { token: 'x' }, reached: 401 },
  'POST /user/password_reset/': { to: 'everybody', body: { email: 'nobody@demo.example' } },
  'POST /user/password_reset/validate_token/': { to: 'everybody', body: { token: 'x' }, reached: 400 },
  'POST /user/password_reset/confirm/': { to: 'everybody', body: { token: 'x', password: 'x' }, reached: 400 },
  'POST /user/provider/find/': { to: 'everybody', body: { email: 'nobody@nowhere.example' } },
  'POST /user/provider/begin/': { to: 'everybody', body: { provider_id: noProvider }, reached: 404 },
  'POST /user/provider/finish/': { to: 'everybody', body: { provider_id: noProvider, query: 'x' }, reached: 403 },
  'POST /user/provider/continue/': {
    to: 'everybody',
    body: { provider_id: noProvider, continuation: 'x' },
    reached: 403,
  },
  'POST /user/provider/ask/': { to: 'everybody', body: { provider_id: noProvider, continuation: 'x' }, reached: 403 },
  'POST /user/provider/launch/begin/': { to: 'everybody', body: { ehr_id: noProvider }, reached: 403 },
  'POST /user/provider/launch/finish/': {
    to: 'everybody',
    body: { provider_id: noProvider, query: 'x' },
    reached: 403,
  },
  'POST /user/provider/launch/patient/': { to: 'examiner', body: { state: 'x' }, reached: 404 },
  'POST /user/provider/launch/register/': {
    to: 'examiner',
    feature: 'createParticipant',
    body: { state: 'x', participant: { code: '{new}', locale: '{locale_id}' } },
    reached: 404,
  },
  'POST /user/provider/launch/connect/': {
    to: 'examiner',
    feature: 'createParticipant',
    body: { state: 'x', participant_id: noProvider },
    reached: 404,
  },
  'GET /user/provider/': { to: 'signed in' },
  // The actors' sessions were opened with passwords.
  'POST /user/provider/confirm/': { to: 'signed in', body: { purpose: 'second_factor' }, reached: 409 },
  'POST /user/provider/confirmed/': { to: 'signed in', body: { provider_id: noProvider, query: 'x' }, reached: 409 },
  'GET /user/provider/logout/': { to: 'signed in' },
  'POST /setup/validate_token/': { to: 'everybody', body: { token: 'x' }, reached: 400 },
  'POST /setup/': { to: 'everybody', body: { token: 'x', clinic: {} }, reached: 400 },
  'GET /user/mfa/': { to: 'signed in' },
  'POST /user/mfa/totp/': ownPassword,
  'POST /user/mfa/totp/confirm/': { to: 'signed in', body: { code: '000000' }, reached: 400 },
  'POST /user/mfa/passkeys/begin/': ownPassword,
  'POST /user/mfa/passkeys/challenge/': { to: 'signed in' },
  'POST /user/mfa/passkeys/': {
    to: 'signed in',
    body: { name: 'x', credential_id: 'x', client_data: 'x', authenticator_data: 'x', public_key: 'x' },
    reached: 400,
  },
  'DELETE /user/mfa/passkeys/{passkey_id}/': { ...ownPassword, objects: 'of whoever made it' },
  'POST /user/mfa/recovery_codes/': { ...ownPassword, reached: 409 },
  'DELETE /user/mfa/totp/': ownPassword,
  'GET /user/outbox_key/': { to: 'signed in' },
  'GET /user/user_info/': { to: 'signed in' },
  'PATCH /user/user_info/': { to: 'signed in', body: { first_name: 'X' } },
  // The new password breaks the rules, so that every account here keeps its own.
  'POST /user/password/': { to: 'signed in', body: { password: 'Correct-Horse-7!', new_password: 'x' }, reached: 400 },
  'GET /user/sign_ins/': { to: 'signed in' },
  'DELETE /user/sign_ins/{sign_in_id}/': { to: 'signed in', objects: 'of whoever made it' },
  'GET /user/calendar_feed/': { to: 'signed in' },
  'POST /user/calendar_feed/': { to: 'signed in' },
  'DELETE /user/calendar_feed/': { to: 'signed in' },
  'GET /calendar_feed/{token}/visits.ics': { to: 'everybody', reached: 404 },
  'GET /user/reminders/': { to: 'signed in' },
  'PATCH /user/reminders/': { to: 'signed in', body: { visits_today: true } },
  'GET /user/examiner_info/': { to: 'examiner', refusal: '404 not_found' },
  'GET /user/toggle_table': { to: 'signed in' },

  'GET /cms/locales/': { to: 'signed in' },
  'GET /cms/get_locales/': { to: 'everybody' },
  'GET /cms/get_content/{locale}/': { to: 'everybody' },
  'GET /dashboard/countries/': { to: 'signed in' },

  'GET /user/participants/': { to: 'examiner' },
  'GET /user/participants/search/': { to: 'examiner', query: '?search=a&limit=5' },
  'POST /user/participants/': {
    to: 'examiner',
    feature: 'createParticipant',
    body: { code: '{new}', locale: '{locale_id}' },
  },
  'GET /user/participants/{participant_id}/': participant,
  'PATCH /user/participants/{participant_id}/': {
    ...participant,
    feature: 'editParticipant',
    body: { first_name: 'Eva' },
  },
  'PATCH /user/participants/{participant_id}/inactivate/': { ...participant, feature: 'archiveParticipant' },
  'PATCH /user/participants/{participant_id}/activate/': { ...participant, feature: 'archiveParticipant' },

  'GET /user/participants/{participant_id}/fhir/': {
    ...participant,
    feature: 'downloadProtocolRes',
    also: 'readProtocolRes',
  },
  'GET /user/participants/{participant_id}/consent/': participant,
  'PATCH /user/participants/{participant_id}/consent/': {
    ...participant,
    feature: 'editParticipant',
    body: { consent_research: true },
  },
  'POST /user/participants/import/': { to: 'examiner', feature: 'createParticipant', reached: 415 },
  'GET /organizations/participants/': { to: 'manager', feature: 'admin' },
  'POST /user/participants/{participant_id}/export/': everyParticipant,
  // The code is wrong, so the objects stay for the next actor.
  'DELETE /user/participants/{participant_id}/': {
    ...everyParticipant,
    to: 'owner',
    body: { code: '{new}' },
    reached: 400,
  },

  'GET /clinical_reports/{participant_id}/': ofReport,
  'POST /clinical_reports/{participant_id}/': {
    ...report,
    body: { session: '{protocol_res_id}', language: 'es' },
    reached: 400,
  },
  [`GET ${oneReport}`]: ofReport,
  // Another revision than the seen one: the draft stays for the next actor.
  [`PATCH ${oneReport}`]: { ...report, body: { based_on: 0, impression: '{new}' }, reached: 409 },
  [`POST ${oneReport}sign/`]: { ...report, body: { based_on: 0, password: 'Correct-Horse-7!' }, reached: 409 },
  [`POST ${oneReport}remake/`]: { ...report, reached: 400 },
  [`POST ${oneReport}revoke/`]: report,
  [`POST ${oneReport}amend/`]: { ...report, body: { reason: 'x' }, reached: 409 },
  [`GET ${oneReport}pdf/`]: { ...ofReport, feature: 'downloadProtocolRes' },
  [`GET ${oneReport}json/`]: { ...ofReport, feature: 'downloadProtocolRes' },
  [`GET ${oneReport}verify/`]: { ...ofReport, reached: 409 },

  'GET /report_templates/': { to: 'signed in' },
  'POST /report_templates/': { ...managed, body: { name: '{new}', settings: standardSettings } },
  'PATCH /report_templates/{template_id}/': { ...template, body: { based_on: 1, name: '{new}' } },
  'DELETE /report_templates/{template_id}/': template,
  'POST /report_templates/preview/': { ...managed, body: { language: 'es', name: '', settings: standardSettings } },
  'GET /report_templates/measures/': managed,
  'GET /report_letterhead/': managed,
  'PATCH /report_letterhead/': { ...managed, body: { lines: ['Calle 1'] } },
  'GET /report_letterhead/logo/': { to: 'signed in' },
  'POST /report_letterhead/logo/': { ...managed, reached: 415 },
  'DELETE /report_letterhead/logo/': managed,

  'GET /takeouts/': { to: 'examiner', feature: 'downloadProtocolRes' },
  'POST /takeouts/': { to: 'examiner', feature: 'downloadProtocolRes', body: {} },
  'GET /takeouts/organization/': { to: 'manager', feature: 'admin' },
  'POST /takeouts/organization/': { to: 'manager', feature: 'admin', body: {} },
  'POST /takeouts/retry/{takeout_uuid}/': { ...takeout, reached: 409 },
  'POST /takeouts/download_link/{takeout_uuid}/': takeout,

  'GET /protocols/examiner/': { to: 'examiner' },
  'GET /protocols/last_recorded/': { to: 'examiner', feature: 'recordProtocol' },
  'GET /protocols/organization/': { to: 'manager', feature: 'admin' },
  'GET /protocol_drafts/': managed,
  'POST /protocol_drafts/': { ...managed, body: { content: minimalDraft('{new}') } },
  'GET /protocol_drafts/{draft_id}/': draft,
  'PATCH /protocol_drafts/{draft_id}/': { ...draft, body: { revision: 1, content: minimalDraft('x') }, reached: 400 },
  'DELETE /protocol_drafts/{draft_id}/': draft,
  'POST /protocol_drafts/{draft_id}/publish/': { ...draft, body: { revision: 1 } },
  'POST /protocol_drafts/{draft_id}/retire/': { ...draft, body: { revision: 1 }, reached: 409 },
  'POST /protocol_media/': { ...managed, reached: 415 },
  'POST /protocol_drafts/import/': { ...managed, reached: 415 },
  'GET /protocol_drafts/{draft_id}/export/': draft,
  'GET /protocols/{protocol_id}/export/': managed,

  'GET /protocols/feature_display/web/{protocol_id}/': { to: 'examiner', feature: 'readProtocolRes' },

  'GET /protocols/feature_display/pdf/{protocol_id}/': { to: 'examiner', feature: 'downloadProtocolRes' },
  'GET /protocols/feature_display/population_stats/{chart_name}/{protocol_item_id}/{feature_extraction_func_id}/{population_id}/{language_id}/':
    { to: 'examiner', feature: 'readProtocolRes' },
  'GET /ai/populations/': { to: 'signed in' },
  'POST /ai/populations/': {
    to: 'manager',
    feature: 'admin',
    query: '?preview=true',
    body: {
      name: '{new}',
      rule: {
        sex: null,
        age_min: null,
        age_max: null,
        education_min: null,
        education_max: null,
        locale: null,
        protocol: null,
        diagnosis: null,
      },
    },
  },
  'PATCH /ai/populations/{population_id}/': { ...people, body: { is_reference: true } },
  'POST /ai/populations/{population_id}/compute/': people,
  'GET /ai/cut_offs/': { to: 'manager', feature: 'admin' },
  'PATCH /ai/cut_offs/': {
    to: 'manager',
    feature: 'admin',
    body: {
      index: 'avqi',
      language: 'es',
      value: 2.5,
      sensitivity_pct: null,
      specificity_pct: null,
      n: null,
      reference: 'x',
    },
  },
  'GET /ai/populations/norms/': { to: 'manager', feature: 'admin' },
  'POST /ai/populations/norms/': { to: 'manager', feature: 'admin', body: { key: 'voiceome-english' } },
  'POST /ai/populations/import/': { to: 'manager', feature: 'admin', reached: 415 },
  'GET /ai/accuracy/': { to: 'manager', feature: 'admin' },
  'PATCH /ai/accuracy/': {
    to: 'manager',
    feature: 'admin',
    body: { language: 'es', category: 'reading', model_sha256: '0'.repeat(64), is_trusted: false },
  },
  'GET /ai/models/': { to: 'signed in' },
  'POST /ai/models/': { to: 'manager', feature: 'admin', body: { name: 'whisper-base' } },
  'GET /ai/feature_population_distributions/': { to: 'examiner', feature: 'readProtocolRes' },
  'GET /ai/measurement_error/{protocol_item_id}/': { to: 'examiner', feature: 'readProtocolRes' },
  'GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/': { ...participant, feature: 'readProtocolRes' },

  'GET /protocols/responses/{participant_id}/': participant,
  'GET /protocols/responses/{participant_id}/evolution/': { ...participant, feature: 'readProtocolRes' },
  'GET /protocols/responses/{participant_id}/evolution/{protocol_item_id}/': {
    ...participant,
    feature: 'readProtocolRes',
  },
  'POST /protocols/responses/{participant_id}/': {
    ...participant,
    feature: 'recordProtocol',
    body: { protocol_id: '{protocol_id}' },
  },
  [`GET ${session}`]: participant,
  [`GET ${session}summary/`]: { ...participant, feature: 'readProtocolRes' },
  [`PATCH ${session}`]: { ...participant, feature: 'recordProtocol', body: { comment: 'x' } },
  [`PATCH ${session}inactivate/`]: { ...participant, feature: 'archiveProtocolRes' },
  [`PATCH ${session}activate/`]: { ...participant, feature: 'archiveProtocolRes' },
  [`POST ${session}lease/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { holder: '{holder}', take_over: true },
  },
  [`DELETE ${session}lease/{holder}/`]: { ...participant, feature: 'recordProtocol' },
  [`POST ${session}item/{protocol_item_id}/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { skipped_purpose: 'x' },
    reached: 409,
  },
  [`PATCH ${session}item/{protocol_item_id}/`]: { ...participant, feature: 'recordProtocol', body: { take: 1 } },
  [`GET ${session}recordings/`]: participant,
  [`POST ${session}recordings/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: {
      id: '{recording_id}',
      sample_rate_hz: 16_000,
      recorded_at: '2026-11-20T08:38:00.000Z',
      settings: {},
    },
  },
  [`GET ${session}recordings/{recording_id}/`]: participant,
  // A form, which this table does not send.
  [`POST ${session}recordings/{recording_id}/pieces/`]: { ...participant, feature: 'recordProtocol', reached: 415 },
  [`POST ${session}recordings/{recording_id}/marks/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { id: '{new_mark_id}', at_s: 1, kind: 'name_spoken', protocol_item_id: null },
  },
  [`PATCH ${session}recordings/{recording_id}/marks/{mark_id}/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { removed: true },
  },
  [`POST ${session}recordings/{recording_id}/finish/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { as_stored: true },
  },
  [`POST ${session}recordings/{recording_id}/cuts/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { protocol_item_id: '{protocol_item_id}', start_s: 0, end_s: 4 },
  },
  [`GET ${session}recordings/{recording_id}/audio_src/`]: { ...participant, feature: 'readProtocolRes' },
  [`GET ${session}item/{protocol_item_id}/transcript/`]: { ...participant, feature: 'readProtocolRes' },
  [`POST ${session}item/{protocol_item_id}/transcript/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { text: 'x', based_on: 0 },
    reached: 409,
  },
  [`GET ${session}item/{protocol_item_id}/transcript/file/`]: {
    ...participant,
    feature: 'downloadProtocolRes',
    also: 'readProtocolRes',
    query: '?as=textgrid',
    reached: 409,
  },
  [`GET ${session}item/{protocol_item_id}/transcript/hidden/`]: {
    ...participant,
    feature: 'readProtocolRes',
    reached: 409,
  },
  [`GET ${session}item/{protocol_item_id}/audio_deidentified/`]: {
    ...participant,
    feature: 'downloadProtocolRes',
    also: 'readProtocolRes',
  },
  [`POST ${session}item/{protocol_item_id}/transcript/import/`]: {
    ...participant,
    feature: 'recordProtocol',
    also: 'readProtocolRes',
    reached: 415,
  },
  [`PATCH ${session}item/{protocol_item_id}/fluency/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { word: 'x', beside: '', choice: 'count' },
    reached: 409,
  },
  [`PATCH ${session}item/{protocol_item_id}/content_units/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { unit: 'x', choice: 'said' },
    reached: 409,
  },
  [`PATCH ${session}item/{protocol_item_id}/speakers/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { people: 2 },
    reached: 409,
  },
  [`GET ${session}item/{protocol_item_id}/speakers/`]: { ...participant, feature: 'readProtocolRes' },
  [`POST ${session}item/{protocol_item_id}/speakers/`]: {
    ...participant,
    feature: 'recordProtocol',
    body: { segments: null, based_on: 0 },
    reached: 409,
  },
  [`GET ${session}item/{protocol_item_id}/second_opinion/`]: { ...participant, feature: 'readProtocolRes' },
  [`POST ${session}item/{protocol_item_id}/second_opinion/`]: {
    ...participant,
    feature: 'recordProtocol',
    also: 'readProtocolRes',
    body: {},
    reached: 409,
  },
  [`PATCH ${session}item/{protocol_item_id}/second_opinion/`]: {
    ...participant,
    feature: 'recordProtocol',
    also: 'readProtocolRes',
    body: { words: [] },
    reached: 409,
  },
  [`POST ${session}item/{protocol_item_id}/second_opinion/settle/`]: {
    ...participant,
    feature: 'recordProtocol',
    also: 'readProtocolRes',
    body: { choices: [], based_on: 1 },
    reached: 409,
  },
  [`GET ${session}item/{protocol_item_id}/audio_presigned_url/`]: { ...participant, feature: 'readProtocolRes' },
  [`GET ${session}item/{protocol_item_id}/audio_src/`]: { ...participant, feature: 'readProtocolRes' },

  'GET /calendar_events/': { to: 'examiner' },
  'GET /today/': { to: 'examiner' },
  [`POST ${session}read/`]: { ...participant, feature: 'readProtocolRes' },
  'GET /visits/': { to: 'examiner' },
  'GET /visits/activity/': { to: 'examiner' },
  'GET /visits/{participant_id}/': participant,
  'POST /visits/{participant_id}/': {
    ...participant,
    feature: 'recordProtocol',
    body: { date: '{visit_date}', time: '10:00' },
  },
  'PATCH /visits/{participant_id}/{visit_id}/': { ...participant, feature: 'recordProtocol', body: { note: 'x' } },

  'GET /survey_drafts/': managed,
  'POST /survey_drafts/': { ...managed, body: { content: minimalSurvey('{new}') } },
  'GET /survey_drafts/{survey_draft_id}/': draft,
  'PATCH /survey_drafts/{survey_draft_id}/': {
    ...draft,
    body: { revision: 1, content: minimalSurvey('x') },
    reached: 400,
  },
  'DELETE /survey_drafts/{survey_draft_id}/': draft,
  'GET /survey_drafts/{survey_draft_id}/export/': { ...draft, query: '?as=fhir' },
  'POST /survey_drafts/import/': { ...managed, reached: 415 },
  'POST /survey_drafts/{survey_draft_id}/publish/': { ...draft, body: { revision: 1 } },
  'POST /survey_drafts/{survey_draft_id}/retire/': { ...draft, body: { revision: 1 }, reached: 409 },
  'GET /surveys/examiner/': { to: 'examiner' },
  'GET /surveys/{survey_id}/': { to: 'examiner' },
  'POST /surveys/import/': { to: 'manager', feature: 'admin', reached: 415 },
  'GET /surveys/responses/{participant_id}/': participant,
  'POST /surveys/responses/{participant_id}/': {
    ...participant,
    feature: 'recordSurvey',
    body: { survey_id: '{survey_id}', response: {} },
    reached: 400,
  },
  [`GET ${survey}`]: { ...participant, feature: 'readSurveyRes' },
  [`PATCH ${survey}inactivate/`]: { ...participant, feature: 'archiveSurveyRes' },
  [`PATCH ${survey}activate/`]: { ...participant, feature: 'archiveSurveyRes' },

  'GET /files/rules/': { to: 'examiner', feature: 'editFiles' },
  'GET /files/{participant_id}/': { ...participant, feature: 'readFiles' },
  'POST /files/{participant_id}/': { ...participant, feature: 'editFiles', body: { label: 'x' }, reached: 415 },
  'GET /files/{participant_id}/{file_id}/presigned_url/': { ...participant, feature: 'readFiles' },
  'DELETE /files/{participant_id}/{file_id}/': { ...participant, feature: 'editFiles', deletesFile: true },

  'POST /reports/server_error_user_report/': {
    to: 'signed in',
    body: { error: '500', url: '/', method: 'GET', data: '', user_comment: 'x' },
  },
  'GET /reports/server_error_user_report/': { to: 'owner' },

  'GET /organizations/': { to: 'manager', feature: 'admin' },
  'PATCH /organizations/': { to: 'manager', feature: 'admin', body: { settings: { semaphore_column: false } } },
  'GET /organizations/texts/': managed,
  'PATCH /organizations/texts/{text_language}/': { ...managed, body: { policy: 'x' } },
  'GET /organizations/sign_in_rules/': { to: 'owner', feature: 'admin' },
  'PATCH /organizations/sign_in_rules/': {
    to: 'owner',
    feature: 'admin',
    body: { second_factor_required_from: { examiner: null, manager: '2099-01-01' } },
  },
  'GET /organizations/certificate/': { to: 'manager', feature: 'admin' },
  'PATCH /organizations/certificate/': {
    to: 'manager',
    feature: 'admin',
    body: { p12: 'eA==', password: 'x' },
    reached: 400,
  },
  'DELETE /organizations/certificate/': { to: 'manager', feature: 'admin' },
  'GET /organizations/user/': { to: 'manager', feature: 'admin' },
  'POST /organizations/user/': {
    to: 'manager',
    feature: 'admin',
    body: { first_name: 'Eva', last_name: 'Díaz', email: '{new}@demo.example', locale: '{locale_id}' },
  },
  'PATCH /organizations/user/{user_id}/': { ...people, body: { first_name: 'Eva' } },
  // The person has come with the organisation, without an invitation.
  'POST /organizations/user/{user_id}/invitation/': { ...people, reached: 409 },
  'POST /organizations/user/{user_id}/invitation/link/': { ...people, reached: 409 },
  'GET /organizations/overview/': managed,
  'GET /measuring/campaigns/': managed,
  'GET /measuring/campaigns/size/': managed,
  // No session is that old.
  'POST /measuring/campaigns/': { ...managed, body: { to: '1990-01-01' }, reached: 400 },
  'POST /measuring/campaigns/{campaign_id}/pause/': { ...template, reached: 409 },
  'POST /measuring/campaigns/{campaign_id}/resume/': { ...template, reached: 409 },
  'POST /measuring/campaigns/{campaign_id}/cancel/': { ...template, reached: 409 },
  'GET /organizations/packages/': managed,
  'POST /organizations/packages/': { ...managed, body: { name: '{new}', surveys: [], protocols: [] } },
  'PATCH /organizations/packages/{package_id}/': { ...template, body: { name: '{new}' } },
  'DELETE /organizations/packages/{package_id}/': template,
  'POST /organizations/packages/{package_id}/assign/': { ...template, body: { tag: 'x' } },
  'GET /organizations/service_accounts/': managed,
  'POST /organizations/service_accounts/': {
    ...managed,
    to: 'owner',
    body: { name: '{new}', scopes: ['results:read'], examiner_id: null, networks: [], days: 1 },
  },
  'PATCH /organizations/service_accounts/{service_account_id}/': {
    ...template,
    to: 'owner',
    body: { name: '{new}' },
  },
  'POST /organizations/service_accounts/{service_account_id}/keys/': { ...template, to: 'owner', body: { days: 1 } },
  'DELETE /organizations/service_accounts/{service_account_id}/keys/{service_account_key_id}/': template,
  'DELETE /organizations/service_accounts/{service_account_id}/': template,
  'GET /organizations/scim/': managed,
  'GET /organizations/scim/tokens/': managed,
  'POST /organizations/scim/tokens/': { ...managed, to: 'owner', body: { name: '{new}' } },
  'DELETE /organizations/scim/tokens/{scim_token_id}/': template,
  'GET /organizations/scim/rules/': managed,
  'PATCH /organizations/scim/rules/': { ...managed, body: [{ group: '{new}', role: 'examiner', tags: [] }] },
  'GET /organizations/webhooks/': managed,
  'POST /organizations/webhooks/': {
    ...managed,
    body: { url: 'https://192.88.98.1/hook', events: ['session.completed'] },
  },
  'POST /organizations/webhooks/fhir/': {
    ...managed,
    to: 'owner',
    body: { url: 'https://192.88.98.1/fhir', sign_in: 'none' },
  },
  'PATCH /organizations/webhooks/fhir/{record_server_id}/': {
    ...template,
    to: 'owner',
    body: { url: 'https://192.88.98.1/r4', sign_in: 'none' },
  },
  'PATCH /organizations/webhooks/{webhook_id}/': { ...template, body: { events: ['report.signed'] } },
  'DELETE /organizations/webhooks/{webhook_id}/': template,
  'POST /organizations/webhooks/{webhook_id}/secret/': template,
  'POST /organizations/webhooks/{webhook_id}/test/': template,
  'GET /organizations/webhooks/{webhook_id}/deliveries/': template,
  'POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/replay/': template,
  'POST /organizations/webhooks/{webhook_id}/replay/': template,
  'GET /organizations/providers/': managed,
  'POST /organizations/providers/': {
    ...managed,
    to: 'owner',
    body: {
      name: '{new}',
      issuer: 'https://id.demo.example',
      client_id: 'x',
      client_secret: 'x',
      domains: ['demo.example'],
    },
    // Nobody approved the domain.
    reached: 400,
  },
  'PATCH /organizations/providers/{provider_id}/': { ...template, to: 'owner', body: { name: '{new}' } },
  'DELETE /organizations/providers/{provider_id}/': { ...template, to: 'owner' },
  'POST /organizations/providers/{provider_id}/test/': { ...template, to: 'owner' },
  'GET /organizations/ehrs/': managed,
  'POST /organizations/ehrs/': {
    ...managed,
    to: 'owner',
    body: { provider_id: noProvider, name: '{new}', iss: 'https://192.88.98.1/fhir', client_id: 'x' },
    reached: 400,
  },
  'PATCH /organizations/ehrs/{ehr_id}/': { ...template, to: 'owner', body: { name: '{new}' } },
  'DELETE /organizations/ehrs/{ehr_id}/': { ...template, to: 'owner' },
  'GET /organizations/provider_links/': { ...managed, to: 'owner' },
  'POST /organizations/provider_links/{link_id}/approve/': { ...template, to: 'owner' },
  'DELETE /organizations/provider_links/{link_id}/': { ...template, to: 'owner' },
  'GET /organizations/sign_in_policy/': managed,
  'PATCH /organizations/sign_in_policy/': { ...managed, to: 'owner', body: { break_glass_user_id: null } },
  'GET /organizations/first_day/': managed,
  'PATCH /organizations/first_day/': { ...managed, body: { is_dismissed: true } },
  'GET /organizations/mail_test/': managed,
  'POST /organizations/mail_test/': managed,
  'POST /organizations/user/{user_id}/unlock/': { ...people, to: 'owner' },
  'DELETE /organizations/user/{user_id}/mfa/': { ...people, to: 'owner' },
  'GET /organizations/examiners/': { to: 'manager', feature: 'admin' },
  'POST /organizations/examiners/': {
    to: 'manager',
    feature: 'admin',
    body: { user_id: '{spare_user_id}', surveys: [], protocols: [] },
  },
  'GET /organizations/examiners/{examiner_id}/': people,
  'PATCH /organizations/examiners/{examiner_id}/': { ...people, body: { surveys: [] } },
  'DELETE /organizations/examiners/{examiner_id}/': people,
  'POST /organizations/examiners/{examiner_id}/transfer/': { ...people, body: { examiner_id: '{receiver_id}' } },
  'POST /organizations/managers/': { to: 'owner', feature: 'admin', body: { user_id: '{spare_user_id}' } },
  'DELETE /organizations/managers/{manager_id}/': { ...people, to: 'owner' },
  'GET /organizations/impersonification/modes/': { to: 'manager', feature: 'admin' },
  'GET /organizations/impersonification/{user_id}/': people,
  'PATCH /organizations/impersonification/{user_id}/': { ...people, body: [] },
  'GET /organizations/events/': { to: 'manager', feature: 'admin' },
  'GET /organizations/stats/': { to: 'manager', feature: 'admin' },
  'GET /organizations/audit/': { to: 'owner', feature: 'admin' },
  'GET /user/impersonification': { to: 'signed in' },
  'POST /user/impersonification/{examiner_id}/{mode}/': { to: 'whoever was granted it', reached: 404 },
  // These come last: they end the actors' impersonations and sessions.
  'POST /user/desimpersonification': { to: 'signed in' },
  'POST /user/logout/': { to: 'signed in' },
}

/**
 * Addresses outside the contract: liveness, documents, stimuli, the web's files and service worker, and links, which carry their own
 * authorisation and refuse everything except reading; so do the addresses of own media. Identity providers post signed
 * logout tokens. Below `/scim/v2` a directory calls with a token of its own (`scim/attacks.test.ts`), and below `/workers`
 * a worker with its key (`analysis/remote/remote.test.ts`).
 */
const besideTheContract =
  /^[A-Z]+ \/scim\/v2\/|^POST \/workers\/|^[A-Z]+ \/fhir\/|^POST \/api\/provider_logout\/:id$|^(POST|PUT|PATCH|DELETE) \/api\/links\/:token$|^(GET|HEAD|OPTIONS) (\/api\/(health|ready|metrics|openapi\.json|docs(\/.*)?|links\/:token)|\/media\/:hash\/\*|\/media\/own\/:organization\/:id\/:slot\/:mac|\/assets\/\*|\/icons\/\*|\/manifest\.webmanifest|\/service-worker\.js|\/robots\.txt)$/

/** The check at every start in tests: throws for an address without a row. */
export function requireListed(addresses: readonly string[]): void {
  const unlisted = addresses.filter((address) => {
    if (besideTheContract.test(address)) return false
    return accessTable[keyOf(address)] === undefined
  })
  if (unlisted.length > 0) throw new Error(`No row in testing/access-table.ts: ${unlisted.join(', ')}`)
}

/** `HEAD /api/user/:id/` in the form of the contract: `GET /user/{id}/`. */
const keyOf = (address: string) =>
  address
    .replace(/^HEAD /, 'GET ')
    .replace(' /api/', ' /')
    .replace(/:(\w+)/g, '{$1}')
