import i18next from 'i18next'
import { ApiFailure } from '../api/http.ts'
import { showFormError } from './alerts.ts'
import type { FailureWording } from './failure-texts.ts'

/**
 * What a form does with a refused body: the sentences to put under its fields. What concerns the whole,
 * a field that the form does not draw, or another failure becomes an alert.
 */
export function fieldErrorsOf(error: unknown, drawn: readonly string[], texts: FailureWording): Record<string, string> {
  const fields = error instanceof ApiFailure && error.status === 400 ? Object.entries(error.fields) : []
  const isServerError = error instanceof ApiFailure && error.status === 500 // has an alert of its own
  if (fields.length === 0 && !isServerError) showFormError(texts.ofFailure(error))

  const shown: Record<string, string> = {}
  for (const [field, codes] of fields) {
    if (field === 'non_field_errors') for (const code of codes) showFormError(nonFieldErrorText(code))
    else if (drawn.includes(field)) shown[field] = codes.map(texts.ofFieldCode).join(' ')
    else showFormError(`${field}: ${codes.map(texts.ofFieldCode).join(' ')}`)
  }
  return shown
}

function nonFieldErrorText(code: string): string {
  const key = `form_hook__non_field_error__${code.toLowerCase()}`
  return i18next.exists(key) ? i18next.t(key as 'form_hook__non_field_error__empty_data') : code
}
