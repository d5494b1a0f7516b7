import { randomUUID } from 'node:crypto'
import { contract, guardedFieldsOf, guards, ItemResponse, ProtocolResponseSummary, type Route } from '@fonema/contract'
import { expect, test } from 'vitest'
import { type AccessActor, impersonate } from '../testing/access-actors.ts'
import { requestOf } from '../testing/access-call.ts'
import { type AccessRow, accessTable, requireListed } from '../testing/access-table.ts'
import { type AccessObject, type AccessWorld, buildAccessWorld } from '../testing/access-world.ts'
import { type Canary, type Planted, plantCanaries } from '../testing/canaries.ts'
import { withClient } from '../testing/database-setup.ts'
import { goodCall } from '../testing/good-calls.ts'
import { buildBeside, buildTestApp } from '../testing/test-app.ts'

type Cell = { key: string; row: AccessRow; actor: AccessActor; object: AccessObject | undefined }

/** The features of each mode, repeated here independently of the content that the server reads. */
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
  for (const feature of [row.feature, row.also])
    if (feature !== undefined && actor.mode !== undefined && !features[actor.mode]!.includes(feature))
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

/** Every object that a route's path can name. A route without ids has one cell per actor. */
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

/** On a busy machine the server refuses more than ten reads at once (platform/http/load-shedding.ts). */
const inEights = <T>(all: readonly T[]) =>
  Array.from({ length: Math.ceil(all.length / 8) }, (_, index) => all.slice(8 * index, 8 * index + 8))

/**
 * Makes the call of every cell of these rows. Returns the differences from the table, and the calls that nobody could
 * make.
 */
async function askAll(world: AccessWorld, keys: readonly string[]) {
  const violations: string[] = []
  const unreached: string[] = []
  let cells = 0
  for (const key of keys) {
    const row = accessTable[key]!
    let isReached = false
    for (const shared of objectsOf(world, key, row)) {
      const askAs = async (actor: AccessActor) => {
        const isPerson = row.objects === 'of the organisation'
        const object = isPerson ? await world.renew(shared!) : row.deletesFile ? await world.withFile(shared!) : shared
        const cell = { key, row, actor, object }
        const answer = await ask(world, cell)
        const { statusCode } = answer
        isReached ||= row.reached === undefined ? statusCode < 300 : statusCode === row.reached
        // Without objects, the status of the row is how the call answers whoever may make it.
        const isReply = row.objects === undefined && row.to !== 'whoever was granted it' && statusCode === row.reached
        const isRefused = [401, 403, 404].includes(statusCode) && row.to !== 'everybody' && !isReply
        const got = isRefused ? `${statusCode} ${answer.json().code}` : statusCode >= 500 ? `${statusCode}` : admitted
        const expected = expectedOf(cell)
        cells++
        if (got !== expected) violations.push(`${key}, ${actor.name}, ${object?.name ?? ''}: ${got}, not ${expected}`)
        // A refusal contains only its code: another's object is answered exactly like a missing one.
        if (expected === '404 not_found' && answer.body !== '{"code":"not_found"}')
          violations.push(`${key}, ${actor.name}, ${object?.name ?? ''}: ${answer.body}`)
      }
      for (const actors of inEights(world.actors)) await Promise.all(actors.map(askAs))
    }
    if (!isReached) unreached.push(key)
    await world.restore()
  }
  return { violations, unreached, cells }
}

// Thousands of calls take long on a busy machine.
const patience = { timeout: 300_000 }

test('every call answers every actor about every object as in the table', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const { violations, unreached, cells } = await askAll(world, Object.keys(accessTable))
  expect(violations).toEqual([])
  // Each call succeeds for somebody, so the refusals are not caused by the test itself.
  expect(unreached).toEqual([])
  expect(cells).toBeGreaterThan(3_500)
  process.stdout.write(`${cells} cells of ${Object.keys(accessTable).length} calls × ${world.actors.length} actors\n`)
})

// These faults are planted one after the other in one world: to build it takes longer than to ask.
test('detects wrong rights of a route, a missing check of the owner and missing isolation', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  await detectWrongRights(world)
  await detectMissingOwnerCheck(world)
  await detectMissingIsolation(world)
})

/** Routes that require too few or too many rights. */
async function detectWrongRights(world: AccessWorld) {
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
  // The feature is not required, so a mode without it is admitted.
  expect(await plant('GET /files/{participant_id}/', { role: 'examiner' })).toContain(
    'GET /files/{participant_id}/, recorder, as the examiner in mode recording, own: admitted, not 403 feature_disabled',
  )
}

/** A call that does not check the owner of the object. */
async function detectMissingOwnerCheck(world: AccessWorld) {
  const { database, organizationId } = world.demo
  // Gives every participant of the organisation to the colleague, so the examiner has none.
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
}

/** Missing isolation between organisations. */
async function detectMissingIsolation(world: AccessWorld) {
  const { rows } = await withClient(world.demo.url, (client) =>
    client.query<{ name: string }>('select oid::regclass::text as name from pg_class where relrowsecurity'),
  )
  const statements = rows.map(({ name }) => `alter table ${name} disable row level security`)
  await withClient(world.demo.url, (client) => client.query(statements.join(';')))
  const { violations } = await askAll(world, ['PATCH /organizations/user/{user_id}/'])
  expect(violations).toContain(
    "PATCH /organizations/user/{user_id}/, manager, other organisation's: admitted, not 404 not_found",
  )
}

/** Every value and every member name in an answer, with its path. */
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

/** Makes each call in each mode that allows it. Returns the fields in which canaries were read, and the leaks. */
async function readAll(world: AccessWorld, planted: Planted, keys: readonly string[], modes: readonly AccessActor[]) {
  const { canaries, payloads, repeats } = planted
  const leaks: string[] = []
  const read = new Set<string>()
  for (const key of keys) {
    const { to, feature, also } = accessTable[key]!
    // The calls of the second factor need a later clock, and return no data of participants.
    if ((to !== 'examiner' && to !== 'signed in') || key.includes(' /user/mfa/')) continue
    for (const { headers, mode } of modes) {
      if ([feature, also].some((each) => each !== undefined && !features[mode!]!.includes(each))) continue
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

/** The shipped modes, and for each of two reading features a mode with all features but this one. */
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

/** `GET /… .responses[].quality`: every field of an answer that requires a feature beyond those of its call. */
const guardedFields = () =>
  Object.entries<Route>(contract).flatMap(([key, { access, responses }]) =>
    Object.values(responses)
      .flatMap((schema) => (schema === null || schema === 'bytes' ? [] : guardedFieldsOf(schema)))
      .filter(({ feature }) => access !== 'public' && access.feature !== feature && access.also !== feature)
      .map(({ path }) => `${key} ${path.map((step) => (step === '[]' ? step : `.${step}`)).join('')}`),
  )

test(
  'no answer contains a field that the mode may not read, and a field without its guard is detected',
  patience,
  async () => {
    const world = await buildAccessWorld(await buildTestApp())
    const planted = await plantCanaries(world)
    const modes = await prepareModes(world)
    // First, because the calls below change what was planted.
    await detectMissingGuards(world, planted, modes)
    const { leaks, read } = await readAll(world, planted, Object.keys(accessTable), modes)
    expect(leaks).toEqual([])
    // Each guarded field was read with a canary in some mode. A new session has none.
    const unseen = guardedFields().filter((field) => !read.some((seen) => seen.startsWith(field)))
    expect(unseen.filter((field) => !field.startsWith('POST /protocols/responses/{participant_id}/ '))).toEqual([])
  },
)

async function detectMissingGuards(world: AccessWorld, planted: Planted, modes: readonly AccessActor[]) {
  const session = 'GET /protocols/responses/{participant_id}/{protocol_res_id}/'
  const list = 'GET /protocols/responses/{participant_id}/'
  const plant = async (...fields: Parameters<typeof guards.remove>[0][]) => {
    const removed = fields.map((field) => [field, guards.get(field)!] as const)
    for (const field of fields) guards.remove(field)
    const app = await buildBeside(world.demo)
    for (const [field, guard] of removed) guards.add(field, guard)
    return (await readAll({ ...world, demo: { ...world.demo, app } }, planted, [session, list], modes)).leaks
  }
  const qualities = ItemResponse.options.map(({ shape }) => shape.quality)
  expect(await plant(...qualities)).toContain(`${session}, recording, .responses[].quality.snr_db: snr`)
  expect(await plant(ProtocolResponseSummary.shape.comment)).toContain(`${list}, recording, [].comment: comment`)
}

test('an address without a row stops the start of the test application', () => {
  expect(() => requireListed(['GET /api/user/participants/:participant_id/secrets/'])).toThrow(
    'GET /api/user/participants/:participant_id/secrets/',
  )
  expect(() => requireListed(Object.keys(contract))).not.toThrow()
  // Rows of removed calls must be deleted.
  expect(Object.keys(accessTable).filter((key) => !(key in contract))).toEqual([])
})
