import { type MailDelivery, productNameOf } from '@fonema/contract'
import { browserName } from '@fonema/contract/browser-name'
import { issueToken, type PasswordMail } from '../auth/password-tokens.ts'
import { mayUsePassword } from '../auth/password-use.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { SendMail } from '../platform/mail/mailer.ts'
import { describeFailure, isWaiting, noteMail } from './mails.ts'
import { passwordMails } from './password-mail-texts.ts'
import '../auth/tables.ts'
import './tables.ts'

type MailDeps = { database: Database; clock: Clock; catalogue: Catalogue; send: SendMail; publicUrl: string }

/** Anybody can cause a lock, so its mail has no token: a new token would invalidate that of a requested mail. */
const pages = {
  locked: '/reset_password/',
  new_device: '/account/',
  test: '/',
  webhook_paused: '/admin/webhooks/',
  break_glass: '/admin/sign-in/',
}
/** Their link leads to setting a password, which opens nothing where passwords are off. */
const aboutPasswords: PasswordMail['purpose'][] = ['reset', 'welcome', 'locked']

/**
 * Sends a mail about a password, or a test. Safe to run twice: only the newer mail's link works.
 *
 * @param isLast there is no further attempt. A test has one attempt only.
 */
export async function sendPasswordMail(
  { database, clock, catalogue, send, publicUrl }: MailDeps,
  { user_id, purpose, mail_id, sign_in }: PasswordMail,
  isLast = false,
): Promise<void> {
  const account = await database.shared
    .selectFrom('credentials')
    .select(['organization_id', 'is_active', 'has_password', 'password_use'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (account === undefined) return
  const note = async (fate: Omit<MailDelivery, 'changed_at'>) => {
    if (mail_id === undefined) return
    await database.tenant(account.organization_id, (tx) => noteMail(tx, mail_id, fate, clock.now()))
  }
  const isOpen =
    mail_id === undefined || (await database.tenant(account.organization_id, (tx) => isWaiting(tx, mail_id)))
  if (!isOpen) return
  if (!account.is_active) return note({ state: 'failed', reason: 'account_inactive', detail: null })
  if (aboutPasswords.includes(purpose) && !mayUsePassword(account))
    return note({ state: 'failed', reason: 'account_inactive', detail: null })
  const { user, organization } = await database.tenant(account.organization_id, async (tx) => ({
    user: await tx.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow(),
    organization: await tx.selectFrom('organizations').select(['name', 'time_zone']).executeTakeFirstOrThrow(),
  }))

  const { code: locale, lang } = catalogue.requireLocale(user.locale_id)
  const language = lang.code as keyof typeof passwordMails // a shipped language
  const { subject, text } = passwordMails[language][purpose]
  const link =
    purpose === 'reset' || purpose === 'welcome'
      ? `${publicUrl}/set_password/${await issueToken(database, user_id, purpose, clock.now())}/${purpose === 'welcome'}`
      : `${publicUrl}${pages[purpose]}`
  const product = productNameOf(new URL(publicUrl).hostname)
  const name = `${user.first_name} ${user.last_name}`.trim()
  const mail = {
    to: { name, address: user.email },
    subject: subject(product),
    text: text({
      name,
      organization: organization.name,
      product,
      link,
      hasPassword: mayUsePassword(account),
      ...describeSignIn(sign_in, locale, user.time_zone ?? organization.time_zone),
    }),
  }
  const state = await send(mail).catch(async (error: unknown) => {
    const isOver = isLast || purpose === 'test'
    await note({ state: isOver ? 'failed' : 'queued', ...describeFailure(error) })
    if (purpose !== 'test') throw error
  })
  if (state !== undefined) await note({ state, reason: null, detail: null })
}

/** When and with which browser somebody signed in, in the recipient's language and time zone. */
function describeSignIn(signIn: PasswordMail['sign_in'], locale: string, timeZone: string) {
  if (signIn === undefined) return { when: '', browser: '' }
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return { when: format.format(new Date(signIn.at)), browser: browserName(signIn.user_agent ?? '') ?? '—' }
}
