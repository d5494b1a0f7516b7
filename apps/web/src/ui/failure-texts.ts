import type { FieldCode } from '@fonema/contract'
import type { Range } from '@fonema/contract/ranges'
import { ApiFailure, type FailureCode } from '../api/http.ts'
import { formatApiDate } from './dates.ts'
import { numberFormat } from './formats.ts'
import { currentLanguage, type TextKey, type TFunction, useTranslation } from './i18n.ts'

/** A wording for every failure code; the compiler reports a code without one. */
const failureTexts: Record<FailureCode, TextKey> = {
  invalid_inputs: 'base__failure__invalid_inputs',
  invalid_survey_file: 'base__failure__invalid_survey_file',
  protocol_file_refused: 'base__failure__protocol_file_refused',
  cannot_hide_names: 'base__failure__cannot_hide_names',
  transcript_file_refused: 'base__failure__transcript_file_refused',
  protocol_incomplete: 'base__failure__protocol_incomplete',
  protocol_refused: 'base__failure__protocol_refused',
  survey_incomplete: 'base__failure__survey_incomplete',
  invalid_token: 'base__failure__invalid_link',
  already_created_today: 'base__failure__already_created_today',
  invalid_range: 'base__failure__invalid_range',
  token_not_valid: 'base__failure__token_not_valid',
  invalid_credentials_remaining_attempts: 'base__failure__invalid_credentials',
  second_factor_required: 'base__failure__second_factor',
  invalid_second_factor: 'base__failure__second_factor',
  second_factor_setup_required: 'base__failure__second_factor_setup_required',
  permission_denied: 'base__failure__permission_denied',
  feature_disabled: 'base__failure__feature_disabled',
  invalid_link: 'base__failure__invalid_link',
  not_found: 'base__failure__not_found',
  already_answered: 'base__failure__already_answered',
  analysis_pending: 'base__failure__analysis_pending',
  certificate_expired: 'base__failure__certificate_expired',
  certificate_unreadable: 'base__failure__certificate_unreadable',
  conflict: 'base__failure__conflict',
  invitation_over: 'base__failure__invitation_over',
  link_required: 'base__failure__link_required',
  passwords_off: 'base__failure__passwords_off',
  pieces_missing: 'base__failure__pieces_missing',
  provider_refused: 'base__failure__provider_refused',
  provider_unreachable: 'base__failure__provider_unreachable',
  draft_outdated: 'base__failure__draft_outdated',
  id_taken: 'base__failure__id_taken',
  idempotency_key_reused: 'base__failure__conflict',
  recording_elsewhere: 'base__failure__recording_elsewhere',
  participant_archived: 'base__failure__participant_archived',
  response_archived: 'base__failure__response_archived',
  response_completed: 'base__failure__response_completed',
  wording_changed: 'base__failure__wording_changed',
  takeout_pending: 'base__failure__takeout_pending',
  file_too_large: 'base__failure__file_too_large',
  file_type_not_allowed: 'base__failure__file_type_not_allowed',
  file_infected: 'base__failure__file_infected',
  unsupported_media_type: 'base__failure__file_type_not_allowed',
  range_not_satisfiable: 'base__failure__unknown',
  account_locked: 'base__failure__account_locked',
  rate_limited: 'base__failure__rate_limited',
  server_error: 'base__failure__server_error',
  unavailable: 'base__failure__unavailable',
  storage_full: 'base__failure__storage_full',
  quota_exceeded: 'base__failure__quota_exceeded',
  unreachable: 'base__failure__unreachable',
  unknown: 'base__failure__unknown',
}

const fieldTexts: Record<FieldCode, TextKey> = {
  required: 'form_hook__field_error__required',
  unknown_field: 'form_hook__field_error__unknown_field',
  invalid: 'form_hook__field_error__invalid',
  too_long: 'form_hook__field_error__too_long',
  too_short: 'form_hook__field_error__too_short',
  out_of_range: 'form_hook__field_error__out_of_range',
  in_future: 'form_hook__field_error__in_future',
  low_contrast: 'form_hook__field_error__low_contrast',
  before_birthday: 'form_hook__field_error__before_birthday',
  already_exists: 'form_hook__field_error__already_exists',
  empty_data: 'form_hook__empty_data',
  not_skippable: 'form_hook__field_error__not_skippable',
  no_audio: 'form_hook__field_error__no_audio',
  unusable_sample_rate: 'form_hook__field_error__unusable_sample_rate',
  mismatch: 'form_hook__field_error__mismatch',
  not_asked: 'form_hook__field_error__not_asked',
  too_many_files: 'form_hook__non_field_error__too_many_files',
  needs_norm: 'form_hook__non_field_error__needs_norm',
  unreadable: 'form_hook__field_error__unreadable',
  no_private_key: 'form_hook__field_error__no_private_key',
  no_certificate: 'form_hook__field_error__no_certificate',
  unsupported_key: 'form_hook__field_error__unsupported_key',
  expired: 'form_hook__field_error__expired',
  not_yet_valid: 'form_hook__field_error__not_yet_valid',
  private_address: 'form_hook__field_error__private_address',
  not_approved: 'form_hook__field_error__not_approved',
}

/** A field's accepted range, in words. */
export function rangeText(t: TFunction, { min, max }: Range): string {
  const [from, to] = [min, max].map((bound) =>
    typeof bound === 'number'
      ? numberFormat(currentLanguage()).format(bound)
      : bound && formatApiDate(bound, currentLanguage(), 'long'),
  )
  if (from && to) return t('form_hook__field_error__between', { min: from, max: to })
  if (from) return t('form_hook__field_error__at_least', { min: from })
  return to ? t('form_hook__field_error__at_most', { max: to }) : t('form_hook__field_error__out_of_range')
}

export type FailureWording = {
  /** One sentence about a failed call. */
  ofFailure: (error: unknown) => string
  /** The sentence for a field's error code from the server or from the form's own check. */
  ofFieldCode: (code: string, range?: Range) => string
}

export function useFailureTexts(): FailureWording {
  const { t } = useTranslation()
  // A newer server may send codes that this page does not know.
  return {
    ofFailure: (error) => t(failureTexts[error instanceof ApiFailure ? error.code : 'unknown'] ?? failureTexts.unknown),
    ofFieldCode: (code, range) =>
      code === 'out_of_range' && range !== undefined
        ? rangeText(t, range)
        : t(fieldTexts[code as FieldCode] ?? fieldTexts.invalid),
  }
}
