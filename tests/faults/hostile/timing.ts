import { loadavg } from 'node:os'
import type { OrganizationId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { createOrganization, type NewUser } from '../../../apps/server/src/organization/service.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { call, signIn, startSession } from '../client.ts'
import { type Clinic, password } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'

const samples = 500
/** Each e-mail is used twice in each call: too few times to lock it or to limit its mails. */
const emails = samples / 2
const objects = 20

type TimedRequest = { url: string; method?: string; headers?: Record<string, string>; body?: Buffer }
/** Two kinds of calls whose answers must take equally long. */
type Comparison = {
  name: string
  kinds: readonly [(index: number) => TimedRequest, (index: number) => TimedRequest]
  status: number
}

/** Response times reveal neither who has an account nor what another organisation has. */
export const timing: Scenario = {
  name: 'timing',
  title: 'Response times of known and unknown e-mails, of another organisation’s participant and a missing one',
  longOnly: true,
  async run({ clinic, random }) {
    await createAccounts(clinic)
    await start(clinic)
    const counts: Record<string, string> = {}
    const failures: string[] = []
    for (const comparison of [signInOf(clinic), resetOf(clinic), await participantOf(clinic)]) {
      const { auc, summary } = await compare(comparison, random)
      counts[comparison.name] = summary
      if (auc < 0.4 || auc > 0.6) failures.push(`${comparison.name}: the times differ, ${summary}`)
    }
    await clinic.killServers()
    await start(clinic, 'no-dummy-hash')
    const planted = await compare(signInOf(clinic), random)
    counts['sign-in with the planted bug'] = planted.summary
    if (planted.auc <= 0.9) failures.push(`the planted bug (no dummy hash) was not caught: ${planted.summary}`)
    return { counts, failures }
  },
}

/** Behind a proxy, so that each call has its own address. */
const start = (clinic: Clinic, plant?: 'no-dummy-hash') =>
  clinic.startServer({ plant, environment: { TRUST_PROXY: '127.0.0.1', LOCKOUT_ATTEMPTS: '100' } })

const stranger = 'stranger@timing.example'
const emailOf = (known: boolean, index: number) => `${known ? 'known' : 'other'}-${index % emails}@timing.example`

/** Creates another organisation, with an examiner and all users of the known e-mails. */
async function createAccounts({ database }: Clinic) {
  const id = newId<OrganizationId>()
  const organization = { id, name: 'Others', timeZone: 'UTC', isDemonstration: false, now: new Date() }
  await database.tenant(id, async (tx) => {
    const locale = await tx.selectFrom('locales').select('id').where('code', '=', 'es-ES').executeTakeFirstOrThrow()
    const person = { first_name: 'Eva', last_name: 'Prueba', localeId: locale.id, password }
    const known = Array.from(
      { length: emails },
      (_, index): NewUser => ({ ...person, email: emailOf(true, index), roles: [] }),
    )
    await createOrganization(tx, organization, [{ ...person, email: stranger, roles: ['owner', 'examiner'] }, ...known])
  })
}

const post = (url: string, value: object, index: number): TimedRequest => ({
  url,
  headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
  body: Buffer.from(JSON.stringify(value)),
})

function signInOf({ baseUrl }: Clinic): Comparison {
  const url = `${baseUrl}/api/user/api/token/`
  const ask = (known: boolean) => (index: number) =>
    post(url, { email: emailOf(known, index), password: 'not this one' }, index)
  return { name: 'sign-in, known and unknown e-mail', kinds: [ask(true), ask(false)], status: 401 }
}

function resetOf({ baseUrl }: Clinic): Comparison {
  const url = `${baseUrl}/api/user/password_reset/`
  const ask = (known: boolean) => (index: number) => post(url, { email: emailOf(known, index) }, index)
  return { name: 'reset, known and unknown e-mail', kinds: [ask(true), ask(false)], status: 200 }
}

async function participantOf({ baseUrl }: Clinic): Promise<Comparison> {
  const other = await signIn(baseUrl, stranger)
  const theirs: string[] = []
  while (theirs.length < objects) theirs.push((await startSession(other)).participantId)
  const missing = theirs.map(() => uuidv7())
  const examiner = await signIn(baseUrl)
  const ask = (ids: readonly string[]) => (index: number) => ({
    url: `${baseUrl}/api/protocols/responses/${ids[index % objects]}/`,
    method: 'GET',
    headers: examiner.headers(),
  })
  return { name: 'participant, another’s and missing', kinds: [ask(theirs), ask(missing)], status: 404 }
}

/** Sends equally many calls of both kinds, in random order. */
async function compare({ name, kinds, status }: Comparison, random: () => number) {
  const order = kinds
    .flatMap((ask, kind) => Array.from({ length: samples }, (_, index) => ({ kind, asked: ask(index) })))
    .map((sample) => ({ ...sample, place: random() }))
    .sort((a, b) => a.place - b.place)
  const times: [number[], number[]] = [[], []]
  for (const { kind, asked } of order) {
    const begun = performance.now()
    const answer = await call(asked.url, asked)
    times[kind]!.push(performance.now() - begun)
    if (answer.status !== status) throw new Error(`${name}: answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  const auc = aucOf(...times)
  const [first, second] = times.map((each) => each.sort((a, b) => a - b)[samples / 2]!.toFixed(1))
  const load = loadavg()[0]!.toFixed(1)
  return { auc, summary: `AUC ${auc.toFixed(3)} (medians ${first} and ${second} ms, load ${load})` }
}

/** How often the first kind takes longer than the second: 0.5 when the times reveal nothing. */
function aucOf(first: readonly number[], second: readonly number[]): number {
  const wins = first.reduce((sum, a) => sum + second.reduce((won, b) => won + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0)
  return wins / (first.length * second.length)
}
