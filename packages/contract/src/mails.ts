import { z } from 'zod'
import { Timestamp } from './fields.ts'
import { routes } from './route.ts'

/** Why a mail was not sent. `replaced`: there is a newer link, which the mail would have ended. */
export const mailFailures = [
  'unreachable',
  'sign_in_refused',
  'insecure',
  'refused',
  'account_inactive',
  'replaced',
  'unknown',
] as const
export type MailFailure = (typeof mailFailures)[number]

/** What happened to a mail. */
export const MailDelivery = z.object({
  /**
   * `queued`: also between two attempts. `sent`: the mail server accepted it. `written`: without a mail server it became
   * a file of the server. `failed`: there is no further attempt.
   */
  state: z.enum(['queued', 'sent', 'written', 'failed']),
  /** Of the last failed attempt. */
  reason: z.enum(mailFailures).nullable(),
  /** The mail server's own words. */
  detail: z.string().nullable(),
  changed_at: Timestamp,
})
export type MailDelivery = z.infer<typeof MailDelivery>

const manages = { role: 'manager', feature: 'admin' } as const

export const mailRoutes = routes({
  'GET /organizations/mail_test/': {
    summary: 'What happened to the last test mail of the caller',
    access: manages,
    responses: { 200: MailDelivery.nullable(), 304: null },
  },
  'POST /organizations/mail_test/': {
    summary: 'Send a test mail to the caller',
    access: manages,
    repeatable: true,
    responses: { 201: MailDelivery },
  },
})
