import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import '../../../apps/server/src/participants/tables.ts'
import { type Answer, type Examiner, signIn } from '../client.ts'
import type { Clinic, Server } from '../clinic.ts'
import { type Line, openLine } from '../proxy.ts'

const clients = 4
const promisedMs = { refusal: 3_000, recovery: 10_000 }

export type Harm = {
  server: Server
  line: Line
  /** The form of `npm run test:all`, which checks no times. */
  short: boolean
  random: () => number
  /** Waits until a registration succeeds again, and records how long that takes. */
  recovered(): Promise<void>
  /** Waits until that many more calls have been refused. */
  refused(count: number): Promise<void>
  /** Ends the registrations: measuring has the lowest priority, and they alone can keep two processors busy. */
  endRegistrations(): Promise<void>
}

/**
 * Four clients register participants while `harm` disturbs the database. Each registration has its own key and is
 * repeated until it is accepted. Then every acknowledged participant must be stored once, and nobody twice.
 * `isEmbedded`: the server runs PostgreSQL itself.
 */
export async function whileRegistering(
  clinic: Clinic,
  { short, random, isEmbedded = false }: { short: boolean; random: () => number; isEmbedded?: boolean },
  harm: (context: Harm) => Promise<void>,
) {
  // The server takes over the clinic's cluster and also works as the worker; the clinic reaches it at the same address.
  if (isEmbedded) await clinic.stopPostgres()
  const line = await openLine({ path: path.join(clinic.dataDir, 'postgres/cluster/.s.PGSQL.5432') })
  const address = new URL(clinic.databaseUrl.replace(/@[^/]*\//, `@127.0.0.1:${line.port}/`))
  const server = await clinic.startServer(
    isEmbedded ? { role: 'all', environment: { DATABASE_URL: '' } } : { environment: { DATABASE_URL: address.href } },
  )
  const examiner = await signIn(clinic.baseUrl)
  const [locale] = (await examiner.get('/cms/locales/')).body as unknown as [{ id: string }]
  const seen = { taken: 0, refused: 0, slowestRefusalMs: 0, slowestRecoveryMs: 0 }
  const codes = new Map<string, boolean>()
  const failures = new Set<string>()
  const moment = { stop: false }

  const register = async () => {
    while (!moment.stop) {
      const code = `R-${randomUUID()}`
      const key = { 'idempotency-key': randomUUID() }
      codes.set(code, false)
      while (!moment.stop && codes.get(code) === false) {
        const begun = performance.now()
        const answer = await examiner.post('/user/participants/', { code, locale: locale.id }, key).catch(() => null)
        const isTaken = await look(answer, performance.now() - begun)
        if (isTaken) codes.set(code, true)
        else await sleep(100)
      }
    }
  }
  async function look(answer: Answer | null, milliseconds: number): Promise<boolean> {
    if (answer === null) failures.add('a call without an answer')
    else if (answer.status === 201) return ++seen.taken > 0
    else if (answer.status === 401) await renew(examiner)
    else if (answer.status !== 503) failures.add(`${answer.status} ${JSON.stringify(answer.body)}`)
    else {
      seen.refused++
      seen.slowestRefusalMs = Math.max(seen.slowestRefusalMs, milliseconds)
      if (answer.headers['retry-after'] === undefined) failures.add('a 503 without Retry-After')
    }
    return false
  }

  const registering = Promise.all(Array.from({ length: clients }, register))
  const until = async (isSo: () => boolean) => {
    for (const end = Date.now() + 60_000; !isSo() && Date.now() < end; ) await sleep(20)
    return isSo()
  }
  const context: Harm = {
    server,
    line,
    short,
    random,
    async recovered() {
      const [begun, before] = [performance.now(), seen.taken]
      if (!(await until(() => seen.taken > before))) failures.add('not recovered within a minute')
      seen.slowestRecoveryMs = Math.max(seen.slowestRecoveryMs, performance.now() - begun)
    },
    async refused(count) {
      const before = seen.refused
      if (!(await until(() => seen.refused >= before + count))) failures.add('nothing was refused')
    },
    async endRegistrations() {
      moment.stop = true
      await registering
    },
  }
  try {
    await harm(context)
  } finally {
    line.set({ kind: 'fair' })
    await context.endRegistrations()
    if (server.process.exitCode !== null) failures.add(`the process ended: ${server.output.text}`)
    await server.kill()
    await line.close()
    // The next scenario needs the clinic's own database, even if this one failed.
    if (isEmbedded) await clinic.startPostgres()
  }
  if (!short && seen.slowestRefusalMs > promisedMs.refusal) failures.add('a refusal took more than 3 s')
  if (!short && seen.slowestRecoveryMs > promisedMs.recovery) failures.add('recovering took more than 10 s')
  const { lost, doubled } = await compare(clinic, codes)
  const round = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  return {
    counts: {
      registered: seen.taken,
      'refused with 503': seen.refused,
      lost,
      doubled,
      'slowest refusal': round(seen.slowestRefusalMs),
      'slowest recovery': round(seen.slowestRecoveryMs),
    },
    failures: [...failures, ...(lost + doubled > 0 ? [`${lost} lost, ${doubled} doubled`] : [])],
  }
}

const renew = (examiner: Examiner) => examiner.renew().catch(() => {}) // the next call reports the failure

async function compare(clinic: Clinic, codes: ReadonlyMap<string, boolean>) {
  const rows = await clinic.database.tenant(clinic.organizationId, (tx) =>
    tx.selectFrom('participants').select('code').where('code', 'like', 'R-%').execute(),
  )
  const stored = Map.groupBy(rows, ({ code }) => code)
  const timesOf = (code: string) => stored.get(code)?.length ?? 0
  return {
    lost: [...codes].filter(([code, acknowledged]) => acknowledged && timesOf(code) === 0).length,
    doubled: [...codes.keys()].filter((code) => timesOf(code) > 1).length,
  }
}
