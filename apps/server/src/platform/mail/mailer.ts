import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export type Mail = { to: { name: string; address: string }; subject: string; text: string }

/** Rejects when the mail was not taken over; sending it again is the caller's affair. */
export type SendMail = (mail: Mail) => Promise<void>

type MailOptions = { smtpUrl: string | undefined; from: string; dataDir: string; say: (line: string) => void }

const seconds = 1000

/** Through the clinic's mail server; without one each mail becomes a file, and where it lies is said. */
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
    // The object form: a raw recipient could name a second one.
    await transport.sendMail({ from, to, subject, text })
  }
}

async function writeMail(folder: string, { to, subject, text }: Mail, say: (line: string) => void) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${crypto.randomUUID()}.txt`)
  await writeFile(file, `To: ${to.name} <${to.address}>\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600, flag: 'wx' })
  say(`A mail was written to ${file}`)
}
