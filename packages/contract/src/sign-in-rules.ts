import { z } from 'zod'
import { FieldErrors } from './errors.ts'
import { CalendarDate } from './fields.ts'
import { routes } from './route.ts'

/**
 * The day from which everybody with the role needs a second factor, in the organisation's time zone; null: it is their own
 * choice. The owner counts as a manager.
 */
const RequiredFrom = z.strictObject({ examiner: CalendarDate.nullable(), manager: CalendarDate.nullable() })

/** The rules in force. The administrator of the server sets some of them; the owner, whether a second factor is needed. */
export const SignInRules = z.object({
  password: z.object({ min_length: z.int() }),
  lockout: z.object({
    /** Failed attempts from one place until it is locked. */
    attempts: z.int(),
    minutes: z.int(),
    /** Of all unknown places together. */
    all_attempts: z.int(),
    all_minutes: z.int(),
  }),
  session: z.object({ idle_minutes: z.int(), absolute_hours: z.int() }),
  second_factor: z.object({
    /** Active users, and how many of them have a second factor. */
    users: z.int(),
    with_factor: z.int(),
    required_from: RequiredFrom,
  }),
})
export type SignInRules = z.infer<typeof SignInRules>

export const signInRuleRoutes = routes({
  'GET /organizations/sign_in_rules/': {
    summary: 'The rules for signing in that are in force',
    access: { role: 'owner', feature: 'admin' },
    responses: { 200: SignInRules },
  },
  'PATCH /organizations/sign_in_rules/': {
    summary: 'From which day each role needs a second factor; who lacks one then may only set it up',
    access: { role: 'owner', feature: 'admin' },
    body: z.strictObject({ second_factor_required_from: RequiredFrom }),
    responses: { 200: SignInRules, 400: FieldErrors },
  },
})
