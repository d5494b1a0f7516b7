import { ApiFailure } from '../api/http.ts'
import type { TextKey } from '../ui/i18n.ts'

const texts: Record<string, TextKey> = {
  file_too_large: 'files__upload__error__file_too_large',
  file_type_not_allowed: 'files__upload__error__file_type_not_allowed',
  file_infected: 'files__upload__error__file_infected',
  empty_data: 'files__upload__error__empty_data',
  participant_archived: 'files__upload__error__participant_archived',
  storage_full: 'files__upload__error__storage_full',
  quota_exceeded: 'files__upload__error__quota_exceeded',
  unavailable: 'files__upload__error__unreachable',
  unreachable: 'files__upload__error__unreachable',
}

/** The text for the error code of a refused upload. */
export function uploadErrorText(error: unknown): TextKey {
  const code = error instanceof ApiFailure ? (error.fields.file?.[0] ?? error.code) : 'unknown'
  return texts[code] ?? 'files__upload__error__unknown'
}
