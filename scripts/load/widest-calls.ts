import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contract, type Route } from '@fonema/contract'
import pg from 'pg'
import type { App } from './product.ts'
import { clinicianOf, ownerOf, password, seed } from './seed.ts'

/** The cost of a call for its process: bytes, processor time, and the longest block of the event loop. */
export type CallCost = { call: string; status: number; bytes: number; processorMs: number; blockMs: number }

/**
 * Fills an empty database with a clinic whose participants all belong to one examiner, and whose participant P-1 has a
 * hundredth of all data.
 */
export async function seedWidest(databaseUrl: string, items: number): Promise<void> {
  await seed(databaseUrl, [{ clinicians: 1, participants: items / 10, items }])
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(await readFile(path.join(import.meta.dirname, 'widest.sql'), 'utf8'))
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** The queries with the largest answers; calls not listed here have no query. */
const widest: Record<string, readonly string[]> = {
  'GET /calendar_events/': ['', '?limit=1000'],
  'GET /user/participants/': ['', '?limit=1000'],
  'GET /protocols/responses/{participant_id}/evolution/': ['', '?limit=25'],
  'GET /organizations/audit/': ['?limit=1000', '?format=csv', '?format=csv&limit=1000'],
  'GET /organizations/events/': ['?limit=1000'],
  'GET /ai/feature_population_distributions/': ['', '?protocol_item_id={protocol_item_id}'],
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/': ['', '?distributions=false'],
}
const rule = { sex: null, age_min: null, age_max: null, education_min: null, education_max: null }
const reads: readonly [key: string, body: object][] = [
  [
    'POST /ai/populations/?preview=true',
    { name: 'x', rule: { ...rule, locale: null, protocol: null, diagnosis: null } },
  ],
]

/** Makes every reading call with its widest query, as a user who has access. */
export async function measureWidestCalls(app: App): Promise<CallCost[]> {
  const signIn = async (email: string) => {
    const answer = await app.inject({ method: 'POST', url: '/api/user/api/token/', payload: { email, password } })
    return { authorization: `Bearer ${answer.json().access}` }
  }
  const people = { clinician: await signIn(clinicianOf(0, 0)), owner: await signIn(ownerOf(0)) }
  const ids = await findIds(app, people.clinician, people.owner)
  const costs: CallCost[] = []
  for (const [key, route] of Object.entries<Route>(contract)) {
    const isText = Object.entries(route.responses).some(([status, answer]) => status === '200' && answer !== 'bytes')
    if (!key.startsWith('GET ') || !isText) continue
    const by = route.access !== 'public' && route.access.role === 'examiner' ? people.clinician : people.owner
    for (const query of widest[key] ?? ['']) costs.push(await measure(app, `${key}${query}`, ids, by))
  }
  for (const [key, body] of reads) costs.push(await measure(app, key, ids, people.owner, body))
  return costs
}

type Headers = { authorization: string }
type Ids = Record<string, string>

/** Ids for the parameters of addresses. */
async function findIds(app: App, clinician: Headers, owner: Headers): Promise<Ids> {
  const get = async (url: string, headers = clinician) => {
    const answer = await app.inject({ url: `/api${url}`, headers })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const [{ id: participant }] = await get('/organizations/participants/?code=P-1', owner)
  const [{ id: session }] = await get(`/protocols/responses/${participant}/`)
  const { protocol, responses } = await get(`/protocols/responses/${participant}/${session}/`)
  const [response] = responses
  const [{ id: survey }] = await get(`/surveys/responses/${participant}/`)
  const [{ id: file }] = await get(`/files/${participant}/`)
  const [{ id: population }] = await get('/ai/populations/')
  const [{ id: examiner, user_id: user }] = await get('/organizations/examiners/', owner)
  return {
    participant_id: participant,
    protocol_res_id: session,
    protocol_id: protocol.id,
    protocol_item_id: response.protocol_item.id,
    feature_extraction_func_id: response.feature_extraction_res[0].feature_extraction_func.id,
    language_id: protocol.locale.lang.id,
    survey_response_id: survey,
    file_id: file,
    population_id: population,
    examiner_id: examiner,
    user_id: user,
    chart_name: 'density',
    locale: 'es-ES',
  }
}

const times = 3

/** The minimum of a few attempts: the first call also fills caches, and other programs use the machine as well. */
async function measure(app: App, call: string, ids: Ids, headers: Headers, payload?: object): Promise<CallCost> {
  const [method, address] = call.split(' ') as ['GET' | 'POST', string]
  const url = `/api${address.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '-')}`
  const costs: CallCost[] = []
  for (let i = 0; i < times; i++) {
    const watch = watchTurns()
    const before = process.cpuUsage()
    const { statusCode, rawPayload } = await app.inject({ method, url, headers, ...(payload && { payload }) })
    const { user, system } = process.cpuUsage(before)
    costs.push({
      call,
      status: statusCode,
      bytes: rawPayload.length,
      processorMs: (user + system) / 1e3,
      blockMs: watch(),
    })
  }
  const least = (of: (cost: CallCost) => number) => Math.min(...costs.map(of))
  return { ...costs[0]!, processorMs: least((cost) => cost.processorMs), blockMs: least((cost) => cost.blockMs) }
}

/** @returns a function that ends the watch: the longest turn of the event loop, in ms of processor time */
function watchTurns(): () => number {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1e3)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}
