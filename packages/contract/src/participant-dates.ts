// No schema is imported: the web loads this file alone.

import type { FieldCode } from './errors.ts'

type Dates = { birthday?: string | null | undefined; diagnose_date?: string | null | undefined }

/** Nobody who is recorded today was born earlier. A year below it is a slip of the keyboard, such as 0195. */
export const earliestDate = '1900-01-01'

/** What is wrong with the dates of a participant. All are YYYY-MM-DD, so text order is the calendar's. */
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
