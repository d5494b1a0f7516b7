import { type Range, rangeOf } from '@fonema/contract/ranges'
import { ApiFailure } from '../api/http.ts'
import { showFormError } from './alerts.ts'
import type { FailureWording } from './failure-texts.ts'
import { translation } from './i18n.ts'

/**
 * Maps a refused body to the messages under the form's fields. An error of the whole form, of a field that the form
 * does not show, or any other failure is shown as an alert.
 */
export function fieldErrorsOf(
  error: unknown,
  drawn: readonly string[],
  texts: FailureWording,
  rangeOfField: (field: string) => Range | undefined = rangeOf,
): Record<string, string> {
  const fields = error instanceof ApiFailure && error.status === 400 ? Object.entries(error.fields) : []
  const isServerError = error instanceof ApiFailure && error.status === 500 // has its own alert
  if (fields.length === 0 && !isServerError) showFormError(texts.ofFailure(error))

  const shown: Record<string, string> = {}
  for (const [field, codes] of fields) {
    if (field === 'non_field_errors') for (const code of codes) showFormError(nonFieldErrorText(code))
    else {
      const text = codes.map((code) => texts.ofFieldCode(code, rangeOfField(field))).join(' ')
      if (drawn.includes(field)) shown[field] = text
      else showFormError(`${field}: ${text}`)
    }
  }
  return shown
}

function nonFieldErrorText(code: string): string {
  const key = `form_hook__non_field_error__${code.toLowerCase()}`
  return translation().exists(key) ? translation().t(key as 'form_hook__non_field_error__empty_data') : code
}
