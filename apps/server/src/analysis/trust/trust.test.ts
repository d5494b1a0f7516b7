import { randomUUID } from 'node:crypto'
import type { RecognitionAccuracy, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import type { TimedWord } from '../transcription/transcription.ts'
import { insertTranscript } from '../transcripts.ts'
import { isTrusted } from './service.ts'

const model_sha256 = 'a'.repeat(64)
const group = { language: 'es', category: 'sentence', model_sha256 }

/** A clinic with takes of one sentence, each with a recogniser's transcript and what a person made of it. */
async function prepare(transcripts: readonly { written: TimedWord[]; said: string }[]) {
  const demo = await buildTestApp()
  const { database, organizationId } = demo
  const examiner = await demo.signIn('examiner@demo.example')
  const { itemUrl, items } = await startTestSession(demo, examiner)
  const form = formOf(toneWav(3))
  const headers = { ...examiner, ...form.headers }
  await demo.app.inject({ method: 'POST', url: itemUrl(items[2]!), headers, payload: form.payload })
  await database.tenant(organizationId, async (tx) => {
    const { id } = await tx.selectFrom('takes').select('id').executeTakeFirstOrThrow()
    for (const [index, { written, said }] of transcripts.entries()) {
      const take_id = randomUUID() as TakeId
      const changes = sql`jsonb_build_object('id', ${take_id}::uuid, 'take', ${index + 2}::int, 'counts', false, 'object_key', ${take_id}::text)`
      await sql`insert into takes select (jsonb_populate_record(row, ${changes})).* from takes row where row.id = ${id}`.execute(
        tx,
      )
      const row = {
        organization_id: organizationId,
        take_id,
        segments: '[]',
        settings: '{}',
        model_words: null,
        is_calibrated: false,
        author_id: null,
        speech_span_s: 1,
        phonation_s: 1,
        created_at: new Date(),
      }
      await insertTranscript(tx, {
        ...row,
        id: randomUUID(),
        version: 1,
        text: written.map(({ text }) => text).join(' '),
        words: JSON.stringify(written),
        engine: 'sherpa',
        model: 'parakeet',
        model_sha256,
        based_on: null,
      })
      await insertTranscript(tx, {
        ...row,
        id: randomUUID(),
        version: 2,
        text: said,
        words: JSON.stringify(said.split(' ').map((text) => ({ text, start: null, end: null }))),
        engine: 'typed',
        model: null,
        model_sha256: null,
        based_on: 1,
      })
    }
  })
  const manager = await demo.signIn('manager@demo.example')
  const list = async () =>
    (await demo.app.inject({ url: '/api/ai/accuracy/', headers: manager })).json<RecognitionAccuracy[]>()
  const change = (is_trusted: boolean, changes = {}) =>
    demo.app.inject({
      method: 'PATCH',
      url: '/api/ai/accuracy/',
      headers: manager,
      payload: { ...group, is_trusted, ...changes },
    })
  const trusts = (words: readonly TimedWord[], changes = {}) =>
    database.tenant(organizationId, (tx) => isTrusted(tx, { ...group, ...changes }, words))
  return { demo, list, change, trusts }
}

const wordsOf = (text: string, confidence: number): TimedWord[] =>
  text.split(' ').map((word) => ({ text: word, start: null, end: null, confidence }))
const right = (confidence: number) => ({ written: wordsOf('uno dos eh tres', confidence), said: 'uno dos eh tres' })
const wrong = (confidence: number) => ({ written: wordsOf('uno dos seis', confidence), said: 'uno dos eh tres' })
const many = (count: number, one: (index: number) => ReturnType<typeof right>) =>
  Array.from({ length: count }, (_, i) => one(i))

test('the accuracy of a recogniser comes from the transcripts that people confirmed', async () => {
  const { list } = await prepare([right(0.9), wrong(0.5)])
  expect(await list()).toEqual([
    {
      ...group,
      model: 'parakeet',
      transcripts: 2,
      words: 8,
      word_error_rate: 2 / 8,
      letter_error_rate: expect.closeTo(5 / 24),
      fillers: 2,
      filler_recall: 0.5,
      // Ten words: four of 0.9 and two of three of 0.5 are right.
      calibration_error: expect.closeTo((4 * 0.1 + 0.5) / 7),
      proposed_confidence: null,
      trusted: null,
    },
  ])
})

test('a manager trusts a recogniser from the confidence that the transcripts support, and stops to', async () => {
  const { list, change, trusts } = await prepare([
    ...many(40, (i) => right(0.8 + i / 1000)),
    ...many(9, () => wrong(0.4)),
  ])
  expect(await trusts(wordsOf('uno dos', 0.95))).toBe(false)
  expect((await list())[0]).toMatchObject({ proposed_confidence: 0.8, trusted: null })
  expect((await change(true)).statusCode).toBe(204)
  expect((await list())[0]!.trusted).toMatchObject({ least_confidence: 0.8, transcripts: 49 })

  expect(await trusts(wordsOf('uno dos', 0.95))).toBe(true)
  expect(await trusts(wordsOf('uno dos', 0.79))).toBe(false)
  expect(await trusts([...wordsOf('uno', 0.95), { text: 'dos', start: null, end: null }])).toBe(false)
  for (const other of [
    { language: 'en' },
    { category: 'reading' },
    { model_sha256: 'b'.repeat(64) },
    { model_sha256: null },
  ])
    expect(await trusts(wordsOf('uno dos', 0.95), other), JSON.stringify(other)).toBe(false)

  expect((await change(false)).statusCode).toBe(204)
  expect(await trusts(wordsOf('uno dos', 0.95))).toBe(false)
})

test('too few transcripts, or unknown ones, support no trust', async () => {
  const { list, change } = await prepare(many(34, () => right(0.9)))
  expect((await list())[0]!.proposed_confidence).toBeNull()
  const refused = await change(true)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ is_trusted: ['not_supported'] })
  expect((await change(true, { language: 'en' })).statusCode).toBe(400)
})

test('trust can be withdrawn when another model made the newest transcripts', async () => {
  const { demo, list, change } = await prepare(many(35, () => right(0.9)))
  await change(true)
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx
      .updateTable('transcripts')
      .set({ model_sha256: 'b'.repeat(64) })
      .execute(),
  )
  const [, forgotten] = await list()
  expect(forgotten).toMatchObject({ ...group, transcripts: 0, trusted: { transcripts: 35 } })
  await change(false)
  expect(await list()).toHaveLength(1)
})
