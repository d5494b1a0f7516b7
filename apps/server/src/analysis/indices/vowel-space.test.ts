// @module-tag long
import type { SessionId, SessionIndex } from '@fonema/contract'
import { writeWav16 } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { join, resonantVowel, silence } from '../../../../../packages/speech/src/test-signals.ts'
import { formOf } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { measureTake } from '../jobs.ts'
import { computeIndex, giveUpIndex, planIndexRenewal } from './job.ts'

const rate = 16_000
/** Two seconds of a man's vowel with these first formants, as a WAV file. */
const vowelOf = (f1: number, f2: number, level = 1) => {
  const second = resonantVowel(rate, 120, [f1, f2, 2600, 3500, 4500], 80)
  const samples = join(silence(rate, 0.6), second, second, silence(rate, 0.6))
  return Buffer.from(
    writeWav16(
      Int16Array.from(samples, (sample) => Math.round(32_000 * level * sample)),
      rate,
    ),
  )
}
const vowels = { a: vowelOf(730, 1090), i: vowelOf(270, 2290), u: vowelOf(300, 870) }

async function openSession() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await demo.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })).json()
  const participant = await call('POST', '/user/participants/', { code: 'P-1', locale: demo.localeId('es-AR') })
  const protocols: { id: string; name: string }[] = await call('GET', '/protocols/examiner/')
  const { id } = protocols.find(({ name }) => name === 'Tres vocales')!
  const url = `/protocols/responses/${participant.id}/`
  const session = await call('POST', url, { protocol_id: id })
  const items: string[] = session.protocol.items.map((item: { id: string }) => item.id)
  const record = async (order: number, wav: Buffer, take = 1) => {
    const form = formOf(wav, { take: String(take) })
    const answer = await demo.app.inject({
      method: 'POST',
      url: `/api${url}${session.id}/item/${items[order - 1]}/`,
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
    expect(answer.statusCode).toBe(201)
  }
  const { organizationId } = demo
  const job = { organization_id: organizationId, protocol_response_id: session.id as SessionId }
  const measureAll = async () => {
    const takes = await demo.database.tenant(organizationId, (tx) => tx.selectFrom('takes').select('id').execute())
    for (const take of takes) await measureTake(demo, { organization_id: organizationId, take_id: take.id })
  }
  const queued = async () => {
    const jobs = sql<{ id: string }>`select id from pgboss.job where name = 'compute-index'`
    return (await jobs.execute(demo.database.shared)).rows.length
  }
  const read = async (): Promise<SessionIndex> => {
    const indices: SessionIndex[] = (await call('GET', `${url}${session.id}/`)).indices
    expect(indices).toHaveLength(1)
    return indices[0]!
  }
  const evolution = () => call('GET', `${url}evolution/?protocol_response_ids=${session.id}`)
  const compute = () => computeIndex(demo, job)
  return { demo, items, record, measureAll, queued, read, evolution, job, compute }
}

test('a session has a vowel space once its three vowels are measured, anew with another take', async () => {
  const { demo, items, record, measureAll, queued, read, compute, job } = await openSession()
  expect(await read()).toMatchObject({ name: 'vowel_space', status: 'withheld', reason: 'vowel_missing', scores: {} })
  await record(1, vowels.a)
  await record(2, vowels.i)
  await measureAll()
  await compute()
  expect(await read()).toMatchObject({ status: 'withheld', reason: 'vowel_missing' })
  await record(3, vowels.u)
  await compute()
  expect(await read()).toMatchObject({ status: 'pending', scores: {} })
  await measureAll()
  expect(await queued()).toBe(3)
  await compute()
  const found = await read()
  const [a, i, u] = items
  expect(found).toMatchObject({ status: 'ready', reason: null, vowel: null, vowel_items: { a, i, u }, cut_off: null })
  // (870 + 1090 + 270 + 300) / (2290 + 730)
  expect(found.scores.fcr).toBeCloseTo(0.838, 1)
  expect(found.scores.vowel_space).toBeGreaterThan(0.25)
  expect(found.scores.vowel_space).toBeLessThan(0.36)

  // A current one is not renewed, an older version is.
  const before = await queued()
  await planIndexRenewal(demo)
  expect(await queued()).toBe(before)
  await demo.database.tenant(job.organization_id, (tx) =>
    tx.updateTable('session_indices').set({ version: 0 }).execute(),
  )
  expect(await read()).toMatchObject({ status: 'pending' })
  // A worker took the jobs that waited.
  await sql`delete from pgboss.job where name = 'compute-index'`.execute(demo.database.shared)
  await planIndexRenewal(demo)
  expect(await queued()).toBe(1)

  // Centralised vowels have a higher ratio.
  await record(2, vowelOf(380, 1900), 2)
  expect(await read()).toMatchObject({ status: 'pending' })
  await measureAll()
  await compute()
  expect((await read()).scores.fcr).toBeGreaterThan(found.scores.fcr! + 0.05)

  // Erasing the participant erases the vowel space with the takes.
  const left = await demo.database.tenant(job.organization_id, async (tx) => {
    await sql`select erase_participant(id) from participants where code = 'P-1'`.execute(tx)
    return tx.selectFrom('session_indices').select('id').execute()
  })
  expect(left).toEqual([])
})

test('names the vowel that prevents a vowel space, and fails with a reason', async () => {
  const { demo, record, measureAll, read, compute, job } = await openSession()
  await record(1, vowels.a)
  await record(2, vowels.i)
  await record(3, vowels.i)
  await measureAll()
  await giveUpIndex(demo, job)
  expect(await read()).toMatchObject({ status: 'failed', reason: 'not_measured', scores: {} })
  await compute()
  expect(await read()).toMatchObject({ status: 'withheld', reason: 'vowels_not_distinct', vowel: null, scores: {} })

  // Too faint to be judged.
  await record(3, vowelOf(300, 870, 0.0005), 2)
  await measureAll()
  await compute()
  expect(await read()).toMatchObject({ status: 'withheld', reason: 'poor_quality', vowel: 'u', scores: {} })
})

test('the evolution follows the area and the ratio of the vowel space', async () => {
  const { record, measureAll, compute, read, evolution, job } = await openSession()
  for (const [place, wav] of [vowels.a, vowels.i, vowels.u].entries()) await record(place + 1, wav)
  await measureAll()
  expect(await evolution()).toMatchObject({ indices: [], measuring: [job.protocol_response_id] })
  await compute()
  const { scores } = await read()
  const evolved = await evolution()
  expect(evolved.measuring).toEqual([])
  expect(evolved.indices).toMatchObject([
    { name: 'vowel_space', version: null, task: 'vowels/vowel_space', points: [{ raw: scores.vowel_space }] },
    { name: 'fcr', version: null, task: 'vowels/vowel_space', points: [{ raw: scores.fcr }] },
  ])

  // Of another take, it is still to come.
  await record(3, vowelOf(380, 1900), 2)
  await measureAll()
  expect(await evolution()).toMatchObject({ indices: [], measuring: [job.protocol_response_id] })
})
