import { z } from 'zod'

// The messages of these schemas are field codes (errors.ts), which the web translates.

/** An opaque id. Clients never parse it. */
export const Id = z.uuid('invalid')

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** A calendar day, the same in every time zone. */
export const CalendarDate = z.iso.date('invalid')

// PostgreSQL stores no NUL, and other control characters have no place in a name or a comment.
const controlCharacter = /(?![\t\n\r])\p{Cc}/u

const text = (max: number) =>
  z
    .string('invalid')
    .trim()
    .max(max, 'too_long')
    .refine((value) => !controlCharacter.test(value), 'invalid')

/** Text that may not be empty once trimmed. */
export const requiredText = (max: number) => text(max).min(1, 'required')

/** Text that may be left out; an emptied field is null. */
export const optionalText = (max: number) =>
  text(max)
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .optional()
