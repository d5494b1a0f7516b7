import { type MailDelivery, productNameOf, type UserId } from '@fonema/contract'
import { browserName } from '@fonema/contract/browser-name'
import { insertToken, type PasswordMail } from '../auth/password-tokens.ts'
import { mayUsePassword } from '../auth/password-use.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { SendMail } from '../platform/mail/mailer.ts'
import { describeFailure, lockWaiting, noteMail } from './mails.ts'
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
  if (!account.is_active || (aboutPasswords.includes(purpose) && !mayUsePassword(account)))
    return note({ state: 'failed', reason: 'account_inactive', detail: null })
  // In one transaction, so that no link is copied after the mail was found to wait and before its token is made.
  const prepared = await database.tenant(account.organization_id, async (tx) => {
    if (mail_id !== undefined && !(await lockWaiting(tx, mail_id))) return undefined
    return {
      user: await tx.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow(),
      organization: await tx.selectFrom('organizations').select(['name', 'time_zone']).executeTakeFirstOrThrow(),
      page: await pageOf(tx, user_id, purpose, clock.now()),
    }
  })
  if (prepared === undefined) return
  const { user, organization, page } = prepared

  const { code: locale, lang } = catalogue.requireLocale(user.locale_id)
  const language = lang.code as keyof typeof passwordMails // a shipped language
  const { subject, text } = passwordMails[language][purpose]
  const product = productNameOf(new URL(publicUrl).hostname)
  const name = `${user.first_name} ${user.last_name}`.trim()
  const mail = {
    to: { name, address: user.email },
    subject: subject(product),
    text: text({
      name,
      organization: organization.name,
      product,
      link: `${publicUrl}${page}`,
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

/** The page that a mail's link opens, with a new token if it sets a password. */
async function pageOf(tx: Tx, userId: UserId, purpose: PasswordMail['purpose'], now: Date): Promise<string> {
  if (purpose !== 'reset' && purpose !== 'welcome') return pages[purpose]
  const { token } = await insertToken(tx, userId, purpose, now)
  return `/set_password/${token}/${purpose === 'welcome'}`
}

/** When and with which browser somebody signed in, in the recipient's language and time zone. */
function describeSignIn(signIn: PasswordMail['sign_in'], locale: string, timeZone: string) {
  if (signIn === undefined) return { when: '', browser: '' }
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return { when: format.format(new Date(signIn.at)), browser: browserName(signIn.user_agent ?? '') ?? '—' }
}
