import { contract, type ExaminerId, type Route, standardSettings, type UserId } from '@fonema/contract'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPerson } from '../testing/access-actors.ts'
import { requestOf } from '../testing/access-call.ts'
import { accessTable } from '../testing/access-table.ts'
import { buildAccessWorld } from '../testing/access-world.ts'
import { buildTestApp } from '../testing/test-app.ts'
import { insertGrants } from './organization/examiners.ts'
import type { Tx } from './platform/database/database.ts'

type Headers = Record<string, string>
type Row = Record<string, unknown>

const people = {
  'signed in': 'examiner@demo.example',
  examiner: 'examiner@demo.example',
  manager: 'manager@demo.example',
  owner: 'owner@demo.example',
} as const
const isArray = ({ responses }: Route) => responses[200] instanceof z.ZodArray
/** The evolution is not an array; populations.test.ts tests its pages. */
const lists = Object.entries<Route>(contract).filter(([, route]) => route.order !== undefined && isArray(route))
const patience = { timeout: 300_000 }

/** Inserts four copies of a row with new ids. `changes` is JSON that may use the copy's number `n`. */
const copy = (tx: Tx, table: string, id: string, changes = sql`'{}'::jsonb`) =>
  sql`insert into ${sql.table(table)}
    select (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid()) || ${changes})).*
    from ${sql.table(table)} row, generate_series(1, 4) n where row.id = ${id}`.execute(tx)

/** An access world with several rows in every list of the demo organisation, and the address of each list. */
async function buildLists() {
  const world = await buildAccessWorld(await buildTestApp())
  const { demo, given } = world
  const ids = { ...given, ...world.objects[0]!.ids }
  const examiners = await Promise.all([1, 2, 3, 4].map(() => createPerson(demo, demo.organizationId)))
  const manager = await demo.signIn(people.manager)
  const rows: { roles: { examiner_id: ExaminerId | null }; id: UserId }[] = (
    await demo.app.inject({ url: '/api/organizations/user/', headers: manager })
  ).json()
  ids.webhook_id = examiners[0]!.webhook_id!
  ids.user_id = rows.find(({ roles }) => roles.examiner_id === ids.examiner_id)!.id
  await demo.database.tenant(demo.organizationId, async (tx) => {
    const grants = examiners.map(({ examiner_id }) => ({ examiner_id: examiner_id!, mode: 'full' }))
    await insertGrants(tx, demo.organizationId, ids.user_id!, grants)
    // A microsecond apart, which JavaScript's times cannot represent.
    const finer = sql`jsonb_build_object('date_created', row.date_created + n / 2 * interval '1 microsecond')`
    await copy(tx, 'protocol_responses', ids.protocol_res_id!, finer)
    await copy(tx, 'session_recordings', ids.recording_id!)
    await copy(tx, 'survey_responses', ids.survey_response_id!)
    await copy(tx, 'visits', ids.visit_id!)
    await copy(tx, 'webhook_deliveries', examiners[0]!.delivery_id!)
    await copy(tx, 'files', ids.file_id!, sql`jsonb_build_object('object_key', gen_random_uuid())`)
    await copy(tx, 'clinical_reports', ids.report_id!, sql`jsonb_build_object('number', gen_random_uuid())`)
    const another = sql`jsonb_build_object('list', gen_random_uuid())`
    await copy(tx, 'takeouts', ids.takeout_uuid!, another)
    await copy(tx, 'takeouts', ids.takeout_uuid!, sql`${another} || '{"scope": "organization"}'`)
    const past = sql`jsonb_build_object('code', 'P' || n, 'retain_until', date '2020-01-01' + n / 2,
      'created_at', row.created_at + n / 2 * interval '1 microsecond')`
    await copy(tx, 'participants', ids.participant_id!, past)
    await sql`insert into protocol_responses
      select (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid(), 'participant_id', other.id))).*
      from protocol_responses row join participants other using (organization_id, examiner_id)
      where row.id = ${ids.protocol_res_id!} and other.id <> row.participant_id`.execute(tx)
    await sql`insert into population_versions (id, organization_id, population_id, version, n, computed_at)
      select gen_random_uuid(), organization_id, id, 1, 0, now() from populations`.execute(tx)
    await sql`update populations set rule = null, is_reference = (id = ${examiners[0]!.population_id!})`.execute(tx)
    const ofItem = sql`item_response_id in (select id from item_responses
      where protocol_response_id = ${ids.protocol_res_id!} and protocol_item_id = ${ids.protocol_item_id!})`
    await sql`insert into transcripts
        (id, organization_id, take_id, version, text, words, segments, engine, is_calibrated, created_at)
      select gen_random_uuid(), organization_id, id, n, 'hola', '[]', '[]', 'typed', false, now()
      from takes, generate_series(1, 4) n where ${ofItem}`.execute(tx)
    await sql`insert into scim_group_rules (id, organization_id, group_name, tags)
      select gen_random_uuid(), ${demo.organizationId}, 'Grupo ' || n, '{}' from generate_series(1, 4) n`.execute(tx)
    await sql`insert into speaker_tracks (id, organization_id, take_id, version, segments, author_id, created_at)
      select gen_random_uuid(), organization_id, id, n, '[]', recorded_by, now()
      from takes, generate_series(1, 4) n where ${ofItem}`.execute(tx)
    await sql`insert into report_templates (id, organization_id, name, settings, updated_at)
      select gen_random_uuid(), ${demo.organizationId}, 'Plantilla ' || n, ${JSON.stringify(standardSettings)}, now()
      from generate_series(1, 4) n`.execute(tx)
    await sql`insert into index_cut_offs (id, organization_id, index_name, language, value, reference, updated_at)
      select gen_random_uuid(), ${demo.organizationId}, 'avqi', language, 2.5, 'x', now()
      from unnest(array['es', 'en', 'pt', 'fr']) language`.execute(tx)
    await sql`insert into server_error_reports
        (id, organization_id, user_id, error, url, method, data, user_comment, date_created)
      select gen_random_uuid(), organization_id, id, '500', '/', 'GET', '', 'x', now()
      from users, generate_series(1, 4) where id = ${ids.user_id!}`.execute(tx)
  })
  const headersOf = new Map<string, Headers>()
  for (const email of new Set(Object.values(people))) headersOf.set(email, await demo.signIn(email))
  const get = (url: string, headers: Headers) => demo.app.inject({ url, headers })
  const callOf = (key: string) => {
    const { to } = accessTable[key]!
    const headers = headersOf.get(people[to as keyof typeof people])!
    return { url: requestOf(key, ids, {}).url, headers }
  }
  return { world, ids, callOf, get }
}

/** The address of the next page; undefined on the last. */
const nextOf = ({ headers }: LightMyRequestResponse) => /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]

/** The rows of each page. */
async function walk(get: (url: string) => Promise<LightMyRequestResponse>, url: string, between = async () => {}) {
  const pages: Row[][] = []
  for (let next: string | undefined = url; next !== undefined; await between()) {
    const answer = await get(next)
    expect([next, answer.statusCode]).toEqual([next, 200])
    pages.push(answer.json())
    next = nextOf(answer)
  }
  return pages
}

test('the pages of every list together are the whole list', patience, async () => {
  const { callOf, get } = await buildLists()
  for (const [key] of lists) {
    const { url, headers } = callOf(key)
    const read = (address: string) => get(address, headers)
    // Lists that can be very long have pages even without a limit.
    const whole = (await walk(read, url)).flat()
    expect([key, whole.length > 3]).toEqual([key, true])
    const limit = Math.ceil(whole.length / 4)
    const pages = await walk(read, `${url}?limit=${limit}`)
    const lengths = pages.map(({ length }) => length)
    expect([key, lengths.slice(0, -1)]).toEqual([key, lengths.slice(1).map(() => limit)])
    expect([key, pages.flat()]).toEqual([key, whole])
  }
})

test('pages repeat and miss no rows while rows are added and removed', patience, async () => {
  const { world, ids, callOf, get } = await buildLists()
  const { demo } = world
  const { headers } = callOf('GET /user/participants/')
  const write = (work: (tx: Tx) => Promise<unknown>) => demo.database.tenant(demo.organizationId, work)
  const changing: [url: string, table: string, id: string][] = [
    [callOf('GET /user/participants/').url, 'participants', ids.participant_id!],
    [callOf('GET /protocols/responses/{participant_id}/').url, 'protocol_responses', ids.protocol_res_id!],
    [callOf('GET /files/{participant_id}/').url, 'files', ids.file_id!],
  ]
  const unique = sql`jsonb_build_object('code', gen_random_uuid(), 'object_key', gen_random_uuid())`
  for (const [url, table, id] of changing) {
    const before: Row[] = (await get(url, headers)).json()
    const seen: Row[] = []
    let changes = 0
    const read = async (address: string) => {
      const answer = await get(address, headers)
      seen.push(...answer.json())
      return answer
    }
    await walk(read, `${url}?limit=2`, async () => {
      if (changes++ > 4) return
      await write((tx) => copy(tx, table, id, unique))
      if (table === 'files') {
        // Deletes the row from which the next page's cursor was made.
        await write((tx) => sql`delete from files where id = ${seen.at(-1)!.id}`.execute(tx))
      } else await write((tx) => sql`update ${sql.table(table)} set active = not active`.execute(tx))
    })
    const seenIds = seen.map((row) => row.id)
    expect([url, seenIds.length]).toEqual([url, new Set(seenIds).size])
    expect([url, before.filter((row) => !seenIds.includes(row.id))]).toEqual([url, []])
  }
})

test('a cursor is valid only for the list for which it was made', patience, async () => {
  const { world, ids, callOf, get } = await buildLists()
  const { headers, url } = callOf('GET /user/participants/')
  const stranger = await world.demo.signIn('examiner@other.example')
  const sessionsOf = (id: string) => `/api/protocols/responses/${id}/`
  const cursorOf = async (address: string) =>
    new URL(nextOf(await get(address, headers))!, 'http://fonema').searchParams.get('cursor')!
  const ours = await cursorOf(`${url}?limit=1`)
  const ofSessions = await cursorOf(`${sessionsOf(ids.participant_id!)}?limit=1`)
  const ofFilter = await cursorOf('/api/calendar_events/?limit=1&from=2000-01-01')
  const another = world.objects.find(({ name }) => name === 'archived')!.ids.participant_id!
  const altered = `${ours.startsWith('A') ? 'B' : 'A'}${ours.slice(1)}`
  const refused: [address: string, cursor: string, who: Headers][] = [
    [url, ours, stranger],
    ['/api/calendar_events/', ours, headers],
    [url, ofSessions, headers],
    [sessionsOf(another), ofSessions, headers],
    ['/api/calendar_events/', ofFilter, headers],
    ['/api/calendar_events/?from=2000-01-02', ofFilter, headers],
    ...['x', '-1', '00000000-0000-0000-0000-000000000000', 'á', '%00', '', altered, 'A'.repeat(4001)].map(
      (cursor): [string, string, Headers] => [url, cursor, headers],
    ),
  ]
  for (const [address, cursor, who] of refused) {
    const search = `${address.includes('?') ? '&' : '?'}cursor=${cursor}`
    const { statusCode, body } = await get(`${address}${search}`, who)
    expect([address, cursor, statusCode, body]).toEqual([address, cursor, 400, '{"cursor":["invalid"]}'])
  }
  for (const [limit, code] of [
    ['0', 'out_of_range'],
    ['1001', 'out_of_range'],
    ['x', 'invalid'],
    ['1.5', 'invalid'],
  ])
    expect((await get(`${url}?limit=${limit}`, headers)).json()).toEqual({ limit: [code] })
  // A cursor can be used again, and without a limit gives the rest of the list.
  const rest: Row[] = (await get(`${url}?cursor=${ours}`, headers)).json()
  expect(rest).toEqual((await get(url, headers)).json().slice(1))
  // Names that order a list must not be readable in an address.
  const { headers: manager, url: users } = callOf('GET /organizations/user/')
  const cursor = nextOf(await get(`${users}?limit=1`, manager))!
  expect(
    Buffer.from(new URL(cursor, 'http://fonema').searchParams.get('cursor')!, 'base64url').includes('Prueba'),
  ).toBe(false)
  // Another examiner's participant is not found, whatever the cursor.
  expect((await get(`${sessionsOf(ids.participant_id!)}?cursor=x`, stranger)).statusCode).toBe(404)
})

test('pages contain only what the mode may read', patience, async () => {
  const { world, ids, get } = await buildLists()
  const { demo } = world
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx
      .updateTable('protocol_responses')
      .set({ comment: 'canary' })
      .where('participant_id', '=', ids.participant_id!)
      .execute(),
  )
  const commentsOf = async (mode: string) => {
    const { headers } = world.actors.find((actor) => actor.mode === mode)!
    const pages = await walk((url) => get(url, headers), `/api/protocols/responses/${ids.participant_id}/?limit=2`)
    return [...new Set(pages.flat().map(({ comment }) => comment))]
  }
  expect(await commentsOf('review')).toEqual(['canary'])
  expect(await commentsOf('recording')).toEqual([null])
  const recorder = world.actors.find((actor) => actor.mode === 'recording')!
  expect((await get(`/api/files/${ids.participant_id}/?limit=1`, recorder.headers)).statusCode).toBe(403)
})
