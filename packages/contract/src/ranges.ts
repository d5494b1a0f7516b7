// Imports no schema: the web loads this file alone.

import { earliestDate } from './participant-dates.ts'

/** The minimum and maximum of a field; dates are YYYY-MM-DD. */
export type Range = { min?: number | string | undefined; max?: number | string | undefined }

const years = (max: number) => ({ min: 0, max })

/** By the field's name on the wire. The schemas and the forms' error messages use the same numbers. */
export const ranges = {
  education_years: years(100),
  education_min: years(100),
  education_max: years(100),
  age_min: years(130),
  age_max: years(130),
  birthday: { min: earliestDate },
  diagnose_date: { min: earliestDate },
  tolerance_days: { min: 0, max: 90 },
  duration_min: { min: 5, max: 480 },
  every: { min: 1, max: 52 },
  times: { min: 2, max: 24 },
} as const

export const rangeOf = (field: string): Range | undefined => (ranges as Record<string, Range | undefined>)[field]
