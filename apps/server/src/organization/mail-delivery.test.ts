// @module-tag long
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { confirm, email, post, queuedMails, requestReset, tokenIn } from '../../testing/password-mails.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { createMailer, type Mail } from '../platform/mail/mailer.ts'
import { sendPasswordMail } from './password-mail.ts'

const publicUrl = 'https://clinic.example'

/** Names, subjects and addresses that try to add recipients or headers. */
function hostileMails(): Mail[] {
  const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '%0d%0a', '\\r\\n', '\r\n\t', '\0\r\n', '\r\n\r\n']
  const headers = ['Bcc: thief@evil.example', 'Cc: thief@evil.example', 'Reply-To: x@evil.example', 'X-Evil: 1']
  const lines = breaks.flatMap((sign) => headers.map((header) => `a${sign}${header}`))
  const names = [
    '"<thief@evil.example>"',
    '<thief@evil.example>,',
    'a, thief@evil.example',
    '"; thief@evil.example',
    '=?utf-8?q?=0d=0aBcc:_thief@evil.example?=',
  ]
  const addresses = [
    ...['>\r\nRCPT TO:<thief@evil.example', ', thief@evil.example', ' thief@evil.example', ';thief@evil.example'],
    ...['>,<thief@evil.example', '\0,thief@evil.example', '%0aBcc:thief@evil.example', '\r\nDATA\r\nx'],
  ]
  const mail = { to: { name: 'Ana', address: email }, subject: 'x', text: 'x' }
  return [
    ...lines.map((line) => ({ ...mail, subject: line })),
    ...[...lines, ...names].map((name) => ({ ...mail, to: { name, address: email } })),
    ...addresses.map((more) => ({ ...mail, to: { name: 'Ana', address: email + more } })),
  ]
}

test('a real mail server receives one mail for the stored address; a refusal makes the job fail', async () => {
  const demo = await buildTestApp()
  const recipients: string[] = []
  const mails: string[] = []
  let isBusy = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address)
      done(isBusy ? new Error('450 busy') : undefined)
    },
    onData: (stream, _session, done) => {
      const at = mails.push('') - 1
      stream.on('data', (chunk: Buffer) => {
        mails[at] += chunk.toString()
      })
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number } // it listens on TCP
  const from = 'Fonema <fonema@clinic.example>'
  const send = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, dataDir: demo.dataDir, say: () => {} })

  await requestReset(demo, email)
  const [job] = await queuedMails(demo)
  isBusy = true
  await expect(sendPasswordMail({ ...demo, send, publicUrl }, job!)).rejects.toThrow()
  isBusy = false
  await sendPasswordMail({ ...demo, send, publicUrl }, job!)
  expect(recipients).toEqual([email, email])
  const body = mails.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(body).toContain('From: Fonema <fonema@clinic.example>')
  expect((await confirm(demo, tokenIn(body))).statusCode).toBe(200)

  // No name, subject or address can add a recipient or a header.
  for (const list of [recipients, mails]) list.length = 0
  const injections = hostileMails()
  expect(injections.length).toBeGreaterThan(40)
  for (const mail of injections) await send(mail).catch(() => {}) // a refusal is fine too
  expect(recipients.length).toBeGreaterThan(40)
  expect(recipients.filter((recipient) => recipient !== email)).toEqual([])
  const heads = mails.map((mail) => mail.slice(0, mail.indexOf('\r\n\r\n')))
  expect(heads.filter((head) => /^(bcc|cc|reply-to|x-evil):/im.test(head))).toEqual([])
})

test('without a mail server each mail is written to a file', async () => {
  const demo = await buildTestApp()
  const lines: string[] = []
  const send = createMailer({
    smtpUrl: undefined,
    from: 'x',
    dataDir: demo.dataDir,
    say: (line) => void lines.push(line),
  })
  await requestReset(demo, email)
  await sendPasswordMail({ ...demo, send, publicUrl }, (await queuedMails(demo))[0]!)
  const folder = path.join(demo.dataDir, 'mails')
  const [file] = await readdir(folder)
  expect(lines).toEqual([expect.stringContaining(file!)])
  const text = await readFile(path.join(folder, file!), 'utf8')
  expect(text).toContain(`<${email}>`)
  expect((await post(demo, 'password_reset/validate_token', { token: tokenIn(text) })).statusCode).toBe(200)
})
