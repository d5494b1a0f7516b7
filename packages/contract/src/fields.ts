import { z } from 'zod'

// The messages of these schemas are field codes (errors.ts), which the web translates.

/** An opaque id. Clients never parse it. */
export const Id = z.uuid('invalid')

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** The name of a time zone, as in `America/Montevideo`. Offsets are refused: their sign means the opposite in SQL. */
export const TimeZone = z.string('required').refine(isTimeZone, 'invalid')

/** Whose data an examiner's browser keeps for work without a network: nobody's, those with a visit this week, all. */
export const OfflineParticipants = z.enum(['none', 'week', 'all'], 'invalid')
export type OfflineParticipants = z.infer<typeof OfflineParticipants>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[a-z]/i.test(name)
  } catch {
    return false
  }
}

/** A calendar day, the same in every time zone. */
export const CalendarDate = z.iso.date('invalid')

// PostgreSQL stores neither NUL nor unpaired surrogates. Other control characters have no place in a name or a comment,
// and bidirectional marks make a text look like another.
const controlCharacter = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

const text = (max: number) =>
  z
    .string('invalid')
    .trim()
    .max(max, 'too_long')
    .refine((value) => !controlCharacter.test(value), 'invalid')

/** Text that may be empty. */
export const possibleText = text

/** Text that must not be empty once trimmed. */
export const requiredText = (max: number) => text(max).min(1, 'required')

/** Optional text; an emptied field is null. */
export const optionalText = (max: number) =>
  text(max)
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .optional()

/** The schemas of the content of JSON form parts. */
export const jsonParts = z.registry<{ content: z.ZodType }>()

/** A JSON part of a form: a text, or declared as `application/json` and already parsed. */
export function jsonPart<T extends z.ZodType>(content: T) {
  const part = z.unknown().transform((given, context): z.output<T> => {
    try {
      const parsed = content.safeParse(typeof given === 'string' ? JSON.parse(given) : given)
      if (parsed.success) return parsed.data
    } catch {
      // Not JSON: the same answer as for a wrong shape.
    }
    context.addIssue({ code: 'custom', message: 'invalid' })
    return z.NEVER
  })
  jsonParts.add(part, { content } as never) // its own type is too deep for the compiler
  return part
}
