// @module-tag long
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readAudioFile } from '@fonema/audio'
import type { SessionId, SessionIndex } from '@fonema/contract'
import { measureAvqi } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { contentFolder } from '../../app.ts'
import { measureTake } from '../jobs.ts'
import { computeIndex, giveUpIndex, planIndexRenewal } from './job.ts'
import { sessionsAwaitingIndex } from './queries.ts'

const recorded = (name: string) => path.join(contentFolder, 'demo', 'audio', name)
const [counting, vowel, reading] = ['counting', 'vowel-1', 'reading'].map((item) => recorded(`carmen-1/${item}.flac`))

/** A session of a shipped protocol, and what a worker does with it. */
async function openSession(language = 'es-ES', protocolName = 'Voz y articulación') {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    (await demo.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })).json()
  const participant = await call('POST', '/user/participants/', { code: 'P-1', locale: demo.localeId('es-AR') })
  const protocols: { id: string; name: string; locale: { code: string } }[] = await call('GET', '/protocols/examiner/')
  const protocol = protocols.find(({ name, locale }) => locale.code === language && name === protocolName)!
  const sessions = `/protocols/responses/${participant.id}/`
  const session = await call('POST', sessions, { protocol_id: protocol.id })
  const url = `${sessions}${session.id}/`
  const itemUrl = (order: number) => `${url}item/${session.protocol.items[order - 1].id}/`
  const record = async (order: number, file: string, take = 1) => {
    const form = formOf(await readFile(file), { take: String(take) })
    const answer = await demo.app.inject({
      method: 'POST',
      url: `/api${itemUrl(order)}`,
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
    expect(answer.statusCode).toBe(201)
  }
  const { organizationId } = demo
  const job = { organization_id: organizationId, protocol_response_id: session.id as SessionId }
  const measureAll = async () => {
    const takes = await demo.database.tenant(organizationId, (tx) => tx.selectFrom('takes').select('id').execute())
    for (const { id } of takes) await measureTake(demo, { organization_id: organizationId, take_id: id })
  }
  const queued = async () => {
    const jobs = sql<{ id: string }>`select id from pgboss.job where name = 'compute-index'`
    return (await jobs.execute(demo.database.shared)).rows.length
  }
  const read = async (): Promise<SessionIndex[]> => (await call('GET', url)).indices
  /** Takes the waiting jobs out of the queue, as a worker would. */
  const takeJobs = () => sql`delete from pgboss.job where name = 'compute-index'`.execute(demo.database.shared)
  const compute = () => computeIndex(demo, job)
  const evolution = () => call('GET', `${url.replace(session.id, 'evolution')}?protocol_response_ids=${session.id}`)
  const isAwaited = () =>
    demo.database.tenant(organizationId, async (tx) => (await sessionsAwaitingIndex(tx, [session.id])).has(session.id))
  /** How many people speak in the counting. */
  const speak = (people: number) =>
    demo.app.inject({ method: 'PATCH', url: `/api${itemUrl(4)}speakers/`, headers, payload: { people } })
  return { demo, record, measureAll, queued, takeJobs, read, job, call, itemUrl, compute, evolution, isAwaited, speak }
}

test('a session has an AVQI once its counting and its vowel are measured, and no DSI', async () => {
  const { demo, record, measureAll, queued, read, compute, job, isAwaited } = await openSession()
  expect(await read()).toMatchObject([
    { name: 'avqi', status: 'withheld', reason: 'not_recorded' },
    { name: 'dsi', status: 'withheld', reason: 'needs_calibrated_microphone', scores: {} },
  ])
  await record(1, vowel!)
  await record(4, counting!)
  await compute()
  expect((await read())[0]).toMatchObject({ status: 'pending', scores: {} })
  await measureAll()
  expect(await queued()).toBe(2)
  expect(await isAwaited()).toBe(true)
  await compute()
  expect(await isAwaited()).toBe(false)

  const [speech, sustained] = [await readAudioFile(counting!), await readAudioFile(vowel!)]
  const [avqi] = await read()
  expect(avqi).toMatchObject({ version: '03.01', status: 'ready', reason: null, sample_rate: 32_000, syllables: 44 })
  expect(avqi!.scores).toEqual(measureAvqi(speech, sustained, 'middle'))
  // No study is known for Spanish.
  expect(avqi!.cut_off).toBeNull()

  // Another delivery measures nothing again, and a current index is not renewed.
  demo.clock.advance(60)
  await compute()
  const rows = () =>
    demo.database.tenant(job.organization_id, (tx) => tx.selectFrom('session_indices').select('updated_at').execute())
  const [{ updated_at }] = (await rows()) as [{ updated_at: Date }]
  expect(updated_at).toEqual(new Date(demo.clock.now().getTime() - 60_000))
  const before = await queued()
  await planIndexRenewal(demo)
  expect(await queued()).toBe(before)
})

test('where somebody else speaks, there is no AVQI, and it returns with the participant alone', async () => {
  const { record, measureAll, read, compute, evolution, ...session } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await measureAll()
  await compute()
  const [first] = await read()
  expect(first!.status).toBe('ready')
  const speak = async (people: number) => {
    await session.speak(people)
    await measureAll()
    await compute()
    return (await read())[0]
  }
  const withheld = { status: 'withheld', reason: 'others_speak', scores: {} }
  expect(await speak(2)).toMatchObject(withheld)
  expect((await evolution()).indices).toEqual([])
  expect(await speak(1)).toEqual(first)
  expect((await evolution()).indices).toHaveLength(1)
})

test('where somebody else speaks before the AVQI is there, nobody waits for it', async () => {
  const { record, measureAll, read, compute, speak, isAwaited } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await speak(2)
  await measureAll()
  await compute()
  expect((await read())[0]).toMatchObject({ status: 'withheld', reason: 'others_speak', scores: {} })
  expect(await isAwaited()).toBe(false)
})

test('an AVQI of noisy recordings is doubtful, in the session and over time', async () => {
  const { record, measureAll, read, compute, evolution } = await openSession('es-ES', 'Sesión breve')
  const recordAll = async (folder: string, take: number) => {
    await record(1, recorded(`${folder}/sustained-a.flac`), take)
    await record(3, recorded(`${folder}/sentence.flac`), take)
    await measureAll()
    await compute()
    return [(await read())[0], (await evolution()).indices[0].points[0]]
  }
  const [noisy, then] = await recordAll('walter-2', 1)
  expect(noisy).toMatchObject({ status: 'ready', doubts: ['noisy'] })
  expect(then.is_doubtful).toBe(true)
  const [quiet, later] = await recordAll('walter-3', 2)
  expect(quiet).toMatchObject({ status: 'ready', doubts: [] })
  expect(later).not.toHaveProperty('is_doubtful')
  // The noise alone looked like a hoarse voice.
  expect(noisy!.scores.avqi! - quiet!.scores.avqi!).toBeGreaterThan(1)
})

test('another take makes the index pending until it is computed from the new one', async () => {
  const { demo, record, measureAll, read, compute, call, itemUrl, queued, job } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await measureAll()
  await compute()
  const [first] = await read()
  await record(1, recorded('carmen-2/vowel-1.flac'), 2)
  expect((await read())[0]).toMatchObject({ status: 'pending', scores: {} })
  await measureAll()
  await compute()
  const [second] = await read()
  expect(second!.status).toBe('ready')
  expect(second!.scores.avqi).not.toBe(first!.scores.avqi)

  // The earlier take is measured already: its choice alone plans the index.
  const before = await queued()
  await call('PATCH', itemUrl(1), { take: 1 })
  expect(await queued()).toBe(before + 1)
  await compute()
  expect((await read())[0]).toEqual(first)

  // Erasing the participant erases the index with the takes.
  const left = await demo.database.tenant(job.organization_id, async (tx) => {
    await sql`select erase_participant(id) from participants where code = 'P-1'`.execute(tx)
    return tx.selectFrom('session_indices').select('id').execute()
  })
  expect(left).toEqual([])
})

test('an older version of the index is planned again, once for all workers and restarts', async () => {
  const { demo, record, measureAll, read, compute, job, queued, takeJobs } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await measureAll()
  await planIndexRenewal(demo)
  expect(await queued()).toBe(2) // those that the measures planned
  await takeJobs()
  await Promise.all([planIndexRenewal(demo), planIndexRenewal(demo)])
  await planIndexRenewal(demo)
  expect(await queued()).toBe(1)
  await takeJobs()
  await compute()
  const current = await read()
  await demo.database.tenant(job.organization_id, (tx) =>
    tx.updateTable('session_indices').set({ version: 0, scores: '{"avqi": 1}' }).execute(),
  )
  expect((await read())[0]).toMatchObject({ status: 'pending' })
  await planIndexRenewal(demo)
  expect(await queued()).toBe(1)
  await compute()
  expect(await read()).toEqual(current)
})

test('only as many sessions wait for their index as fit, newest first, and the others follow', async () => {
  const { demo, record, measureAll, job, takeJobs } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await measureAll()
  // Two more sessions with the same takes, of earlier days.
  const sessions = await demo.database.tenant(job.organization_id, async (tx) => {
    for (const days of [1, 2])
      await sql`
        with session as (
          insert into protocol_responses
          select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
            'date_created', s.date_created - make_interval(days => ${days})))).*
          from protocol_responses s where s.id = ${job.protocol_response_id} returning id
        ), answers as (
          insert into item_responses
          select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'protocol_response_id', session.id))).*
          from item_responses r, session where r.protocol_response_id = ${job.protocol_response_id} returning id, protocol_item_id
        )
        insert into takes
        select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'item_response_id', answers.id,
          'object_key', gen_random_uuid()))).*
        from takes t join item_responses r on r.id = t.item_response_id
          and r.protocol_response_id = ${job.protocol_response_id}
        join answers on answers.protocol_item_id = r.protocol_item_id`.execute(tx)
    return tx.selectFrom('protocol_responses').select('id').orderBy('date_created', 'desc').execute()
  })
  await takeJobs()
  const waiting = async () => {
    const { rows } = await sql<{ session: string }>`
      select data ->> 'protocol_response_id' as session from pgboss.job where name = 'compute-index' order by created_on
    `.execute(demo.database.shared)
    return rows.map(({ session }) => session)
  }
  const ids = sessions.map(({ id }) => id)
  expect(ids).toHaveLength(3)
  const planning = planIndexRenewal(demo, { most: 1, batch: 1, everyMs: 10 })
  await expect.poll(waiting).toEqual(ids.slice(0, 1))
  for (let look = 0; look < 20; look++) expect(await waiting()).toEqual(ids.slice(0, 1))
  await sql`update pgboss.job set state = 'active' where name = 'compute-index'`.execute(demo.database.shared)
  await expect.poll(waiting).toEqual(ids.slice(0, 2))
  await sql`update pgboss.job set state = 'active' where name = 'compute-index'`.execute(demo.database.shared)
  await expect.poll(waiting).toEqual(ids)
  await sql`update pgboss.job set state = 'active' where name = 'compute-index'`.execute(demo.database.shared)
  await planning
})

test('gives the reason for an index that is not valid: other speech than asked, or too little voice', async () => {
  const long = await openSession()
  await long.record(1, vowel!)
  await long.record(4, reading!)
  await long.measureAll()
  await long.compute()
  expect((await long.read())[0]).toMatchObject({ status: 'withheld', reason: 'other_syllables', scores: {} })

  const short = await openSession('es-ES', 'Sesión breve')
  await short.record(1, recorded('nora-1/sustained-a.flac'))
  await short.record(3, recorded('nora-1/sentence.flac'))
  await short.measureAll()
  await short.compute()
  const [avqi] = await short.read()
  expect(avqi).toMatchObject({ status: 'withheld', reason: 'too_little_voice' })
  expect(avqi!.scores).not.toHaveProperty('avqi')
})

test('missing audio and a given-up job fail the index with the reason', async () => {
  const { demo, record, measureAll, read, compute, job } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await giveUpIndex(demo, job)
  expect((await read())[0]).toMatchObject({ status: 'pending' })
  await measureAll()
  await giveUpIndex(demo, job)
  expect((await read())[0]).toMatchObject({ status: 'failed', reason: 'not_measured', scores: {} })
  const takes = await demo.database.tenant(job.organization_id, (tx) =>
    tx.selectFrom('takes').select('object_key').execute(),
  )
  for (const { object_key } of takes) await demo.store.remove(object_key)
  await compute()
  expect((await read())[0]).toMatchObject({ status: 'failed', reason: 'audio_missing', scores: {} })

  // Also when the recording itself could not be measured.
  await record(1, recorded('carmen-2/vowel-1.flac'), 2)
  const last = demo.database.tenant(job.organization_id, (tx) =>
    tx.selectFrom('takes').select('object_key').orderBy('id', 'desc').executeTakeFirstOrThrow(),
  )
  await demo.store.remove((await last).object_key)
  await measureAll()
  await compute()
  expect((await read())[0]).toMatchObject({ status: 'failed', reason: 'audio_missing', scores: {} })
})

test('the cut-off is that of the language and region, or what a manager entered with its reference', async () => {
  const english = await openSession('en-US', 'Voice and articulation')
  expect((await english.read())[0]!.cut_off).toMatchObject({
    value: 1.17,
    n_dysphonic: 148,
    sensitivity_pct: null,
    source: 'published',
    reference: expect.stringContaining('Castillo-Allendes'),
  })

  const { demo, read } = await openSession()
  const headers = await demo.signIn('manager@demo.example')
  const url = '/api/ai/cut_offs/'
  const change = (payload: object) => demo.app.inject({ method: 'PATCH', url, headers, payload })
  const cut_off = { value: 2.28, sensitivity_pct: 80, specificity_pct: null, n: 120, reference: 'Own study, 2025' }
  expect((await change({ index: 'avqi', language: 'es', ...cut_off })).statusCode).toBe(204)
  expect((await read())[0]!.cut_off).toMatchObject({ ...cut_off, source: 'clinic' })
  expect((await change({ index: 'avqi', language: 'es', ...cut_off, value: 2.5 })).statusCode).toBe(204)
  const list = async () => (await demo.app.inject({ url, headers })).json()
  expect(await list()).toEqual([{ index: 'avqi', language: 'es', ...cut_off, value: 2.5 }])
  const refused = await change({ index: 'avqi', language: 'es', ...cut_off, reference: ' ' })
  expect([refused.statusCode, refused.json()]).toEqual([400, { reference: ['required'] }])
  expect((await change({ index: 'avqi', language: 'zz', ...cut_off })).json()).toEqual({ language: ['invalid'] })
  const other = await demo.signIn('examiner@other.example')
  expect((await demo.app.inject({ url, headers: other })).json()).toEqual([])
  expect((await change({ index: 'avqi', language: 'es', ...cut_off, value: null })).statusCode).toBe(204)
  expect(await list()).toEqual([])
  expect((await read())[0]!.cut_off).toBeNull()
})
