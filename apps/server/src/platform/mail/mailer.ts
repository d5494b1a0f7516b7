import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export type Mail = { to: { name: string; address: string }; subject: string; text: string }

/** Rejects when the mail server did not accept the mail; the caller retries. */
export type SendMail = (mail: Mail) => Promise<'sent' | 'written'>

type MailOptions = { smtpUrl: string | undefined; from: string; dataDir: string; say: (line: string) => void }

const seconds = 1000

/** Sends through the clinic's mail server. Without one, writes each mail to a file and logs its path. */
export function createMailer({ smtpUrl, from, dataDir, say }: MailOptions): SendMail {
  if (smtpUrl === undefined) return (mail) => writeMail(path.join(dataDir, 'mails'), mail, say)
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 20 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text }) => {
    // The object form, because a recipient given as text could contain a second address.
    await transport.sendMail({ from, to, subject, text })
    return 'sent'
  }
}

async function writeMail(folder: string, { to, subject, text }: Mail, say: (line: string) => void) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${crypto.randomUUID()}.txt`)
  await writeFile(file, `To: ${to.name} <${to.address}>\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600, flag: 'wx' })
  say(`A mail was written to ${file}`)
  return 'written' as const
}
