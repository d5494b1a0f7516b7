import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { TakeoutId } from '@fonema/contract'
import { functionVersions } from '@fonema/speech'
import { expect, test } from 'vitest'
import { sha256, unzip } from '../../testing/archives.ts'
import { freshDraft, signWith } from '../../testing/clinical-report.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { measureTake } from '../analysis/jobs.ts'
import { readCsv } from '../platform/csv/read-csv.ts'
import { makeTakeout, maxAttempts } from './jobs.ts'

type Headers = { authorization: string }

async function prepare(environment = {}) {
  const demo = await buildTestApp(environment)
  const { app, organizationId: organization_id } = demo
  const examiner = await demo.signIn('examiner@demo.example')
  const manager = await demo.signIn('manager@demo.example')
  const post = (headers: Headers, path: string, payload: object = {}) =>
    app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
  const list = async (headers: Headers, path = 'takeouts/') =>
    (await app.inject({ url: `/api/${path}`, headers })).json()
  const work = (takeout: { uuid: TakeoutId }, deps: Partial<TestApp> = {}) =>
    makeTakeout({ ...demo, ...deps }, { organization_id, takeout_id: takeout.uuid })
  const linkOf = (headers: Headers, uuid: string) => post(headers, `takeouts/download_link/${uuid}/`)
  /** A participant with one recorded and one skipped item. */
  async function record(headers: Headers, code: string, first_name = 'Ana') {
    const { participant, items, itemUrl } = await startTestSession(demo, headers, code)
    const form = formOf(toneWav(4))
    const sent = { ...headers, ...form.headers }
    await app.inject({ method: 'POST', url: itemUrl(items[0]!), headers: sent, payload: form.payload })
    const skip = { skipped_purpose: '=HYPERLINK("http://x")' }
    const skippable = items.find((item) => item.skippable && item !== items[0])
    if (skippable) await app.inject({ method: 'POST', url: itemUrl(skippable), headers, payload: skip })
    const url = `/api/user/participants/${participant.id}/`
    await app.inject({ method: 'PATCH', url, headers, payload: { first_name } })
    return participant as { id: string }
  }
  return { ...demo, examiner, manager, post, list, work, linkOf, record }
}

const tableOf = async (members: Map<string, Buffer>, name: string) => {
  const { header, rows } = await readCsv(members.get(name)!)
  return rows.map(({ cells }) => Object.fromEntries(header.map((column, i) => [column, cells[i] ?? ''])))
}

test('a takeout has only the examiner’s own data, matches its manifest, and contains no formula', async () => {
  const { app, examiner, post, list, work, linkOf, record, signIn } = await prepare()
  await record(examiner, 'P 1', '=1+1')
  const colleague = await signIn('colleague@demo.example')
  await record(colleague, 'C1', 'Secreta')
  const ordered = await post(examiner, 'takeouts/')
  expect([ordered.statusCode, ordered.json()]).toMatchObject([
    201,
    { status: 'pending', error: null, include_audio: true, progress: 0, size: null, participant: null },
  ])
  const { uuid } = ordered.json()
  expect((await linkOf(examiner, uuid)).json()).toMatchObject({ code: 'takeout_pending' })
  await work({ uuid })
  const [complete] = await list(examiner)
  expect(complete).toMatchObject({ uuid, status: 'complete', progress: 1 })

  const { url } = (await linkOf(examiner, uuid)).json()
  const whole = await app.inject({ url })
  expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="fonema-[\d-]+\.zip"/)
  expect(whole.rawPayload.length).toBe(complete.size)
  const members = await unzip(whole.rawPayload)
  const manifest = JSON.parse(members.get('manifest.json')!.toString())
  expect(manifest).toMatchObject({ schema_version: 7, scope: 'own', include_audio: true, problems: [] })
  const listed = manifest.members as { path: string; size: number; sha256: string }[]
  expect([...listed.map(({ path }) => path), 'manifest.json'].sort()).toEqual([...members.keys()].sort())
  for (const { path, size, sha256: hash } of listed)
    expect([path, members.get(path)!.length, sha256(members.get(path)!)]).toEqual([path, size, hash])
  for (const name of ['participants', 'protocol_responses', 'items', 'scores', 'transcripts', 'data_dictionary'])
    expect([...members.keys()]).toContain(`${name}.csv`)
  expect(members.get('README.txt')!.toString()).toContain('Exportación de datos')

  const [person, ...others] = await tableOf(members, 'participants.csv')
  expect(others).toEqual([])
  expect(person).toMatchObject({ code: 'P 1', first_name: "'=1+1", consent_research: 'false' })
  expect(person!.participant).toMatch(/^sub-P1x[0-9a-f]{8}$/)
  const items = await tableOf(members, 'items.csv')
  const spoken = items.find(({ audio }) => audio !== '')!
  expect(spoken.audio).toMatch(/^audio\/sub-P1x\w+\/ses-\w+\/sub-P1x\w+_ses-\w+_task-[A-Za-z0-9]+_run-01_audio\.wav$/)
  expect(members.get(spoken.audio!)!.equals(toneWav(4))).toBe(true)
  expect(spoken.sha256).toBe(sha256(toneWav(4)))
  expect(items.some(({ skipped_purpose }) => skipped_purpose === `'=HYPERLINK("http://x")`)).toBe(true)
  for (const bytes of members.values()) expect(bytes.includes('Secreta')).toBe(false)

  // In ranges, as a browser resumes a broken download.
  const first = await app.inject({ url, headers: { range: 'bytes=0-999' } })
  const rest = await app.inject({ url, headers: { range: 'bytes=1000-' } })
  expect([first.statusCode, rest.statusCode]).toEqual([206, 206])
  expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(whole.rawPayload)).toBe(true)
})

test('a takeout has the indices of sessions, or the reason why an index is missing', async () => {
  const { app, database, organizationId, examiner, post, work, linkOf, record, clock } = await prepare()
  await record(examiner, 'P1')
  await database.tenant(organizationId, async (tx) => {
    const { id, protocol_response_id } = await tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
      .select(['takes.id', 'protocol_response_id'])
      .executeTakeFirstOrThrow()
    const of = { organization_id: organizationId, protocol_response_id, speech_take_id: id, vowel_take_id: id }
    const result = {
      version: 1,
      status: 'ready',
      scores: '{"avqi": 2.5, "cpps": 13}',
      updated_at: clock.now(),
    } as const
    await tx
      .insertInto('session_indices')
      .values({ id: randomUUID(), ...of, ...result, name: 'avqi', reason: null })
      .execute()
    const none = { ...result, status: 'withheld', scores: '{}', reason: 'too_little_voice' } as const
    await tx
      .insertInto('session_indices')
      .values({ id: randomUUID(), ...of, ...none, name: 'other' })
      .execute()
  })
  const indices = async () => {
    const { uuid } = (await post(examiner, 'takeouts/')).json()
    await work({ uuid })
    const { url } = (await linkOf(examiner, uuid)).json()
    const rows = await tableOf(await unzip((await app.inject({ url })).rawPayload), 'indices.csv')
    return rows.map(({ index, status, reason, score, value }) => [index, status, reason, score, value])
  }
  expect((await indices()).sort()).toEqual([
    ['avqi', 'ready', '', 'avqi', '2.5'],
    ['avqi', 'ready', '', 'cpps', '13'],
    ['other', 'withheld', 'too_little_voice', '', ''],
  ])
})

test('a takeout has the functionals of each measured take with their dictionary; no answer of the API has them', async () => {
  const demo = await prepare()
  const { app, database, organizationId: organization_id, examiner, post, work, linkOf, record } = demo
  const participant = await record(examiner, 'P1')
  const { id: take_id, session } = await database.tenant(organization_id, (tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
      .select(['takes.id', 'protocol_response_id as session'])
      .executeTakeFirstOrThrow(),
  )
  await measureTake(demo, { organization_id, take_id })
  const { uuid } = (await post(examiner, 'takeouts/')).json()
  await work({ uuid })
  const { url } = (await linkOf(examiner, uuid)).json()
  const members = await unzip((await app.inject({ url })).rawPayload)
  const [row, ...others] = await tableOf(members, 'functionals.csv')
  expect(others).toEqual([])
  expect(row).toMatchObject({ take: '1', counts: 'true', function_version: String(functionVersions.spectrum) })
  // The tone has 150 Hz and 4 s.
  expect(Number(row!.fn_f0_st_mean)).toBeCloseTo(12 * Math.log2(150 / 27.5), 2)
  expect(Number(row!.fn_voiced_segments_per_s)).toBeCloseTo(0.25, 2)
  const described = (await tableOf(members, 'data_dictionary.csv')).filter(({ table }) => table === 'functionals')
  expect(described.map(({ column }) => column)).toEqual(Object.keys(row!))
  expect(described.find(({ column }) => column === 'fn_f0_st_mean')!.meaning).toContain(
    "openSMILE's F0semitoneFrom27.5Hz_sma3nz_amean",
  )
  const answer = await app.inject({ url: `/api/protocols/responses/${participant.id}/${session}/`, headers: examiner })
  expect([answer.statusCode, answer.body.includes('spec_cog_hz'), answer.body.includes('fn_')]).toEqual([
    200,
    true,
    false,
  ])
})

test('one takeout a day for each list, also with concurrent orders; another on the next day', async () => {
  const { clock, signIn, examiner, manager, post, list } = await prepare()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(examiner, 'takeouts/')))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  for (const { statusCode, body } of answers)
    if (statusCode !== 201) expect([statusCode, body]).toEqual([400, '{"code":"already_created_today"}'])
  expect(await list(examiner)).toHaveLength(1)
  const owner = await signIn('owner@demo.example')
  const asked = [manager, owner].flatMap((who) => Array.from({ length: 10 }, () => post(who, 'takeouts/organization/')))
  expect((await Promise.all(asked)).filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  clock.advance(24 * 3600)
  const tomorrow = await signIn('examiner@demo.example')
  expect((await post(tomorrow, 'takeouts/')).statusCode).toBe(201)
  expect(await list(tomorrow)).toHaveLength(2)
})

test('a range is in the clinic’s days and ends today at the latest', async () => {
  const { clock, examiner, post, list, work, linkOf, record, app } = await prepare()
  const day = (days: number) => new Date(clock.now().getTime() - (days * 24 + 3) * 3600_000).toISOString().slice(0, 10)
  const refused = [{ start_date: day(1), end_date: day(2) }, { end_date: day(-1) }, { start_date: day(-1) }]
  for (const payload of refused)
    expect((await post(examiner, 'takeouts/', payload)).json()).toEqual({ code: 'invalid_range' })
  expect((await post(examiner, 'takeouts/', { start_date: '2026-02-30' })).json()).toEqual({ start_date: ['invalid'] })
  expect((await post(examiner, 'takeouts/', { all: true })).json()).toEqual({ all: ['unknown_field'] })
  await record(examiner, 'P1')
  const range = { start_date: day(40), end_date: day(10), include_audio: false }
  const { uuid } = (await post(examiner, 'takeouts/', range)).json()
  await work({ uuid })
  expect((await list(examiner))[0]).toMatchObject({ ...range, status: 'complete' })
  const { url } = (await linkOf(examiner, uuid)).json()
  const members = await unzip((await app.inject({ url })).rawPayload)
  expect(await tableOf(members, 'participants.csv')).toEqual([])
  expect([...members.keys()].filter((name) => name.startsWith('audio/'))).toEqual([])
})

test('a takeout belongs to its creator, or to the managers; each use of a link checks access again', async () => {
  const { app, database, organizationId, signIn, examiner, manager, post, work, linkOf, record } = await prepare()
  await record(examiner, 'P1')
  const own = (await post(examiner, 'takeouts/')).json().uuid
  const whole = (await post(manager, 'takeouts/organization/')).json().uuid
  for (const uuid of [own, whole]) await work({ uuid })
  const [colleague, owner] = [await signIn('colleague@demo.example'), await signIn('owner@demo.example')]
  const stranger = await signIn('examiner@other.example')
  const expected: [string, Headers, string, number][] = [
    ['own', examiner, own, 200],
    ['own of a colleague', colleague, own, 404],
    ['own, manager', manager, own, 404],
    ['own, other clinic', stranger, own, 404],
    ['organisation', manager, whole, 200],
    ['organisation, owner', owner, whole, 200],
    ['organisation, examiner', examiner, whole, 404],
    ['organisation, other clinic', stranger, whole, 404],
  ]
  for (const [name, headers, uuid, status] of expected)
    expect([name, (await linkOf(headers, uuid)).statusCode]).toEqual([name, status])

  const { url } = (await linkOf(manager, whole)).json()
  expect((await app.inject({ url })).statusCode).toBe(200)
  await database.tenant(organizationId, (tx) =>
    tx
      .deleteFrom('managers')
      .where('user_id', '=', tx.selectFrom('users').select('id').where('email', '=', 'manager@demo.example'))
      .execute(),
  )
  const later = await app.inject({ url })
  expect([later.statusCode, later.json()]).toEqual([403, { code: 'invalid_link' }])
  const signedOut = (await linkOf(examiner, own)).json()
  await post(examiner, 'user/logout/')
  expect((await app.inject({ url: signedOut.url })).statusCode).toBe(401)
})

test('the rights of the user who ordered a takeout are checked when it is packed', async () => {
  const { database, organizationId, signIn, examiner, manager, post, list, work } = await prepare()
  const { uuid } = (await post(manager, 'takeouts/organization/')).json()
  const role = await database.tenant(organizationId, async (tx) => {
    const { id } = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'manager@demo.example')
      .executeTakeFirstOrThrow()
    return tx.deleteFrom('managers').where('user_id', '=', id).returningAll().executeTakeFirstOrThrow()
  })
  await work({ uuid })
  const owner = await signIn('owner@demo.example')
  expect(await list(owner, 'takeouts/organization/')).toMatchObject([{ status: 'failed', error: 'permission_denied' }])
  // It still counts as today's takeout. Once the role is back, it can be retried.
  expect((await post(owner, 'takeouts/organization/')).json()).toEqual({ code: 'already_created_today' })
  await database.tenant(organizationId, (tx) => tx.insertInto('managers').values(role).execute())
  expect((await post(examiner, `takeouts/retry/${uuid}/`)).statusCode).toBe(404)
  expect((await post(owner, `takeouts/retry/${uuid}/`)).json()).toMatchObject({ status: 'pending', error: null })
  expect((await post(owner, `takeouts/retry/${uuid}/`)).statusCode).toBe(409)
  await work({ uuid })
  expect(await list(owner, 'takeouts/organization/')).toMatchObject([{ status: 'complete', error: null }])
})

test('a worker that died or returned too late leaves one complete takeout', async () => {
  const { store, examiner, post, list, work, record, app, linkOf } = await prepare()
  await record(examiner, 'P1')
  const { uuid } = (await post(examiner, 'takeouts/')).json()
  // The first worker stops in the middle of a recording and resumes after the second has finished.
  const stuck = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const slow: typeof store = {
    ...store,
    read: (key, range) => {
      const source = store.read(key, range)
      return (async function* () {
        reached.resolve()
        await stuck.promise
        yield* source
      })() as unknown as Readable
    },
  }
  const first = work({ uuid }, { store: slow })
  await reached.promise
  await work({ uuid })
  const [complete] = await list(examiner)
  expect(complete.status).toBe('complete')
  stuck.resolve()
  await first
  expect(await list(examiner)).toEqual([complete])
  const { url } = (await linkOf(examiner, uuid)).json()
  const members = await unzip((await app.inject({ url })).rawPayload)
  expect([...members.keys()].filter((name) => name.startsWith('audio/'))).toHaveLength(1)
})

test('a takeout that fails on every attempt has a reason; a damaged recording is reported', async () => {
  const { store, database, organizationId, examiner, post, list, work, record, app, linkOf } = await prepare()
  await record(examiner, 'P1')
  const { uuid } = (await post(examiner, 'takeouts/')).json()
  const full: typeof store = {
    ...store,
    stage: async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  }
  for (let attempt = 1; attempt < maxAttempts; attempt++)
    await expect(work({ uuid }, { store: full })).rejects.toThrow('no space')
  await work({ uuid }, { store: full })
  expect(await list(examiner)).toMatchObject([{ status: 'failed', error: 'storage_full' }])
  await post(examiner, `takeouts/retry/${uuid}/`)
  await database.tenant(organizationId, (tx) =>
    tx
      .updateTable('takes')
      .set({ sha256: '0'.repeat(64) })
      .execute(),
  )
  await work({ uuid })
  const { url } = (await linkOf(examiner, uuid)).json()
  const members = await unzip((await app.inject({ url })).rawPayload)
  const { problems } = JSON.parse(members.get('manifest.json')!.toString())
  expect(problems).toMatchObject([{ problem: 'altered' }])
  expect(members.get('README.txt')!.toString()).toContain('archivos que faltan o llegaron alterados: 1.')
})

test('a takeout has each signed report as file and as content, and no draft', async () => {
  const demo = await prepare()
  const { app, examiner, post, work, linkOf } = demo
  const { ids, number, url: report } = await freshDraft(demo, examiner)
  const signed = (await signWith(demo, examiner, report)).json()
  await post(examiner, `${report.slice('/api/'.length)}amend/`, { reason: 'x' })
  const { uuid } = (await post(examiner, 'takeouts/')).json()
  await work({ uuid })
  const { url } = (await linkOf(examiner, uuid)).json()
  const members = await unzip((await app.inject({ url })).rawPayload)
  const [row, ...others] = await tableOf(members, 'reports.csv')
  expect(others).toEqual([])
  expect(row).toMatchObject({ number, version: '1', session_id: ids.protocol_res_id, sha256: signed.pdf_sha256 })
  expect(sha256(members.get(row!.pdf!)!)).toBe(signed.pdf_sha256)
  expect(JSON.parse(members.get(row!.json!)!.toString())).toMatchObject({ number, signature: signed.signature })
})
