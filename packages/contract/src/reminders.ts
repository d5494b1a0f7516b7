import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { routes } from './route.ts'

export const reminderKinds = ['visits_today', 'visits_overdue'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** Which mails one gets in the morning. All are off at first. */
export const Reminders = z.object({
  /** On days with planned visits. */
  visits_today: z.boolean(),
  /** When the last day of a visit's window has passed. */
  visits_overdue: z.boolean(),
})
export type Reminders = z.infer<typeof Reminders>

const on = z.boolean('invalid')

export const reminderRoutes = routes({
  'GET /user/reminders/': {
    summary: 'Which mails about visits one gets',
    access: {},
    responses: { 200: Reminders },
  },
  'PATCH /user/reminders/': {
    summary: 'Choose which mails about visits one gets',
    access: {},
    body: z.strictObject({ visits_today: on, visits_overdue: on }).partial(),
    responses: { 200: Reminders, 400: BadRequest },
  },
})
