import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { routes } from './route.ts'

/** What a new clinic has done of its first steps. */
export const FirstDay = z.object({
  /** A manager put the list away. */
  is_dismissed: z.boolean(),
  has_invited: z.boolean(),
  /** A test mail was sent, or written where there is no mail server. */
  has_tested_mail: z.boolean(),
  has_participant: z.boolean(),
  /** A session was completed. */
  has_session: z.boolean(),
})
export type FirstDay = z.infer<typeof FirstDay>

const manages = { role: 'manager', feature: 'admin' } as const

export const firstDayRoutes = routes({
  'GET /organizations/first_day/': {
    summary: 'The first steps of a new clinic, and which of them are done',
    access: manages,
    responses: { 200: FirstDay },
  },
  'PATCH /organizations/first_day/': {
    summary: 'Put the list of first steps away, or show it again',
    access: manages,
    body: z.strictObject({ is_dismissed: z.boolean('invalid') }),
    responses: { 200: FirstDay, 400: BadRequest },
  },
})
