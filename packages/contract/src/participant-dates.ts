// Imports no schema: the web loads this file alone.

import type { FieldCode } from './errors.ts'

type Dates = { birthday?: string | null | undefined; diagnose_date?: string | null | undefined }

/** No living participant was born earlier. An earlier year is a typing error, such as 0195. */
export const earliestDate = '1900-01-01'

/** The errors in a participant's dates. All dates are YYYY-MM-DD, so they compare as text. */
export function dateErrors(dates: Dates, today: string): { [field in keyof Dates]?: FieldCode } {
  const errors: { [field in keyof Dates]?: FieldCode } = {}
  const { birthday, diagnose_date } = dates
  for (const field of ['birthday', 'diagnose_date'] as const) {
    const day = dates[field]
    if (!day) continue
    if (day > today) errors[field] = 'in_future'
    if (day < earliestDate) errors[field] = 'out_of_range'
  }
  const isOrdered = !birthday || !diagnose_date || birthday <= diagnose_date
  if (!isOrdered && errors.birthday === undefined) errors.diagnose_date ??= 'before_birthday'
  return errors
}
