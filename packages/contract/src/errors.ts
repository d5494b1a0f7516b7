import { z } from 'zod'

/** Every error code of the API, with its HTTP status. */
export const httpStatusOf = {
  invalid_inputs: 400,
  invalid_survey_file: 400,
  protocol_file_refused: 400,
  protocol_incomplete: 400,
  protocol_refused: 400,
  survey_incomplete: 400,
  transcript_file_refused: 400,
  invalid_token: 400,
  already_created_today: 400,
  invalid_range: 400,
  token_not_valid: 401,
  invalid_credentials_remaining_attempts: 401,
  second_factor_required: 401,
  invalid_second_factor: 401,
  permission_denied: 403,
  second_factor_setup_required: 403,
  feature_disabled: 403,
  provider_refused: 403,
  invalid_link: 403,
  not_found: 404,
  already_answered: 409,
  analysis_pending: 409,
  cannot_hide_names: 409,
  certificate_expired: 409,
  certificate_unreadable: 409,
  conflict: 409,
  draft_outdated: 409,
  id_taken: 409,
  idempotency_key_reused: 409,
  invitation_over: 409,
  link_required: 409,
  participant_archived: 409,
  passwords_off: 409,
  pieces_missing: 409,
  recording_elsewhere: 409,
  response_archived: 409,
  response_completed: 409,
  takeout_pending: 409,
  wording_changed: 409,
  file_too_large: 413,
  file_type_not_allowed: 415,
  unsupported_media_type: 415,
  file_infected: 422,
  range_not_satisfiable: 416,
  account_locked: 429,
  rate_limited: 429,
  server_error: 500,
  provider_unreachable: 503,
  unavailable: 503,
  storage_full: 507,
  quota_exceeded: 507,
} as const
export type ErrorCode = keyof typeof httpStatusOf

/** What can be wrong with one field of a body. */
export const fieldCodes = [
  'required',
  'unknown_field',
  'invalid',
  'too_long',
  'too_short',
  'out_of_range',
  'in_future',
  'low_contrast',
  'before_birthday',
  'already_exists',
  'empty_data',
  'not_skippable',
  'no_audio',
  'unusable_sample_rate',
  'mismatch',
  'not_asked',
  'too_many_files',
  'needs_norm',
  'unreadable',
  'no_private_key',
  'no_certificate',
  'unsupported_key',
  'expired',
  'not_yet_valid',
  'private_address',
  'not_approved',
] as const
export type FieldCode = (typeof fieldCodes)[number]

/** The answer to a call that failed as a whole. The code determines any further members. */
export const ApiError = z.looseObject({ code: z.string(), detail: z.string().optional() })
export type ApiError = z.infer<typeof ApiError>

/** The answer to a refused body: lists of codes by field, with `non_field_errors` for the body as a whole. */
export const FieldErrors = z.record(z.string(), z.array(z.string()))
export type FieldErrors = z.infer<typeof FieldErrors>

/** Status 400 has either form. */
export const BadRequest = z.union([FieldErrors, ApiError])
