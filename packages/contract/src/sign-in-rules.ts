import { z } from 'zod'
import { routes } from './route.ts'

/** The rules in force. The administrator of the server sets some of them; nobody can change the others. */
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
  /** Active users, and how many of them have a second factor, which is their own choice. */
  second_factor: z.object({ users: z.int(), with_factor: z.int() }),
})
export type SignInRules = z.infer<typeof SignInRules>

export const signInRuleRoutes = routes({
  'GET /organizations/sign_in_rules/': {
    summary: 'The rules for signing in that are in force',
    access: { role: 'owner', feature: 'admin' },
    responses: { 200: SignInRules },
  },
})
