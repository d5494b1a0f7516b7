import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import '../../../apps/server/src/auth/tables.ts'
import { call } from '../client.ts'
import { type Clinic, email, freePort } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { countJobs, until } from '../work/jobs.ts'
import { type Manner, openMailServer } from './mail-server.ts'

type Mails = Awaited<ReturnType<typeof openMailServer>>

const manners: readonly Manner[] = ['is away', 'hangs', 451, 550, 'greets nobody']
const queue = 'send-password-mail'

/** F28: the mail server is not reachable, defers, rejects, or hangs. */
export const mail: Scenario = {
  name: 'mail',
  title:
    'The mail server is away, hangs, answers 451, 550: the call answers as usual, the mail comes later, one link works',
  async run({ clinic, short }) {
    const times = short ? 1 : 10
    const port = await freePort()
    const mails = await openMailServer(port)
    const log = path.join(clinic.dataDir, 'mail.log')
    const file = await open(log, 'w')
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'info' }
    const server = await clinic.startServer({ role: 'all', environment, stdout: file.fd })
    const failures = new Set<string>()
    const counts = { 'times each': times, asked: 0, 'came afterwards': 0, 'only the last link works': 0 }
    let slowestMs = 0
    for (const manner of short ? manners.slice(0, 2) : manners)
      for (let i = 0; i < times; i++) {
        await mails.set(manner)
        const before = { come: mails.open.come, taken: mails.taken.length }
        const { status, milliseconds } = await askForReset(clinic)
        counts.asked++
        slowestMs = Math.max(slowestMs, milliseconds)
        if (status !== 200) failures.add(`${manner}: answered ${status}`)
        // In the short form, the mail server's restart ends what hangs, not the time-out of the product.
        const hasTried = short && manner === 'hangs' ? () => mails.open.come > before.come : () => hasFailed(clinic)
        if (!(await until(async () => hasTried(), 60))) failures.add(`${manner}: there was no attempt`)
        if (mails.taken.length > before.taken) failures.add(`${manner}: a mail was delivered nevertheless`)
        await mails.set('takes', { anew: short })
        if (await arrives(clinic, mails, before.taken)) counts['came afterwards']++
        else failures.add(`${manner}: the mail did not come`)
        const works = await linksThatWork(clinic, mails)
        if (works.length === 1 && works[0] === mails.taken.at(-1)) counts['only the last link works']++
        else failures.add(`${manner}: ${works.length} of ${mails.shown.length} links work`)
      }
    for (const place of await placesWithLinks(clinic, mails, log)) failures.add(`a link is in ${place}`)
    if (server.process.exitCode !== null) failures.add(`the process ended: ${server.output.text}`)
    if (!short && slowestMs > 1_000) failures.add('a call took more than a second')
    await server.kill()
    await file.close()
    await mails.close()
    const more = { 'links shown to the mail server': mails.shown.length, 'slowest call': `${slowestMs.toFixed(0)} ms` }
    return { counts: { ...counts, ...more }, failures: [...failures] }
  },
}

const post = (clinic: Clinic, address: string, value: object) =>
  call(`${clinic.baseUrl}/api/user/password_reset/${address}`, {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  })

async function askForReset(clinic: Clinic) {
  // From the fourth mail of an account in an hour on, mails are delayed.
  await clinic.database.shared.deleteFrom('login_attempts').execute()
  const begun = performance.now()
  const { status } = await post(clinic, '', { email })
  return { status, milliseconds: performance.now() - begun }
}

const hasFailed = async (clinic: Clinic) => (await countJobs(clinic, queue, ['retry'])) > 0

/** Makes failed attempts due at once, instead of after 10 s and more. */
async function arrives(clinic: Clinic, mails: Mails, before: number): Promise<boolean> {
  return until(async () => {
    await sql`update pgboss.job set start_after = created_on where name = ${queue} and state = 'retry'`.execute(
      clinic.database.shared,
    )
    return mails.taken.length > before && (await countJobs(clinic, queue, ['created', 'active', 'retry'])) === 0
  }, 60)
}

async function linksThatWork(clinic: Clinic, { shown }: Mails): Promise<string[]> {
  const works: string[] = []
  for (const token of shown) if ((await post(clinic, 'validate_token/', { token })).status === 200) works.push(token)
  return works
}

/** Places that must not contain a link: the log, the jobs, and in plain form the table of tokens. */
async function placesWithLinks(clinic: Clinic, { shown }: Mails, log: string): Promise<string[]> {
  const textOf = async (table: string) => {
    const { rows } = await sql<{
      text: string
    }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(clinic.database.shared)
    return rows.map(({ text }) => text).join('\n')
  }
  const texts = {
    'the log': readFileSync(log, 'utf8'),
    'the jobs': await textOf('pgboss.job'),
    'the table of tokens': await textOf('password_tokens'),
  }
  return Object.entries(texts).flatMap(([place, text]) => (shown.some((link) => text.includes(link)) ? [place] : []))
}
