import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OrganizationId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createOrganization } from '../../apps/server/src/organization/service.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { databaseUrl, withClient } from '../../apps/server/testing/database-setup.ts'
import { formOf, toneWav } from '../../apps/server/testing/recordings.ts'
import { type Cluster, startCluster } from './start-cluster.ts'

const password = 'Correct-Horse-7!'
const templateUrl = inject('emptyTemplateUrl')
const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
const maintenance = <T>(statement: string) =>
  withClient(databaseUrl(templateUrl, 'postgres'), (client) => client.query<T & object>(statement))

let cluster: Cluster
let database: Database
let dataDir: string
let webs: string[]
const said: string[] = []
let refusedCalls = 0

beforeAll(async () => {
  await maintenance(`create database ${name} template ${new URL(templateUrl).pathname.slice(1)}`)
  const url = databaseUrl(templateUrl, name)
  database = openDatabase(url, { maxConnections: 2 })
  await createClinic()
  dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-machines-'))
  const s3 = inject('s3')!
  const environment = {
    DATABASE_URL: url,
    SECRET_KEY: 'a key for this test only, never for real use',
    DEMO: 'off',
    TRANSCRIBER: 'none',
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: metricsToken,
    RATE_LIMITS: 'off',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: `cluster-${name.slice(-12)}`,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  const onLine = (machine: string, line: string) => said.push(`${machine} ${line}`)
  cluster = await startCluster({ environment, dataDir, count: { web: 2, worker: 2 }, onLine }).catch((error) => {
    throw new Error(`${error.message}\n${said.join('\n')}`)
  })
  webs = cluster.machines.flatMap(({ url }) => url ?? [])
}, 120_000)

afterAll(async () => {
  await cluster?.stop()
  await database?.close()
  await maintenance(`drop database if exists ${name} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

const metricsToken = 'a token of the metrics for this test'
const people = ['examiner', 'tabs', 'leaver', 'victim', 'mailed']
const emailOf = (person: string) => `${person}@cluster.example`

async function createClinic() {
  const id = newId<OrganizationId>()
  const organization = { id, name: 'Cluster', timeZone: 'UTC', isDemonstration: false, now: new Date() }
  await database.tenant(id, async (tx) => {
    const locale = await tx.selectFrom('locales').select('id').where('code', '=', 'es-ES').executeTakeFirstOrThrow()
    await createOrganization(
      tx,
      organization,
      people.map((person, index) => ({
        email: emailOf(person),
        first_name: person,
        last_name: 'Prueba',
        localeId: locale.id,
        password,
        roles: index === 0 ? ['owner', 'examiner'] : ['examiner'],
      })),
    )
  })
}

type Answer = { status: number; body: Record<string, unknown>; headers: Headers }

async function call(base: string, method: string, address: string, options: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(`${base}/api${address}`, { method, ...options })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text), headers: answer.headers }
}

const json = (value: object, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
const signIn = (base: string, person: string, secret = password) =>
  call(base, 'POST', '/user/api/token/', json({ email: emailOf(person), password: secret }))

/** One sign-in for all tests, so that failed sign-ins of one test do not lock out the others. */
let signedIn: Promise<{ authorization: string }> | undefined
function examinerHeaders() {
  signedIn ??= signIn(webs[0]!, 'examiner').then(({ body }) => ({ authorization: `Bearer ${body.access}` }))
  return signedIn
}

/** A participant with a session of the short protocol, created through the first process. */
async function startSession(headers: { authorization: string }) {
  const [web] = webs as [string]
  const [locale] = (await call(web, 'GET', '/cms/locales/', { headers })).body as unknown as { id: string }[]
  const registration = { code: `C-${randomUUID().slice(0, 13)}`, locale: locale?.id }
  const participant = (await call(web, 'POST', '/user/participants/', json(registration, headers))).body
  const protocols = (await call(web, 'GET', '/protocols/examiner/', { headers })).body as unknown as Record<
    string,
    unknown
  >[]
  const protocol = protocols.find(({ item_count, is_practice }) => item_count === 4 && is_practice === false)
  const responses = `/protocols/responses/${participant.id}/`
  const session = (await call(web, 'POST', responses, json({ protocol_id: protocol?.id }, headers))).body
  const { items } = session.protocol as { items: { id: string }[] }
  const address = `${responses}${session.id}/`
  return { address, itemOf: (index: number) => `${address}item/${items[index]?.id}/` }
}

test('one process stores a recording, the other serves it, and a worker measures it', async () => {
  const [first, second] = webs as [string, string]
  const headers = await examinerHeaders()
  const session = await startSession(headers)
  const wav = toneWav(4)
  const form = formOf(wav, { take: '1', sha256: createHash('sha256').update(wav).digest('hex') })
  const send = (base: string) =>
    call(base, 'POST', session.itemOf(0), {
      headers: { ...form.headers, ...headers },
      body: new Uint8Array(form.payload),
    })
  // The same take is sent to two processes at once and stored once.
  const both = await Promise.all([send(first), send(second)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 201])

  const source = await fetch(`${second}/api${session.itemOf(0)}audio_src/`, { headers })
  expect(Buffer.from(await source.arrayBuffer()).equals(wav)).toBe(true)
  const { body: link } = await call(second, 'GET', `${session.itemOf(0)}audio_presigned_url/`, { headers })
  expect(link.url).toMatch(new RegExp(`^${inject('s3')!.endpoint}/`))
  const direct = await fetch(link.url as string)
  expect(Buffer.from(await direct.arrayBuffer()).equals(wav)).toBe(true)

  type Result = { status: string }
  await expect
    .poll(
      async () => {
        const { body } = await call(second, 'GET', session.address, { headers })
        const answers = body.responses as { feature_extraction_res: Result[] }[]
        return new Set(answers[0]?.feature_extraction_res.map(({ status }) => status))
      },
      { timeout: 50_000, interval: 500 },
    )
    .toEqual(new Set(['ready']))
})

test('two tabs that refresh at the same time at different processes stay signed in', async () => {
  const opened = await signIn(webs[0]!, 'tabs')
  const cookies = opened.headers.getSetCookie().map((set) => set.split(';')[0])
  const headers = { cookie: cookies.join('; ') }
  let { refresh } = opened.body
  const renew = (web: number) =>
    call(webs[web]!, 'POST', '/user/api/token/refresh/', json({ refresh, active: true }, headers))
  for (let round = 0; round < 250; round++) {
    const answers = await Promise.all([0, 1, 1, 0].map(renew))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1)
    refresh = answers[0]?.body.refresh
  }
})

test('signing out at one process ends the session at the other from the next call', async () => {
  const { body } = await signIn(webs[0]!, 'leaver')
  const headers = { authorization: `Bearer ${body.access}` }
  expect((await call(webs[1]!, 'GET', '/user/participants/', { headers })).status).toBe(200)
  await call(webs[0]!, 'POST', '/user/logout/', json({ refresh: body.refresh }, headers))
  expect((await call(webs[1]!, 'GET', '/user/participants/', { headers })).status).toBe(401)
})

test('fifty calls with one key over both processes create one participant', async () => {
  const headers = await examinerHeaders()
  const [locale] = (await call(webs[0]!, 'GET', '/cms/locales/', { headers })).body as unknown as { id: string }[]
  const registration = { code: 'C-once', locale: locale?.id }
  const key = { 'idempotency-key': randomUUID(), ...headers }
  const create = (i: number) => call(webs[i % 2]!, 'POST', '/user/participants/', json(registration, key))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => create(i)))
  // On a slow machine, some get no connection in time and are refused. Clients repeat them.
  const isRefused = ({ status }: Answer) => status === 503
  refusedCalls = answers.filter(isRefused).length
  for (const [i, answer] of answers.entries()) if (isRefused(answer)) answers[i] = await create(i)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const other = await call(webs[1]!, 'POST', '/user/participants/', json({ ...registration, code: 'C-other' }, key))
  expect(other.body.code).toBe('idempotency_key_reused')
})

test('the lease of a page at one process is respected at the other', async () => {
  const headers = await examinerHeaders()
  const session = await startSession(headers)
  const hold = (web: string, holder: string) => call(web, 'POST', `${session.address}lease/`, json({ holder }, headers))
  expect((await hold(webs[0]!, uuidv7())).status).toBeLessThan(300)
  expect((await hold(webs[1]!, uuidv7())).status).toBe(409)
})

test('limits the mails for one account across both processes', async () => {
  const ask = (web: string) => call(web, 'POST', '/user/password_reset/', json({ email: emailOf('mailed') }))
  for (let i = 0; i < 20; i++) expect((await ask(webs[i % 2]!)).status).toBe(200)
  // Every call queues a job, so that response times are equal; jobs for unknown addresses send nothing.
  const { rows } = await withClient(databaseUrl(templateUrl, name), (client) =>
    client.query(`select count(*)::int as count from pgboss.job where name = 'send-password-mail'
      and data ->> 'user_id' in (select user_id::text from credentials)`),
  )
  // Three at once, then one for this period of ten minutes and one for the next; one more if a period ended meanwhile.
  expect([5, 6]).toContain(rows[0].count)
})

test('200 parallel guesses over both processes: five are checked, then the account is locked at both', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => signIn(webs[i % 2]!, 'victim', `Wrong-Guess-${i}!`)),
  )
  const evaluated = answers.filter(({ body }) => body.code === 'invalid_credentials_remaining_attempts')
  const locked = answers.filter(({ body }) => body.code === 'account_locked' || body.code === 'rate_limited')
  // The answer to the fifth failure already says that the account is locked.
  expect(evaluated.length).toBeLessThanOrEqual(5)
  expect(evaluated.length).toBeGreaterThanOrEqual(4)
  expect(evaluated.length + locked.length).toBe(200)
  for (const web of webs) expect((await signIn(web, 'victim')).status).not.toBe(200)
})

test('keeps personal data and secrets out of logs, metrics and jobs', async () => {
  const canary = (what: string) => `Canary-${what}-${randomUUID().slice(0, 8)}`
  const names = { first_name: canary('first'), last_name: canary('last'), code: canary('code') }
  const wrong = { email: `${canary('mail')}@cluster.example`, password: canary('password') }
  const path = canary('path')
  const headers = await examinerHeaders()
  const [web] = webs as [string]
  const [locale] = (await call(web, 'GET', '/cms/locales/', { headers })).body as unknown as { id: string }[]
  const made = await call(web, 'POST', '/user/participants/', json({ ...names, locale: locale?.id }, headers))
  expect(made.status).toBe(201)
  // The same code again, an unknown field, a failed sign-in, an invalid e-mail, a file that is not allowed.
  await call(web, 'POST', '/user/participants/', json({ ...names, locale: locale?.id }, headers))
  await call(web, 'POST', '/user/participants/', json({ ...names, [canary('field')]: 1 }, headers))
  await call(web, 'POST', '/user/api/token/', json(wrong))
  await call(web, 'POST', '/user/password_reset/', json({ email: wrong.email }))
  await call(web, 'GET', `/files/${path}/?search=${canary('query')}`, { headers })
  const form = formOf(Buffer.from(canary('content')), { label: canary('label') }, 'file')
  await call(web, 'POST', `/files/${made.body.id}/`, {
    headers: { ...form.headers, ...headers },
    body: new Uint8Array(form.payload),
  })
  const asked = { headers: { authorization: `Bearer ${metricsToken}` } }
  expect((await fetch(`${web}/api/metrics`)).status).toBe(401)
  const metrics = await (await fetch(`${web}/api/metrics`, asked)).text()
  expect(metrics).toMatch(
    /fonema_http_request_seconds_count\{method="POST",route="\/api\/user\/participants\/?",status="201"\} \d/,
  )
  expect(metrics).toMatch(/fonema_jobs\{queue="measure-take",state="queued"\} \d/)
  const { rows } = await withClient(databaseUrl(templateUrl, name), (client) =>
    client.query('select data::text || coalesce(output::text, $1) as text from pgboss.job', ['']),
  )
  const written = [...said, metrics, ...rows.map(({ text }) => text)].join('\n')
  expect(written).toContain('/api/user/participants')
  for (const secret of ['Canary-', password, headers.authorization.slice(7), ...people.map(emailOf)])
    expect([secret, written.includes(secret)]).toEqual([secret, false])
})

test('a stopping process first reports it to the proxy, then completes its calls', async () => {
  const headers = await examinerHeaders()
  const machine = cluster.machines.find(({ name }) => name === 'web-2')!
  machine.process.kill('SIGTERM')
  const statuses = new Set<number>()
  let wasNotReady = false
  for (let isOver = false; !isOver; ) {
    statuses.add((await call(cluster.url, 'GET', '/user/participants/', { headers })).status)
    const ready = await fetch(`${machine.url}/api/ready`).catch(() => undefined)
    wasNotReady ||= ready?.status === 503
    await ready?.body?.cancel()
    isOver = machine.process.exitCode !== null
  }
  expect([machine.process.exitCode, wasNotReady, [...statuses]]).toEqual([0, true, [200]])
})

// Last, because it kills processes.
test('the clinic keeps working behind the proxy when a worker is killed', async () => {
  const headers = await examinerHeaders()
  const session = await startSession(headers)
  const machine = cluster.machines.find(({ name }) => name === 'worker-1')!
  machine.process.kill('SIGKILL')
  await machine.ended
  const wav = toneWav(6, 180)
  const form = formOf(wav, { take: '1' })
  const body = new Uint8Array(form.payload)
  const sent = await call(cluster.url, 'POST', session.itemOf(1), { headers: { ...form.headers, ...headers }, body })
  expect(sent.status).toBe(201)
  for (let i = 0; i < 10; i++)
    expect((await call(cluster.url, 'GET', '/user/participants/', { headers })).status).toBe(200)
  await expect
    .poll(async () => JSON.stringify((await call(cluster.url, 'GET', session.address, { headers })).body), {
      timeout: 50_000,
      interval: 500,
    })
    .not.toContain('"pending"')
})

test('no process logs a warning or an error, except for a call that was refused', () => {
  const warnings = said.filter((line) => /"level":[456]0/.test(line))
  const [refusals, others] = [true, false].map((is) =>
    warnings.filter((line) => line.includes('"cause":"timeout exceeded when trying to connect"') === is),
  )
  expect(others).toEqual([])
  expect(refusals!.length).toBeLessThanOrEqual(refusedCalls)
})
