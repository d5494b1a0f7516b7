/**
 * `npm run tool -- bench-growth [--items 1000,10000,100000,1000000] [--thin]`: measures calls in a growing database, for
 * a clinic that stays small and for one that has half of all data: milliseconds, and what the database reads. Thin items
 * have the results of one function; ten million need 50 GB of disk.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { TakeoutId } from '@fonema/contract'
import pg from 'pg'
import { sealEntries } from '../../apps/server/src/audit/chain.ts'
import { startDebianPostgres } from '../debian-postgres.mjs'
import { listenForPlans, setExplaining, takeWork, type Work } from './explain.ts'
import { createDatabase, type Product, withApp } from './product.ts'
import { clinicianOf, ownerOf, password, seed } from './seed.ts'
import { quantile } from './watch.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000,10000,100000,1000000' },
    thin: { type: 'boolean', default: false },
  },
})
const sizes = values.items.split(',').map(Number)
const times = 15
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The clinic that never grows is the second one. */
const small = { clinicians: 2, participants: 20, items: 200 }
const clinicsOf = (items: number) => [
  { clinicians: 20, participants: Math.max(20, items / 20), items: items / 2 },
  small,
  ...Array.from({ length: 4 }, () => ({ clinicians: 20, participants: Math.ceil(items / 80), items: items / 8 })),
]

type Cost = Work & { ms: number }
type Costs = Map<string, Cost>
/** By size, for both clinics. */
const found = new Map<number, { small: Costs; largest: Costs }>()

listenForPlans()
const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-growth-'))
const postgres = await startDebianPostgres({ dataDir })
try {
  for (const items of sizes) {
    const begun = performance.now()
    const databaseUrl = await createDatabase(postgres.url, `growth_${items}`)
    await seed(databaseUrl, clinicsOf(items), { isThin: values.thin })
    say(`${items} items: seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s, ${await sizeOf(databaseUrl)}`)
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    admin.on('error', () => {}) // its queries report the error
    const ms = await withApp({ databaseUrl, dataDir }, costsOf)
    // Each list allows one takeout a day.
    await admin.query('truncate takeouts cascade')
    await setExplaining(admin, true)
    const work = await withApp({ databaseUrl, dataDir }, costsOf)
    await setExplaining(admin, false)
    await admin.end()
    const merge = (clinic: 'small' | 'largest') =>
      new Map([...work[clinic]].map(([name, cost]) => [name, { ...cost, ms: ms[clinic].get(name)!.ms }]))
    found.set(items, { small: merge('small'), largest: merge('largest') })
  }
  for (const clinic of ['small', 'largest'] as const) report(clinic)
} catch (error) {
  say((error as Error).stack ?? String(error))
  process.exitCode = 1
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function sizeOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select pg_size_pretty(pg_database_size(current_database())) as size')
  await client.end()
  return rows[0].size
}

async function costsOf(product: Product) {
  const { database } = product
  const costs = { small: await costsFor(product, 1), largest: await costsFor(product, 0) }
  const keys = [Buffer.alloc(32)] as const
  await sealEntries(database, keys)
  costs.small.set('sealing, nothing new', await measure(() => sealEntries(database, keys)))
  return costs
}

/** The calls of the clinic's first clinician and its owner. */
async function costsFor({ app, make }: Product, clinic: number): Promise<Costs> {
  const signIn = async (email: string) => {
    const answer = await app.inject({ method: 'POST', url: '/api/user/api/token/', payload: { email, password } })
    return { authorization: `Bearer ${answer.json().access}` }
  }
  const [clinician, owner] = [await signIn(clinicianOf(clinic, 0)), await signIn(ownerOf(clinic))]
  const get = async (url: string, headers = clinician) => {
    const answer = await app.inject({ url: `/api${url}`, headers })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const [{ id: participant, code }] = await get('/user/participants/')
  const [{ id: session }] = await get(`/protocols/responses/${participant}/`)
  const shown = await get(`/protocols/responses/${participant}/${session}/`)
  const [{ id: population }] = await get('/ai/populations/')
  const [response] = shown.responses
  const chart = ['density', response.protocol_item.id, response.feature_extraction_res[0].feature_extraction_func.id]
  const stats = [...chart, population, shown.protocol.locale.lang.id].join('/')
  const calls: [string, () => Promise<unknown>][] = [
    ['sign-in', () => signIn(clinicianOf(clinic, 0))],
    ['list of participants', () => get('/user/participants/')],
    ['home: first page of participants', () => get('/user/participants/search/?active=true')],
    ['home: search by three letters', () => get('/user/participants/search/?search=ape&limit=100')],
    ['search of a manager, by code', () => get(`/organizations/participants/?code=${code}`, owner)],
    ['participant page: sessions', () => get(`/protocols/responses/${participant}/`)],
    ['participant page: evolution', () => get(`/protocols/responses/${participant}/evolution/`)],
    ['result page', () => get(`/protocols/responses/${participant}/${session}/`)],
    ['statistics of a population', () => get(`/protocols/feature_display/population_stats/${stats}/`)],
    ['agenda, a month', () => get(`/calendar_events/?from=${new Date(Date.now() - 31 * 86_400_000).toISOString()}`)],
    ['agenda, the newest hundred', () => get('/calendar_events/?limit=100')],
    ['events', () => get('/organizations/events/', owner)],
    ['numbers of all examiners', () => get('/organizations/stats/', owner)],
    ['audit log', () => get('/organizations/audit/', owner)],
  ]
  const costs: Costs = new Map()
  for (const [name, call] of calls) costs.set(name, await measure(call))
  const { organization } = await get('/user/user_info/', owner)
  const order = async (url: string, payload = {}): Promise<TakeoutId> => {
    const answer = await app.inject({ method: 'POST', url: `/api${url}`, headers: owner, payload })
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json().uuid
  }
  const ordered: TakeoutId[] = []
  costs.set(
    'takeout of a participant, ordered',
    await measure(async () => ordered.push(await order(`/user/participants/${participant}/export/`))),
  )
  costs.set('takeout of a participant, made', await measure(() => make(organization.id, ordered.pop()!)))
  const start_date = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
  const week = await order('/takeouts/organization/', { start_date, include_audio: false })
  costs.set('takeout of a week, made', await measure(() => make(organization.id, week), 1))
  return costs
}

/** The median time, and the work of the database for one call. */
async function measure(call: () => Promise<unknown>, often = times): Promise<Cost> {
  const ms: number[] = []
  for (let i = 0; i < often; i++) {
    takeWork()
    const begun = performance.now()
    await call()
    ms.push(performance.now() - begun)
  }
  return { ...takeWork(), ms: quantile(ms, 0.5) }
}

function report(clinic: 'small' | 'largest') {
  const names = [...found.get(sizes[0]!)![clinic].keys()]
  const cell = ({ ms, buffers, rows }: Cost) => `${ms.toFixed(1)} ms, ${buffers} / ${rows}`
  say(`\n### ${clinic === 'small' ? 'The clinic that stays small' : 'The clinic with half of everything'}\n`)
  say(
    `| ms, pages / rows read | ${sizes.join(' | ')} | Paths at ${sizes.at(-1)} |\n|${'---|'.repeat(sizes.length + 2)}`,
  )
  for (const name of names) {
    const costs = sizes.map((items) => found.get(items)![clinic].get(name)!)
    say(`| ${name} | ${costs.map(cell).join(' | ')} | ${costs.at(-1)!.paths.join(', ')} |`)
  }
}
