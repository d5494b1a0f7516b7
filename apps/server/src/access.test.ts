import { randomUUID } from 'node:crypto'
import { contract, guardedFieldsOf, guards, ItemResponse, ProtocolResponseSummary, type Route } from '@fonema/contract'
import { expect, test } from 'vitest'
import { requestOf } from './testing/access-call.ts'
import { type AccessRow, accessTable, requireListed } from './testing/access-table.ts'
import {
  type AccessActor,
  type AccessObject,
  type AccessWorld,
  buildAccessWorld,
  impersonate,
} from './testing/access-world.ts'
import { type Canary, type Planted, plantCanaries } from './testing/canaries.ts'
import { withClient } from './testing/database-setup.ts'
import { goodCall } from './testing/good-calls.ts'
import { buildBeside, buildTestApp } from './testing/test-app.ts'

type Cell = { key: string; row: AccessRow; actor: AccessActor; object: AccessObject | undefined }

/** Each mode's features once more, apart from the content that the server reads. */
const reading = ['readFiles', 'readProtocolRes', 'readSurveyRes', 'downloadSurveyRes', 'downloadProtocolRes']
const recording = ['recordProtocol', 'recordSurvey', 'createParticipant', 'editParticipant']
const archiving = ['archiveParticipant', 'archiveProtocolRes', 'archiveSurveyRes']
const features: Record<string, readonly string[]> = {
  full: [...reading, ...recording, ...archiving, 'editFiles'],
  recording,
  review: reading,
}

const admitted = 'admitted'

function expectedOf({ row, actor, object }: Cell): string {
  if (row.to === 'everybody') return admitted
  if (actor.organization === null) return '401 token_not_valid'
  const isRole = row.to !== 'signed in' && row.to !== 'whoever was granted it'
  if (isRole && !actor.roles.some((role) => role === row.to)) return row.refusal ?? '403 permission_denied'
  if (row.to === 'whoever was granted it') return actor.mode === undefined ? '404 not_found' : '403 permission_denied'
  if (row.feature !== undefined && actor.mode !== undefined && !features[actor.mode]!.includes(row.feature))
    return '403 feature_disabled'
  if (object === undefined) return admitted
  const isTheirs =
    row.objects === 'of an examiner'
      ? object.examiner !== undefined && object.examiner === actor.examiner
      : row.objects === 'of whoever made it'
        ? object.examiner !== undefined && object.examiner === actor.email
        : object.organization === actor.organization
  return isTheirs ? admitted : '404 not_found'
}

/** Every object that a route's path can name: only its own ids matter, so routes without any have one cell an actor. */
function objectsOf({ objects, crossed, people }: AccessWorld, key: string, row: AccessRow) {
  if (row.objects === undefined) return [undefined]
  if (row.objects === 'of the organisation') return people
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name in objects[0]!.ids)
  return [...objects, ...crossed(names)]
}

function ask({ demo, given }: AccessWorld, { key, row, actor, object }: Cell) {
  const ids = { ...given, ...object?.ids, new: randomUUID() }
  return demo.app.inject({ ...requestOf(key, ids, row), headers: actor.headers })
}

/** Asks the server for every cell of the rows; what differs from the table is told, with how often each was reached. */
async function askAll(world: AccessWorld, keys: readonly string[]) {
  const violations: string[] = []
  const unreached: string[] = []
  let cells = 0
  for (const key of keys) {
    const row = accessTable[key]!
    let isReached = false
    for (const shared of objectsOf(world, key, row)) {
      const asked = world.actors.map(async (actor) => {
        const isPerson = row.objects === 'of the organisation'
        const object = isPerson ? await world.renew(shared!) : row.deletesFile ? await world.withFile(shared!) : shared
        const cell = { key, row, actor, object }
        const answer = await ask(world, cell)
        const { statusCode } = answer
        isReached ||= row.reached === undefined ? statusCode < 300 : statusCode === row.reached
        const isRefused = [401, 403, 404].includes(statusCode) && row.to !== 'everybody'
        const told = isRefused ? `${statusCode} ${answer.json().code}` : statusCode >= 500 ? `${statusCode}` : admitted
        const expected = expectedOf(cell)
        cells++
        if (told !== expected) violations.push(`${key}, ${actor.name}, ${object?.name ?? ''}: ${told}, not ${expected}`)
        // A refusal says nothing but its reason: another's object answers exactly as a missing one.
        if (expected === '404 not_found' && answer.body !== '{"code":"not_found"}')
          violations.push(`${key}, ${actor.name}, ${object?.name ?? ''}: ${answer.body}`)
      })
      await Promise.all(asked)
    }
    if (!isReached) unreached.push(key)
    await world.restore()
  }
  return { violations, unreached, cells }
}

// Thousands of calls: a busy machine takes its time.
const patience = { timeout: 300_000 }

test('every call answers every actor about every object as the table says', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const { violations, unreached, cells } = await askAll(world, Object.keys(accessTable))
  expect(violations).toEqual([])
  // Nobody is refused for a reason of the test's own: each call comes through to somebody.
  expect(unreached).toEqual([])
  expect(cells).toBeGreaterThan(3_500)
  process.stdout.write(`${cells} cells of ${Object.keys(accessTable).length} calls × ${world.actors.length} actors\n`)
})

test('a route that asks too little, or too much, is found', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const plant = async (key: keyof typeof contract, access: object) => {
    const route: { access: object | 'public' } = contract[key]
    const declared = route.access
    route.access = access
    const { violations } = await askAll(world, [key])
    route.access = declared
    return violations
  }
  const found = await plant('GET /protocols/organization/', {})
  expect(found).toContain('GET /protocols/organization/, examiner, : admitted, not 403 permission_denied')
  expect(await plant('GET /protocols/organization/', { role: 'owner', feature: 'admin' })).toContain(
    'GET /protocols/organization/, manager, : 403 permission_denied, not admitted',
  )
  // A feature that is not asked for: the mode that lacks it comes through.
  expect(await plant('GET /files/{participant_id}/', { role: 'examiner' })).toContain(
    'GET /files/{participant_id}/, recorder, as the examiner in mode recording, own: admitted, not 403 feature_disabled',
  )
})

test('a call that forgets whose the object is, is found', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const { database, organizationId } = world.demo
  // Every participant of the organisation becomes the colleague's: what the examiner then reaches is not their own.
  const { id } = await database.tenant(organizationId, (tx) =>
    tx
      .selectFrom('examiners')
      .innerJoin('users', 'users.id', 'examiners.user_id')
      .select('examiners.id')
      .where('users.email', '=', 'colleague@demo.example')
      .executeTakeFirstOrThrow(),
  )
  await database.tenant(organizationId, (tx) => tx.updateTable('participants').set({ examiner_id: id }).execute())
  const { violations } = await askAll(world, ['GET /files/{participant_id}/'])
  expect(violations).toContain('GET /files/{participant_id}/, other examiner, own: admitted, not 404 not_found')
  expect(violations).toContain('GET /files/{participant_id}/, examiner, own: 404 not_found, not admitted')
})

test('a hole between organisations is found', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const { rows } = await withClient(world.demo.url, (client) =>
    client.query<{ name: string }>('select oid::regclass::text as name from pg_class where relrowsecurity'),
  )
  const statements = rows.map(({ name }) => `alter table ${name} disable row level security`)
  await withClient(world.demo.url, (client) => client.query(statements.join(';')))
  const { violations } = await askAll(world, ['PATCH /organizations/user/{user_id}/'])
  expect(violations).toContain(
    "PATCH /organizations/user/{user_id}/, manager, other organisation's: admitted, not 404 not_found",
  )
})

/** Every value and every name in an answer, by its path. */
function* leavesOf(answer: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (typeof answer !== 'object' || answer === null) return yield [path, answer]
  for (const [key, value] of Object.entries(answer)) {
    const below = Array.isArray(answer) ? `${path}[]` : `${path}.${key}`
    yield [below, key]
    yield* leavesOf(value, below)
  }
}

const holds = (leaf: unknown, { value }: Canary) =>
  typeof value === 'string' ? String(leaf).includes(value) : leaf === value

/** Makes each call in each mode that has it; tells what it read, by call, field and canary, and what it should not have. */
async function readAll(world: AccessWorld, planted: Planted, keys: readonly string[], modes: readonly AccessActor[]) {
  const { canaries, payloads, repeats } = planted
  const leaks: string[] = []
  const read = new Set<string>()
  for (const key of keys) {
    const { to, feature } = accessTable[key]!
    // Those of the second factor move the clock on, and hand out nothing of participants.
    if ((to !== 'examiner' && to !== 'signed in') || key.includes(' /user/mfa/')) continue
    for (const { headers, mode } of modes) {
      if (feature !== undefined && !features[mode!]!.includes(feature)) continue
      const call = { ...(await goodCall(world, key, headers)), ...(payloads[key] && { payload: payloads[key] }) }
      const isItem = key.endsWith('item/{protocol_item_id}/')
      for (const request of [call, ...(isItem ? repeats : [])]) {
        const answer = await world.demo.app.inject({ ...request, headers: { ...headers, ...request.headers } })
        if (answer.statusCode >= 300 || !/json/.test(String(answer.headers['content-type']))) continue
        for (const [path, leaf] of leavesOf(answer.json()))
          for (const canary of canaries.filter((each) => holds(leaf, each))) {
            if (features[mode!]!.includes(canary.feature)) read.add(`${key} ${path}`)
            else leaks.push(`${key}, ${mode}, ${path}: ${canary.name}`)
          }
      }
    }
    await world.restore()
  }
  return { leaks, read: [...read] }
}

/** The modes that ship, and for each feature that lets somebody read a mode that has all the others. */
async function prepareModes(world: AccessWorld) {
  const { modes } = world.demo.catalogue
  for (const lacked of ['readProtocolRes', 'readSurveyRes'] as const) {
    const mode = `without_${lacked}`
    modes[mode] = { ...modes.full!, [lacked]: false }
    features[mode] = features.full!.filter((feature) => feature !== lacked)
  }
  const prepared = Object.keys(modes).map((mode) => impersonate(world.demo, `in_${mode.toLowerCase()}`, mode))
  return Promise.all(prepared)
}

/** `GET /… .responses[].quality`: every field of an answer that asks for more than its call does. */
const guardedFields = () =>
  Object.entries<Route>(contract).flatMap(([key, { access, responses }]) =>
    Object.values(responses)
      .flatMap((schema) => (schema === null || schema === 'bytes' ? [] : guardedFieldsOf(schema)))
      .filter(({ feature }) => access !== 'public' && access.feature !== feature)
      .map(({ path }) => `${key} ${path.map((step) => (step === '[]' ? step : `.${step}`)).join('')}`),
  )

test('no answer holds what a mode may not read, in any of its fields', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const planted = await plantCanaries(world)
  const modes = await prepareModes(world)
  const { leaks, read } = await readAll(world, planted, Object.keys(accessTable), modes)
  expect(leaks).toEqual([])
  // Each guarded field was seen with a canary by somebody; a session that has just begun has none.
  const unseen = guardedFields().filter((field) => !read.some((seen) => seen.startsWith(field)))
  expect(unseen.filter((field) => !field.startsWith('POST /protocols/responses/{participant_id}/ '))).toEqual([])
})

test('a field that has lost its guard is found', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const planted = await plantCanaries(world)
  const modes = await prepareModes(world)
  const session = 'GET /protocols/responses/{participant_id}/{protocol_res_id}/'
  const list = 'GET /protocols/responses/{participant_id}/'
  const plant = async (field: Parameters<typeof guards.remove>[0]) => {
    const guard = guards.get(field)!
    guards.remove(field)
    const app = await buildBeside(world.demo)
    guards.add(field, guard)
    return (await readAll({ ...world, demo: { ...world.demo, app } }, planted, [session, list], modes)).leaks
  }
  expect(await plant(ItemResponse.shape.quality)).toContain(`${session}, recording, .responses[].quality.snr_db: snr`)
  expect(await plant(ProtocolResponseSummary.shape.comment)).toContain(`${list}, recording, [].comment: comment`)
})

test('an address without a row stops the start of the test application', () => {
  expect(() => requireListed(['GET /api/user/participants/:participant_id/secrets/'])).toThrow(
    'GET /api/user/participants/:participant_id/secrets/',
  )
  expect(() => requireListed(Object.keys(contract))).not.toThrow()
  // A row of a call that is no more is struck out.
  expect(Object.keys(accessTable).filter((key) => !(key in contract))).toEqual([])
})
