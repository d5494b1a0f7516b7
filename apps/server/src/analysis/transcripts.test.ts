import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readWav, writeWav16 } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { contentFolder } from '../app.ts'
import { measureTake } from './jobs.ts'
import { planRenewal } from './renewal.ts'
import { retryUntranscribed, transcribeTake } from './transcribe-job.ts'
import { modelChecksum } from './transcription/made-with.ts'
import { readModel } from './transcription/model.ts'
import { makeNotSpeech, notSpeechRateHz } from './transcription/not-speech.fixture.ts'
import type { Transcriber } from './transcription/transcriber.ts'
import { createTranscriber } from './transcription/transcriber.ts'

const demonstrationModel = path.join(contentFolder, 'demo', 'model')
const numbers = () => readFile(path.join(import.meta.dirname, 'transcription/fixtures/es_numbers.wav'))
const nobody: Transcriber = { engineFor: async () => null }
const tiny: Transcriber = {
  engineFor: async () => ({ kind: 'sherpa', model: (await readModel(demonstrationModel))! }),
}
/** A recogniser whose words need confirmation by a person. */
const uncalibrated: Transcriber = {
  engineFor: async () => {
    const { folder, manifest } = (await readModel(demonstrationModel))!
    return { kind: 'sherpa', model: { folder, manifest: { ...manifest, calibrated: false } } }
  },
}

type Result = {
  feature_extraction_func: { entry: string }
  status: string
  error: string | null
  scores: Record<string, number>
  missing: Record<string, string>
  data: {
    transcript?: string
    transcript_version?: number
    confirmed?: boolean
    engine?: string
    model_words?: number
    words?: { text: string; start: number | null; doubt?: string }[]
    words_count?: { words: Record<string, number>; all_words?: Record<string, number> }
  }
}

/** A recorded sentence (the third item of the short protocol) and helpers to read its results. */
async function prepareSentence(transcriber: Transcriber, wav?: Buffer) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { itemUrl, items, sessionUrl } = await startTestSession(demo, headers)
  const item = items[2]!
  const form = formOf(wav ?? (await numbers()))
  const answered = await demo.app.inject({
    method: 'POST',
    url: itemUrl(item),
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  expect(answered.statusCode).toBe(201)
  const { id: take_id } = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('takes').select('id').executeTakeFirstOrThrow(),
  )
  const job = { organization_id: demo.organizationId, take_id }
  const deps = { ...demo, transcriber }
  const url = `${itemUrl(item)}transcript/`
  const resultOf = async (entry: string): Promise<Result> =>
    (await demo.app.inject({ url: sessionUrl, headers }))
      .json()
      .responses[0].feature_extraction_res.find((result: Result) => result.feature_extraction_func.entry === entry)
  const versions = async () => (await demo.app.inject({ url, headers })).json()
  const type = (payload: object, by = headers) => demo.app.inject({ method: 'POST', url, headers: by, payload })
  return { ...deps, deps, headers, item, job, url, itemUrl, items, resultOf, versions, type }
}

test('a recording becomes words, and words become measures', async () => {
  const { deps, job, resultOf, versions } = await prepareSentence(tiny)
  await measureTake(deps, job)
  await transcribeTake(deps, job)
  const transcript = await resultOf('transcript')
  expect(transcript).toMatchObject({ status: 'ready', error: null, scores: {} })
  expect(transcript.data).toMatchObject({
    transcript: 'catorce diecinueve cinco cero dieciséis',
    transcript_version: 1,
    engine: 'sherpa',
    model: 'demonstration',
    model_words: 228,
    words_count: { words: { catorce: 1, cero: 1, cinco: 1, dieciséis: 1, diecinueve: 1 } },
  })
  expect(transcript.data.words?.[0]?.start).toBeCloseTo(0.2, 1)
  const lexical = await resultOf('lexical')
  expect(lexical).toMatchObject({
    status: 'ready',
    data: {
      transcript_version: 1,
      model: 'demonstration',
      model_sha256: await modelChecksum((await readModel(demonstrationModel))!),
      settings: { language: 'es', voice_activity: 'silero-vad-5', decoding: 'greedy_search', sherpa_onnx: '1.13.8' },
    },
  })
  expect(lexical.scores).toMatchObject({ tokens: 5, types: 5, ttr: 1 })
  expect(lexical.scores.word_error_rate_pct).toBeGreaterThanOrEqual(100)
  const timing = await resultOf('timing')
  expect(lexical.scores.words_per_min).toBeCloseTo((60 * 5) / timing.scores.speech_span_s!, 9)
  expect(await versions()).toMatchObject([{ version: 1, author: null, engine: 'sherpa', based_on: null }])
  // A repeated delivery of the same job changes nothing.
  await transcribeTake(deps, job)
  expect(await versions()).toHaveLength(1)
})

test('a correction keeps the original and its times, and renews the measures', async () => {
  const { deps, job, resultOf, versions, type } = await prepareSentence(tiny)
  await transcribeTake(deps, job)
  const text = 'La vecina compra pan y naranjas los sábados por la mañana'
  const response = await type({ text, based_on: 1 })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({ version: 2, text, based_on: 1, engine: 'typed' })
  expect((await versions()).map(({ version }: { version: number }) => version)).toEqual([2, 1])
  expect((await versions())[0].author).toMatchObject({ first_name: 'examiner' })
  const lexical = await resultOf('lexical')
  expect(lexical.data).toEqual({ transcript_version: 2, engine: 'typed', model: null })
  expect(lexical.scores).toMatchObject({ tokens: 11, word_error_rate_pct: 0 })
  await type({ text: 'catorce diecinueve y seis cero dieciséis', based_on: 2 })
  const again = await type({ text: 'catorce diecinueve cinco cero diez', based_on: 3 })
  expect(again.json().version).toBe(4)
  // A late delivery of the job keeps what a person typed.
  await transcribeTake(deps, job)
  expect((await resultOf('transcript')).data.transcript).toBe('catorce diecinueve cinco cero diez')
})

const word = (text: string, start: number | null = null, more: object = {}) => ({ text, start, end: start, ...more })

test('words with speakers and marks are stored as they were given, and the answer comes with new measures', async () => {
  const { deps, job, versions, type, database, organizationId } = await prepareSentence(tiny)
  await measureTake(deps, job)
  await transcribeTake(deps, job)
  const words = [
    word('siga', 0.1, { speaker: 'examiner' }),
    word('La', 0.3),
    word('bueno', null, { marks: ['filler'] }),
    word('xxx', 0.6, { marks: ['unintelligible'] }),
    word('Ana', 0.7, { marks: ['name', 'paraphasia'] }),
  ]
  const response = await type({ words, based_on: 1 })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({ version: 2, text: 'siga La bueno xxx Ana', words, engine: 'typed' })
  // Nothing is left to a job: the rows of the answer's own transaction are the new measures.
  const rows = await database.tenant(organizationId, (tx) =>
    tx
      .selectFrom('feature_results')
      .select(['entry', 'status', 'scores', 'missing', 'data'])
      .where('take_id', '=', job.take_id)
      .where('entry', 'in', ['lexical', 'transcript'])
      .orderBy('entry')
      .execute(),
  )
  expect(rows).toMatchObject([
    {
      status: 'ready',
      scores: { tokens: 2, filled_pauses_per_100_words: 50 },
      missing: { words_per_min: 'others_speak' },
      data: { transcript_version: 2 },
    },
    { status: 'ready', data: { transcript_version: 2, words, words_count: { words: { ana: 1 } } } },
  ])
  expect((await versions()).map((one: { words: object[] }) => one.words.length)).toEqual([5, 5])

  // A correction of the text alone keeps what is known about unchanged words.
  const corrected = await type({ text: 'siga la casa bueno xxx Ana', based_on: 2 })
  expect(corrected.json().words).toEqual([words[0], { ...words[1], text: 'la' }, word('casa'), ...words.slice(2)])
})

test('refuses words that are none, backward or outside the recording', async () => {
  const { type, versions } = await prepareSentence(nobody)
  const refused: [object, object][] = [
    [{ words: [word('a b')] }, { words: ['invalid'] }],
    [{ words: [word('')] }, { words: ['invalid'] }],
    [{ words: [word('x'.repeat(201))] }, { words: ['invalid'] }],
    [{ words: [{ text: 'a', start: 0.5, end: 0.4 }] }, { words: ['invalid'] }],
    [{ words: [word('a', 0.5), word('b'), word('c', 0.4)] }, { words: ['invalid'] }],
    [{ words: [word('a', -0.1)] }, { words: ['out_of_range'] }],
    [{ words: [word('a', 1000)] }, { words: ['out_of_range'] }],
    [{ words: [word('a', null, { doubt: 'loop' })] }, { doubt: ['unknown_field'] }],
    [{ words: Array.from({ length: 1000 }, () => word('x'.repeat(200))) }, { words: ['too_long'] }],
    [{ words: [word('a')], text: 'a' }, { words: ['invalid'] }],
    [{}, { text: ['required'] }],
  ]
  for (const [body, errors] of refused) {
    const response = await type({ ...body, based_on: 0 })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(errors)
  }
  expect(await versions()).toEqual([])
})

test('when two people correct a transcript at once, the second gets a conflict', async () => {
  const { deps, job, versions, type } = await prepareSentence(tiny)
  await transcribeTake(deps, job)
  const answers = await Promise.all([type({ text: 'uno', based_on: 1 }), type({ text: 'dos', based_on: 1 })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await versions()).toHaveLength(2)
})

test('only as many late transcripts wait as fit, newest first, and each is planned once', async () => {
  const { deps, database, organizationId, app, headers, items, itemUrl } = await prepareSentence(nobody)
  const form = formOf(toneWav(6))
  const picture = {
    ...form,
    method: 'POST' as const,
    url: itemUrl(items[1]!),
    headers: { ...headers, ...form.headers },
  }
  expect((await app.inject(picture)).statusCode).toBe(201)
  const takes = await database.tenant(organizationId, (tx) =>
    tx
      .selectFrom('feature_results')
      .select('take_id')
      .where('entry', '=', 'transcript')
      .orderBy('take_id', 'desc')
      .execute(),
  )
  const ids = takes.map(({ take_id }) => take_id)
  expect(ids).toHaveLength(2)
  for (const take_id of ids) await transcribeTake(deps, { organization_id: organizationId, take_id })
  const waiting = async () => {
    const { rows } = await sql<{ take: string }>`
      select data ->> 'take_id' as take from pgboss.job where name = 'transcribe-take' and state = 'created'
      order by created_on`.execute(database.shared)
    return rows.map(({ take }) => take)
  }
  await sql`delete from pgboss.job`.execute(database.shared)
  const retry = () => retryUntranscribed({ ...deps, transcriber: tiny }, { most: 1, batch: 1, everyMs: 10 })
  await retry()
  await retry()
  expect(await waiting()).toEqual(ids.slice(0, 1))
  await sql`update pgboss.job set state = 'active'`.execute(database.shared)
  await Promise.all([retry(), retry()])
  await retry()
  const { rows } = await sql<{ take: string }>`
    select data ->> 'take_id' as take from pgboss.job order by created_on`.execute(database.shared)
  expect(rows.map(({ take }) => take)).toEqual(ids)
})

test('without a recogniser a transcript can be typed, and one is made once a model exists', async () => {
  const { deps, job, resultOf, versions, type, database, organizationId } = await prepareSentence(nobody)
  await measureTake(deps, job)
  await transcribeTake(deps, job)
  for (const entry of ['transcript', 'lexical'])
    expect(await resultOf(entry)).toMatchObject({ status: 'failed', error: 'transcriber_unavailable', scores: {} })
  expect((await resultOf('prosody')).status).toBe('ready')
  await retryUntranscribed(deps)
  expect((await resultOf('transcript')).status).toBe('failed')

  await retryUntranscribed({ ...deps, transcriber: tiny })
  expect((await resultOf('transcript')).status).toBe('pending')
  await transcribeTake({ ...deps, transcriber: tiny }, job)
  expect((await resultOf('lexical')).scores.tokens).toBe(5)

  await database.tenant(organizationId, (tx) => tx.updateTable('transcripts').set({ text: 'x' }).execute())
  const typed = await type({ text: 'uno dos', based_on: 1 })
  expect(typed.statusCode).toBe(201)
  expect(await versions()).toHaveLength(2)
})

test('an examiner can type a transcript where none exists', async () => {
  const { deps, job, resultOf, versions, type } = await prepareSentence(nobody)
  await transcribeTake(deps, job)
  expect(await versions()).toEqual([])
  expect((await type({ text: 'uno\u0000 <b>dos</b>\nuno', based_on: 0 })).statusCode).toBe(201)
  const transcript = await resultOf('transcript')
  expect(transcript).toMatchObject({ status: 'ready', error: null })
  expect(transcript.data.transcript).toBe('uno <b>dos</b>\nuno')
  expect((await resultOf('lexical')).scores).toMatchObject({ tokens: 5, types: 3 })
})

test('ten thousand words are corrected in one request', async () => {
  const { deps, job, resultOf, type } = await prepareSentence(nobody)
  await transcribeTake(deps, job)
  const text = Array.from({ length: 10_000 }, (_, i) => `p${i % 50}`).join(' ')
  expect((await type({ text: text.repeat(3), based_on: 0 })).json()).toEqual({ text: ['too_long'] })
  expect((await type({ text, based_on: 0 })).statusCode).toBe(201)
  expect((await resultOf('lexical')).scores).toMatchObject({ tokens: 10_000, types: 50, mattr_50: 1 })
})

test('a vowel has no transcript, and another clinic or examiner does not find one', async () => {
  const { app, headers, itemUrl, items, signIn, type, url } = await prepareSentence(nobody)
  const form = formOf(toneWav(4))
  await app.inject({
    method: 'POST',
    url: itemUrl(items[0]!),
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  const vowel = await app.inject({
    method: 'POST',
    url: `${itemUrl(items[0]!)}transcript/`,
    headers,
    payload: { text: 'a', based_on: 0 },
  })
  expect(vowel.statusCode).toBe(409)
  for (const email of ['colleague@demo.example', 'examiner@other.example']) {
    const others = await signIn(email)
    expect((await app.inject({ url, headers: others })).statusCode).toBe(404)
    expect((await type({ text: 'a', based_on: 0 }, others)).statusCode).toBe(404)
  }
  expect((await app.inject({ url })).statusCode).toBe(401)
  expect((await type({ text: 'a', based_on: 0 }, await signIn('manager@demo.example'))).statusCode).toBe(403)
  expect((await type({ text: 7 })).json()).toMatchObject({ text: ['invalid'], based_on: ['required'] })
})

test("the demonstration model transcribes only the demonstration's own recordings", async () => {
  const { dataDir } = await buildTestApp()
  const audio = path.join(contentFolder, 'demo', 'audio')
  const places = { dataDir, demonstration: { model: demonstrationModel, audio } }
  const sherpa = createTranscriber({ kind: 'sherpa', model: 'whisper-base' }, places)
  const [own] = (await readdir(audio, { recursive: true })).filter((name) => name.endsWith('.flac'))
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const itsOwn = hashOf(await readFile(path.join(audio, own!)))
  const another = hashOf(await numbers())
  expect(await sherpa.engineFor({ isDemonstration: true, sha256: itsOwn })).toMatchObject({
    model: { manifest: { vocabulary_words: 228, calibrated: true } },
  })
  expect(await sherpa.engineFor({ isDemonstration: true, sha256: another })).toBeNull()
  expect(await sherpa.engineFor({ isDemonstration: false, sha256: itsOwn })).toBeNull()
  const none = createTranscriber({ kind: 'none' }, places)
  expect(await none.engineFor({ isDemonstration: true, sha256: itsOwn })).toBeNull()
})

test('unconfirmed words are shown, and counted only when a person confirms them', async () => {
  const { deps, job, resultOf, versions, type, headers } = await prepareSentence(uncalibrated)
  await transcribeTake(deps, job)
  const waiting = await resultOf('transcript')
  expect(waiting).toMatchObject({ status: 'ready', data: { confirmed: false, transcript_version: 1 } })
  expect(waiting.data.words).toHaveLength(5)
  expect(waiting.data.words_count).toBeUndefined()
  expect(await resultOf('lexical')).toMatchObject({ status: 'failed', error: 'words_not_confirmed', scores: {} })

  const confirm = { text: waiting.data.transcript!, based_on: 1 }
  const once = { ...headers, 'idempotency-key': randomUUID() }
  const answers = [await type(confirm, once), await type(confirm, once)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(await versions()).toMatchObject([{ version: 2, engine: 'typed', author: { first_name: 'examiner' } }, {}])
  const confirmed = await resultOf('transcript')
  expect(confirmed.data).toMatchObject({ confirmed: true, words: waiting.data.words, words_count: { words: {} } })
  expect(await resultOf('lexical')).toMatchObject({ status: 'ready', error: null, scores: { tokens: 5 } })
})

test('words that nobody said are shown, but are no part of the text, the measures and a correction', async () => {
  const music = makeNotSpeech('music', 0)
  const speech = readWav(await numbers()).samples
  const both = Int16Array.from([...music, ...speech], (sample) => Math.round(32_767 * sample))
  const wav = Buffer.from(writeWav16(both, notSpeechRateHz))
  const { deps, job, resultOf, type } = await prepareSentence(tiny, wav)
  await measureTake(deps, job)
  await transcribeTake(deps, job)
  const { data } = await resultOf('transcript')
  expect(data.words!.filter(({ doubt }) => doubt === 'no_voice').length).toBeGreaterThan(0)
  expect(data.transcript).toBe('catorce diecinueve cinco cero dieciséis')
  expect((await resultOf('lexical')).scores.tokens).toBe(5)
  // The corrected word has the time of the spoken one, and not of the invented ones before it.
  const spoken = data.words!.find(({ text }) => text === 'catorce')!.start
  expect((await type({ text: 'quince diecinueve cinco cero dieciséis', based_on: 1 })).statusCode).toBe(201)
  const corrected = (await resultOf('transcript')).data.words!
  expect(corrected.map(({ text, doubt }) => [text, doubt])[0]).toEqual(['quince', undefined])
  expect(corrected).toHaveLength(5)
  expect(corrected[0]!.start).toBe(spoken)
})

test('withdraws measures that an earlier release made from unconfirmed words', async () => {
  const { deps, job, resultOf, database } = await prepareSentence(uncalibrated)
  await transcribeTake(deps, job)
  await database.tenant(job.organization_id, async (tx) => {
    const results = tx.updateTable('feature_results').where('take_id', '=', job.take_id)
    await results.set({ function_version: 1 }).where('entry', '=', 'transcript').execute()
    await results
      .set({ status: 'ready', error: null, scores: JSON.stringify({ tokens: 5 }) })
      .where('entry', '=', 'lexical')
      .execute()
  })
  expect((await resultOf('lexical')).scores).toEqual({ tokens: 5 })
  await planRenewal(deps)
  await transcribeTake(deps, job)
  expect(await resultOf('lexical')).toMatchObject({ status: 'failed', error: 'words_not_confirmed', scores: {} })
})
