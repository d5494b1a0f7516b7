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
  return { demo, headers, record, measureAll, queued, read, job, call, itemUrl, compute: () => computeIndex(demo, job) }
}

test('a session has an AVQI once its counting and its vowel are measured, and no DSI', async () => {
  const { demo, record, measureAll, queued, read, compute, job } = await openSession()
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
  await compute()

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
  const { demo, headers, record, measureAll, read, compute, itemUrl } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await measureAll()
  await compute()
  const [first] = await read()
  expect(first!.status).toBe('ready')
  const speak = async (people: number) => {
    const url = `/api${itemUrl(4)}speakers/`
    await demo.app.inject({ method: 'PATCH', url, headers, payload: { people } })
    await measureAll()
    await compute()
    return (await read())[0]
  }
  expect(await speak(2)).toMatchObject({ status: 'failed', scores: {} })
  expect(await speak(1)).toEqual(first)
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

test('an older version of the index is planned again', async () => {
  const { demo, record, measureAll, read, compute, job, queued } = await openSession()
  await record(1, vowel!)
  await record(4, counting!)
  await measureAll()
  const before = await queued()
  await planIndexRenewal(demo)
  expect(await queued()).toBe(before + 1)
  await compute()
  const current = await read()
  await demo.database.tenant(job.organization_id, (tx) =>
    tx.updateTable('session_indices').set({ version: 0, scores: '{"avqi": 1}' }).execute(),
  )
  expect((await read())[0]).toMatchObject({ status: 'pending' })
  await planIndexRenewal(demo)
  expect(await queued()).toBe(before + 2)
  await compute()
  expect(await read()).toEqual(current)
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
