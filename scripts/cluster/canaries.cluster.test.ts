import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OrganizationId } from '@fonema/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createOrganization } from '../../apps/server/src/organization/service.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shownByApp } from '../../apps/server/testing/authenticator.ts'
import { databaseUrl, withClient } from '../../apps/server/testing/database-setup.ts'
import { formOf, toneWav } from '../../apps/server/testing/recordings.ts'
import { type Cluster, startCluster } from './start-cluster.ts'

/** The values to search for, by their meaning: each is sent to or comes from the product, and must not be in a log. */
const canaries = new Map<string, string>()
function canary(what: string, value = `Canary-${what.replaceAll(' ', '-')}-${randomUUID().slice(0, 8)}`): string {
  canaries.set(what, value)
  return value
}
function leaked(text: string): string[] {
  const lower = text.toLowerCase()
  return [...canaries].filter(([, value]) => lower.includes(value.toLowerCase())).map(([what]) => what)
}

const password = canary('password', `Correct-Horse-${randomUUID()}!`)
const email = canary('e-mail', `canary-${randomUUID().slice(0, 8)}@canaries.example`)
const metricsToken = canary('token of the metrics')
const secretKey = canary('key of the installation', `Canary-key-${randomUUID()}`)
const templateUrl = inject('emptyTemplateUrl')
const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
const maintenance = (statement: string) =>
  withClient(databaseUrl(templateUrl, 'postgres'), (client) => client.query(statement))
const said: string[] = []
let cluster: Cluster
let dataDir: string

beforeAll(async () => {
  await maintenance(`create database ${name} template ${new URL(templateUrl).pathname.slice(1)}`)
  const url = databaseUrl(templateUrl, name)
  await createClinic(url)
  dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-canaries-'))
  const s3 = inject('s3')!
  const environment = {
    DATABASE_URL: url,
    SECRET_KEY: secretKey,
    DEMO: 'off',
    TRANSCRIBER: 'none',
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: metricsToken,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: `canaries-${name.slice(-12)}`,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: canary('key of the store', s3.secretAccessKey),
  }
  const onLine = (machine: string, line: string) => said.push(`${machine} ${line}`)
  cluster = await startCluster({ environment, dataDir, count: { web: 1, worker: 1 }, onLine })
}, 120_000)

afterAll(async () => {
  await cluster?.stop()
  await maintenance(`drop database if exists ${name} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

async function createClinic(url: string) {
  const database = openDatabase(url, { maxConnections: 1 })
  const id = newId<OrganizationId>()
  const organization = { id, name: 'Canaries', timeZone: 'UTC', isDemonstration: false, now: new Date() }
  await database.tenant(id, async (tx) => {
    const locale = await tx.selectFrom('locales').select('id').where('code', '=', 'es-ES').executeTakeFirstOrThrow()
    const person = { email, password, localeId: locale.id, roles: ['owner', 'manager', 'examiner'] as const }
    const names = { first_name: canary('first name of a user'), last_name: canary('last name of a user') }
    await createOrganization(tx, organization, [{ ...person, ...names }])
  })
  await database.close()
}

type Body = Record<string, unknown>
const headers: Record<string, string> = { 'user-agent': canary('browser') }
const cookies = new Map<string, string>()

async function call(method: string, address: string, status: number, options: RequestInit = {}): Promise<Body> {
  const answer = await fetch(`${cluster.url}/api${address}`, {
    ...options,
    method,
    headers: { ...headers, ...(options.headers as Record<string, string>) },
  })
  const text = await answer.text()
  expect([method, address, answer.status, text]).toEqual([method, address, status, text])
  for (const set of answer.headers.getSetCookie()) {
    const [name, value] = set.split(';')[0]!.split('=') as [string, string]
    cookies.set(name, canary(`cookie ${canaries.size}`, value))
  }
  headers.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}
}
const json = (value: object, more: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(value),
})
const get = async (address: string) => (await call('GET', address, 200)) as never
const post = (address: string, value: object, status = 201) => call('POST', address, status, json(value))
const send = (address: string, file: Buffer, fields: Record<string, string>, status = 201, field = 'file', as = '') => {
  const form = formOf(file, fields, field)
  const body = as === '' ? form.payload : Buffer.from(form.payload.toString('latin1').replace('item.wav', as), 'latin1')
  return call('POST', address, status, { headers: form.headers, body: new Uint8Array(body) })
}

const aLocale = async () => ((await get('/cms/locales/')) as { id: string }[])[0]!.id

/** The link in the newest mail, which a worker without a mail server writes to a file. */
async function linkMailed(count: number): Promise<string> {
  const folder = path.join(dataDir, 'worker-1', 'mails')
  await expect.poll(() => readdir(folder).catch(() => []), { timeout: 60_000 }).toHaveLength(count)
  const files = (await readdir(folder)).sort()
  const token = /set_password\/([\w-]+)/.exec(await readFile(path.join(folder, files.at(-1)!), 'utf8'))?.[1]
  expect(token).toBeDefined()
  return token!
}

async function useAccounts() {
  const wrong = {
    email: canary('unknown e-mail', `nobody-${randomUUID()}@x.example`),
    password: canary('wrong password'),
  }
  await post('/user/api/token/', wrong, 401)
  const tokens = await post('/user/api/token/', { email, password }, 200)
  headers.authorization = `Bearer ${canary('access token', String(tokens.access))}`
  const refresh = canary('refresh token', String(tokens.refresh))
  const next = await post('/user/api/token/refresh/', { refresh, active: true }, 200)
  canary('next access token', String(next.access))
  canary('next refresh token', String(next.refresh))
  canary('key of the outbox', String(((await get('/user/outbox_key/')) as Body).key))
  const { secret } = await post('/user/mfa/totp/', { password })
  const code = shownByApp(canary('secret of an authenticator app', String(secret)), new Date())
  const turnedOn = await post('/user/mfa/totp/confirm/', { code }, 200)
  canary('recovery code', (turnedOn.recovery_codes as string[])[0])
  const withCode = await post(
    '/user/api/token/',
    { email, password, code: canary('wrong code', 'none-such-code') },
    401,
  )
  expect(withCode.code).toBe('invalid_second_factor')
  await call('DELETE', '/user/mfa/totp/', 204, json({ password }))
  const colleague = canary('e-mail of a new user', `new-${randomUUID()}@canaries.example`)
  await post('/organizations/user/', {
    email: colleague,
    locale: await aLocale(),
    tags: [canary('tag')],
    first_name: canary('first name of a new user'),
    last_name: canary('last name of a new user'),
  })
  const welcome = canary('token of the welcome', await linkMailed(1))
  await post('/user/password_reset/', { email: colleague }, 200)
  const reset = canary('token of a new password', await linkMailed(2))
  await post('/user/password_reset/validate_token/', { token: welcome }, 400)
  const weak = canary('weak password', `canary${randomUUID()}`)
  await post('/user/password_reset/confirm/', { token: reset, password: weak }, 400)
  const chosen = canary('new password', `Canary-${randomUUID()}!A1`)
  await post('/user/password_reset/confirm/', { token: reset, password: chosen }, 200)
}

async function useParticipants() {
  const locale = await aLocale()
  const participant = {
    locale,
    code: canary('code'),
    first_name: canary('first name'),
    last_name: canary('last name'),
    occupation: canary('occupation'),
    diagnose: canary('diagnosis'),
    phone: canary('phone', '+34987612345098'),
  }
  const key = { 'idempotency-key': canary('idempotency key') }
  const { id } = await call('POST', '/user/participants/', 201, json(participant, key))
  await call('POST', '/user/participants/', 400, json(participant))
  await call('PATCH', `/user/participants/${id}/`, 400, json({ [canary('field')]: 1 }))
  await call('PATCH', `/user/participants/${id}/`, 200, json({ diagnose: canary('second diagnosis') }))
  await get(`/organizations/participants/?code=${participant.code}`)
  await call('GET', `/files/${canary('path')}/?search=${canary('query')}`, 404)
  const file = Buffer.from(canary('content of a file'))
  await send(`/files/${id}/`, file, { label: canary('label') }, 201, 'file', `${canary('name of a file')}.txt`)
  await send(`/files/${id}/`, file, {}, 415, 'file', `${canary('name of a refused file')}.exe`)
  const table = Buffer.from(`code,locale,sex\n${canary('imported code')},es-ES,${canary('bad cell')}\n`)
  await send('/user/participants/import/', table, {}, 400)
  return String(id)
}

async function useSession(participant: string) {
  const protocols: { id: string; item_count: number; is_practice: boolean }[] = await get('/protocols/examiner/')
  const protocol = protocols.find(({ item_count, is_practice }) => item_count === 4 && !is_practice)
  const begun = await post(`/protocols/responses/${participant}/`, { protocol_id: protocol?.id })
  const address = `/protocols/responses/${participant}/${begun.id}/`
  // This item is transcribed.
  const items = (begun.protocol as { items: { id: string; category: { name: string } }[] }).items
  const item = items.find(({ category }) => !['sustained_vowel', 'diadochokinesis'].includes(category.name))
  await call('PATCH', address, 200, json({ comment: canary('comment') }))
  const settings = JSON.stringify({ device_label: canary('microphone') })
  await send(`${address}item/${item!.id}/`, toneWav(6), { take: '1', settings }, 201, 'speech')
  await send(`${address}item/${item!.id}/`, Buffer.from(canary('no audio')), { take: '2' }, 415, 'speech')
  const link = (await get(`${address}item/${item!.id}/audio_presigned_url/`)) as { url: string }
  canary('link to audio', /Signature=([0-9a-f]+)/.exec(link.url)?.[1] ?? link.url)
  const measured = async () => JSON.stringify(await get(address))
  await expect.poll(measured, { timeout: 60_000, interval: 500 }).not.toContain('"pending"')
  const transcripts = `${address}item/${item!.id}/transcript/`
  const [version] = (await get(transcripts)) as { version: number }[]
  await post(transcripts, { text: canary('transcript'), based_on: version?.version ?? 0 })
}

async function reportFailure() {
  const reports = '/reports/server_error_user_report/'
  const data = JSON.stringify({ password: canary('password in a report'), note: canary('text in a report') })
  const said = { method: 'POST', error: canary('error in a report'), user_comment: 'It failed.' }
  await post(reports, {
    ...said,
    url: `/user/${canary('address in a report')}/?x=${canary('query in a report')}`,
    data,
  })
  return JSON.stringify(await get(reports))
}

async function takeAway() {
  const { uuid } = await post('/takeouts/organization/', {})
  const status = async () => ((await get('/takeouts/organization/')) as Body[])[0]?.status
  await expect.poll(status, { timeout: 60_000, interval: 500 }).toBe('complete')
  const link = await post(`/takeouts/download_link/${uuid}/`, {}, 200)
  canary('link to a takeout', String(link.url).split('/').at(-1))
}

/** The contents of jobs, and the keys of stored objects, which the log of a store may contain. */
const jobsAndKeys = () =>
  withClient(databaseUrl(templateUrl, name), async (client) => {
    const { rows } = await client.query(`select data::text || coalesce(output::text, '') as text from pgboss.job
      union all select object_key from takes union all select object_key from files
      union all select coalesce(object_key, '') from takeouts`)
    return rows.map(({ text }: { text: string }) => text)
  })

test('keeps forty personal and secret values out of logs, metrics, jobs, object keys and error reports', async () => {
  await useAccounts()
  await useSession(await useParticipants())
  const reports = await reportFailure()
  await takeAway()
  expect((await fetch(`${cluster.url}/api/metrics`, { headers: { authorization: 'Bearer none' } })).status).toBe(401)
  const bearer = { headers: { authorization: `Bearer ${metricsToken}` } }
  const metrics = await (await fetch(`${cluster.url}/api/metrics`, bearer)).text()
  await call('POST', '/user/logout/', 204, json({}))

  const written = [...said, metrics, ...(await jobsAndKeys())].join('\n')
  // Both roles have written to the log, and what they wrote is searched.
  for (const place of ['web-1 ', '/api/user/participants', 'fonema_http_request_seconds', '/takes/'])
    expect(written).toContain(place)
  expect(canaries.size).toBeGreaterThanOrEqual(40)
  expect(leaked(written)).toEqual([])
  // A report names its author: the owner reads it, and nobody else.
  const namesOfReporter = ['first name of a user', 'last name of a user']
  expect(leaked(reports)).toEqual(expect.arrayContaining(namesOfReporter))
  expect(leaked(reports).filter((what) => !namesOfReporter.includes(what))).toEqual([])
  // The search finds a planted line with any of the values.
  for (const [what, value] of canaries) expect(leaked(`web-1 {"level":30,"msg":"${value}"}`)).toContain(what)
}, 240_000)
