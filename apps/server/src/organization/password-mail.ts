import { productNameOf } from '@fonema/contract'
import { issueToken, type PasswordMail } from '../auth/password-tokens.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { SendMail } from '../platform/mail/mailer.ts'
import { passwordMails } from './password-mail-texts.ts'
import '../auth/tables.ts'
import './tables.ts'

type MailDeps = { database: Database; clock: Clock; catalogue: Catalogue; send: SendMail; publicUrl: string }

/** Sends a mail about a password. Safe to run twice: only the newer mail's link works. */
export async function sendPasswordMail(
  { database, clock, catalogue, send, publicUrl }: MailDeps,
  { user_id, purpose }: PasswordMail,
): Promise<void> {
  const account = await database.shared
    .selectFrom('credentials')
    .select(['organization_id', 'is_active'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (account === undefined || !account.is_active) return // unknown or deactivated
  const { user, organization } = await database.tenant(account.organization_id, async (tx) => ({
    user: await tx.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow(),
    organization: await tx.selectFrom('organizations').select('name').executeTakeFirstOrThrow(),
  }))

  const language = catalogue.requireLocale(user.locale_id).lang.code as keyof typeof passwordMails // a shipped language
  const { subject, text } = passwordMails[language][purpose]
  // Anybody can cause a lock, so its mail has no token: a new token would invalidate that of a requested mail.
  const link =
    purpose === 'locked'
      ? `${publicUrl}/reset_password/`
      : `${publicUrl}/set_password/${await issueToken(database, user_id, purpose, clock.now())}/${purpose === 'welcome'}`
  const product = productNameOf(new URL(publicUrl).hostname)
  const name = `${user.first_name} ${user.last_name}`.trim()
  await send({
    to: { name, address: user.email },
    subject: subject(product),
    text: text({ name, organization: organization.name, product, link }),
  })
}
