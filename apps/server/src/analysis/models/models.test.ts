import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Model } from '@fonema/contract'
import { expect, onTestFinished, test } from 'vitest'
import { formOf, startTestSession } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { contentFolder } from '../../app.ts'
import { retryUntranscribed, transcribeTake } from '../transcribe-job.ts'
import { createTranscriber, modelsFolder } from '../transcription/transcriber.ts'
import { bytesOf } from './catalogue.ts'
import { DownloadModel, noteModels, runModelDownload } from './jobs.ts'
import { serveFiles } from './serve-files.ts'

const manager = 'manager@demo.example'

/** The application, with a server that lacks the file of the catalogue's default model. */
async function prepare() {
  const { url } = await serveFiles(new Map())
  const demo = await buildTestApp({ MODELS_URL: url })
  const headers = await demo.signIn(manager)
  const list = async () => (await demo.app.inject({ url: '/api/ai/models/', headers })).json<Model[]>()
  const ask = (name: string) => demo.app.inject({ method: 'POST', url: '/api/ai/models/', headers, payload: { name } })
  const network = { idleSeconds: 1, retrySeconds: 0.001, attempts: 2 }
  const { signal } = new AbortController()
  const job = { ...demo, folder: modelsFolder(demo.dataDir), network, signal }
  const ran: string[] = []
  const work = () =>
    demo.queue.work('download-model', DownloadModel, 1, async (payload) => {
      ran.push(payload.name)
      await runModelDownload(job, payload)
    })
  return { ...demo, list, ask, job, work, ran }
}

test('a manager sees the models, requests one, and sees why it failed', async () => {
  const { list, ask, work, ran } = await prepare()
  expect((await list())[0]).toMatchObject({
    name: 'whisper-base',
    state: 'absent',
    bytes: 160_609_290,
    has_checksums: true,
    is_checked: null,
    is_chosen: true,
  })
  const asked = await Promise.all([ask('whisper-base'), ask('whisper-base')])
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  expect((await list())[0]).toMatchObject({ state: 'waiting' })
  await work()
  await expect.poll(async () => (await list())[0]).toMatchObject({ state: 'failed', error: 'not_found' })
  expect(ran).toEqual(['whisper-base'])
})

test('the catalogue says which models give times and probabilities of words', async () => {
  const { list } = await prepare()
  expect(
    Object.fromEntries(
      (await list()).map(({ name, word_times, word_confidence, detects_language }) => [
        name,
        { word_times, word_confidence, detects_language },
      ]),
    ),
  ).toEqual({
    'whisper-base': { word_times: false, word_confidence: false, detects_language: false },
    'whisper-small': { word_times: false, word_confidence: false, detects_language: false },
    'parakeet-tdt-0.6b-v3': { word_times: true, word_confidence: true, detects_language: true },
  })
})

test('an unknown model is not found; without sherpa-onnx there are no models', async () => {
  const { ask } = await prepare()
  expect((await ask('../../secret')).statusCode).toBe(404)
  const typed = await buildTestApp({ TRANSCRIBER: 'none' })
  const headers = await typed.signIn(manager)
  expect((await typed.app.inject({ url: '/api/ai/models/', headers })).json()).toEqual([])
  const asked = await typed.app.inject({
    method: 'POST',
    url: '/api/ai/models/',
    headers,
    payload: { name: 'whisper-base' },
  })
  expect(asked.statusCode).toBe(404)
})

/** Puts the default model's folder in place, as an administrator would. */
async function addByHand(models: string) {
  const folder = path.join(models, 'whisper-base')
  await cp(path.join(contentFolder, 'demo', 'model'), folder, { recursive: true })
  return folder
}

test('a model that is added or removed by hand is detected', async () => {
  const { list, job, clock } = await prepare()
  const folder = await addByHand(job.folder)
  await noteModels(job)
  expect((await list())[0]).toMatchObject({ state: 'ready', is_checked: false })
  await rm(folder, { recursive: true })
  clock.advance(180)
  await noteModels(job)
  expect((await list())[0]).toMatchObject({ state: 'absent', is_checked: null })
})

test('a model that one of several machines has stays installed when another looks for it', async () => {
  const { list, job, clock } = await prepare()
  await addByHand(job.folder)
  const other = { ...job, folder: path.join(job.folder, 'other-machine') }
  for (let minute = 0; minute < 4; minute++) {
    await noteModels(job)
    clock.advance(60)
    await noteModels(other)
    expect((await list())[0], `after ${minute} minutes`).toMatchObject({ state: 'ready' })
  }
})

test('a download whose process was ended is reported as interrupted and can be requested again', async () => {
  const { list, ask, database, clock, models } = await prepare()
  await ask('whisper-base')
  await database.shared
    .updateTable('models')
    .set({ state: 'downloading', done_bytes: 5_000_000, updated_at: clock.now() })
    .execute()
  expect((await list())[0]).toMatchObject({ state: 'downloading', done_bytes: 5_000_000 })
  expect((await ask('whisper-base')).json()).toMatchObject({ state: 'downloading' })
  clock.advance(180)
  expect((await list())[0]).toMatchObject({ state: 'failed', error: 'interrupted', bytes: bytesOf(models[0]!) })
  expect((await ask('whisper-base')).json()).toMatchObject({ state: 'waiting' })
})

test('downloading a model transcribes what could not be transcribed before', async () => {
  const files = new Map<string, Buffer>()
  for (const file of ['model.onnx', 'tokens.txt'])
    files.set(file, await readFile(path.join(contentFolder, 'demo', 'model', file)))
  const { url } = await serveFiles(files)
  const folder = await mkdtemp(path.join(tmpdir(), 'models-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const catalogueFile = path.join(folder, 'models.json')
  const file = (part: string, file: string) => {
    const bytes = files.get(file)!
    return { part, file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const entry = {
    name: 'tiny',
    title: 'Tiny',
    licence: 'CC0-1.0',
    source: 'a test',
    kind: 'zipformerCtc',
    max_seconds: 30,
  }
  const tiny = { ...entry, url, files: [file('model', 'model.onnx'), file('tokens', 'tokens.txt')] }
  await writeFile(catalogueFile, JSON.stringify([tiny]))
  const demo = await buildTestApp({ MODELS_CATALOGUE: catalogueFile, TRANSCRIBER_MODEL: 'tiny' })

  const headers = await demo.signIn('examiner@demo.example')
  const { itemUrl, items, sessionUrl } = await startTestSession(demo, headers)
  const form = formOf(await readFile(path.join(import.meta.dirname, '../transcription/fixtures/es_numbers.wav')))
  const itemHeaders = { ...headers, ...form.headers }
  await demo.app.inject({ method: 'POST', url: itemUrl(items[2]!), headers: itemHeaders, payload: form.payload })
  const { id: take_id } = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('takes').select('id').executeTakeFirstOrThrow(),
  )
  const job = { organization_id: demo.organizationId, take_id }
  const { dataDir, config } = demo
  const deps = {
    ...demo,
    transcriber: createTranscriber(config.transcriber, { dataDir, demonstration: { model: folder, audio: folder } }),
  }
  const transcript = async () =>
    (await demo.app.inject({ url: sessionUrl, headers }))
      .json()
      .responses[0].feature_extraction_res.find(
        (result: { feature_extraction_func: { entry: string } }) =>
          result.feature_extraction_func.entry === 'transcript',
      )
  await transcribeTake(deps, job)
  expect(await transcript()).toMatchObject({ status: 'failed', error: 'transcriber_unavailable' })

  const network = { idleSeconds: 5, retrySeconds: 0.001, attempts: 2 }
  const { signal } = new AbortController()
  const download = { ...demo, folder: modelsFolder(dataDir), network, signal }
  expect(await runModelDownload(download, { name: 'tiny' })).toBe(true)
  const models = await demo.app.inject({ url: '/api/ai/models/', headers: await demo.signIn(manager) })
  expect(models.json().at(-1)).toMatchObject({ name: 'tiny', state: 'ready', is_checked: true, is_chosen: true })
  await retryUntranscribed(deps)
  expect(await transcript()).toMatchObject({ status: 'pending' })
  await transcribeTake(deps, job)
  expect((await transcript()).data.transcript).toBe('catorce diecinueve cinco cero dieciséis')
})
