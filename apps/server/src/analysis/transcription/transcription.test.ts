import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readWav, writeWav16 } from '@fonema/speech'
import { expect, onTestFinished, test } from 'vitest'
import { contentFolder } from '../../app.ts'
import { readModel } from './model.ts'
import { makeNotSpeech, notSpeechRateHz } from './not-speech.fixture.ts'
import { transcribeInProcess } from './transcribe-in-process.ts'
import type { Engine, HttpEngine } from './transcription.ts'

const fixtures = path.join(import.meta.dirname, 'fixtures')
const demonstrationModel = path.join(contentFolder, 'demo', 'model')
const limits = { seconds: 60, perAudioSecond: 0, memoryMb: 2048 }
type Truth = { wav: string; lang: string; text: string; words: { word: string; start: number; end: number }[] }

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'transcription-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function sherpa(): Promise<Engine> {
  const model = await readModel(demonstrationModel)
  return { kind: 'sherpa', model: model! }
}

async function requestFor(file: string, engine: Engine | null) {
  const bytes = await readFile(file)
  const { samples, sampleRateHz } = readWav(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const functionWords = { own: ['y', 'el', 'que'], others: [['o', 'e', 'não', 'que']] }
  const window = { start: 0, end: samples.length / sampleRateHz }
  return { file, sha256, window, language: 'es', functionWords, engine }
}

test('audio becomes words with times', async () => {
  const truths = JSON.parse(await readFile(path.join(fixtures, 'transcripts.json'), 'utf8')) as Truth[]
  for (const { wav, text, words } of truths) {
    const outcome = await transcribeInProcess(await requestFor(path.join(fixtures, wav), await sherpa()), limits)
    if (outcome.status !== 'ready') throw new Error(outcome.error)
    expect(outcome.recognised?.text).toBe(text)
    const found = outcome.recognised!.words
    expect(found.map((word) => word.text)).toEqual(words.map(({ word }) => word))
    for (const [i, { start, end }] of words.entries()) {
      expect(Math.abs(found[i]!.start! - start)).toBeLessThan(0.2)
      expect(found[i]!.end!).toBeGreaterThan((start + end) / 2)
      expect(found[i]!.end!).toBeLessThan(end + 0.4)
    }
    expect(outcome.speech.span_s).toBeGreaterThan(1.5)
  }
})

test("a recording longer than the model's maximum is split at pauses, and no word is lost", async () => {
  const { samples, sampleRateHz } = readWav(await readFile(path.join(fixtures, 'es_numbers.wav')))
  const twelve = new Int16Array(12 * (samples.length + 1.5 * sampleRateHz))
  for (let i = 0; i < 12; i++) {
    const at = i * (samples.length + 1.5 * sampleRateHz)
    twelve.set(
      Int16Array.from(samples, (sample) => sample * 32_767),
      at,
    )
  }
  const file = path.join(await temporaryFolder(), 'long.wav')
  await writeFile(file, writeWav16(twelve, sampleRateHz))
  const outcome = await transcribeInProcess(await requestFor(file, await sherpa()), limits)
  if (outcome.status !== 'ready') throw new Error(outcome.error)
  const { text, words, segments } = outcome.recognised!
  expect(text.split(' ')).toHaveLength(60)
  expect(segments.length).toBeGreaterThan(1)
  expect(segments.every(({ start, end }) => end - start <= 30)).toBe(true)
  // The last repetition of the list begins at eleven times its length.
  const last = 11 * (samples.length / sampleRateHz + 1.5)
  expect(words[55]!.start! - last).toBeCloseTo(words[0]!.start!, 0)
})

test('silence has no words and is not a failure', async () => {
  const file = path.join(await temporaryFolder(), 'silence.wav')
  await writeFile(file, writeWav16(new Int16Array(5 * 16_000), 16_000))
  const outcome = await transcribeInProcess(await requestFor(file, await sherpa()), limits)
  expect(outcome).toMatchObject({ status: 'ready', recognised: { text: '', words: [], segments: [] } })
})

test('words that the recogniser writes into music are marked, and are no part of the text', async () => {
  const speech = readWav(await readFile(path.join(fixtures, 'es_numbers.wav'))).samples
  const music = makeNotSpeech('music', 0)
  const both = Int16Array.from([...music, ...speech], (sample) => Math.round(32_767 * sample))
  const file = path.join(await temporaryFolder(), 'music.wav')
  await writeFile(file, writeWav16(both, notSpeechRateHz))
  const outcome = await transcribeInProcess(await requestFor(file, await sherpa()), limits)
  if (outcome.status !== 'ready') throw new Error(outcome.error)
  const { text, words, segments } = outcome.recognised!
  const musicS = music.length / notSpeechRateHz
  const invented = words.filter(({ start }) => start! < musicS)
  expect(invented.length).toBeGreaterThan(0)
  expect(invented.every(({ doubt }) => doubt === 'no_voice')).toBe(true)
  expect(text).toBe('catorce diecinueve cinco cero dieciséis')
  expect(segments.map((segment) => segment.text)).toEqual([text])
})

test('words in another language than the item’s are marked, and are no part of the text', async () => {
  const { run } = await serve((_, response) => json(response, { text: 'obrigado e não esqueça o sino que toca' }))
  const outcome = await run()
  if (outcome.status !== 'ready') throw new Error(outcome.error)
  const { text, words } = outcome.recognised!
  expect(text).toBe('')
  expect(words.map(({ doubt }) => doubt)).toEqual(words.map(() => 'other_language'))
})

test('an incomplete or invalid model is unavailable and does not crash the caller', async () => {
  const folder = await temporaryFolder()
  expect(await readModel(folder)).toBeUndefined()
  const manifest = await readFile(path.join(demonstrationModel, 'model.json'))
  await writeFile(path.join(folder, 'model.json'), manifest)
  expect(await readModel(folder)).toBeUndefined()
  await writeFile(path.join(folder, 'tokens.txt'), await readFile(path.join(demonstrationModel, 'tokens.txt')))
  const whole = await readFile(path.join(demonstrationModel, 'model.onnx'))
  await writeFile(path.join(folder, 'model.onnx'), whole.subarray(0, 100_000))
  const model = await readModel(folder)
  const request = await requestFor(path.join(fixtures, 'es_numbers.wav'), { kind: 'sherpa', model: model! })
  expect(await transcribeInProcess(request, limits)).toEqual({ status: 'failed', error: 'transcriber_unavailable' })
})

test('ends a transcription that exceeds its time limit', async () => {
  // This server never answers, so the limit is reached on any machine.
  const { run } = await serve(() => {})
  expect(await run({}, { ...limits, seconds: 0.01 })).toEqual({ status: 'failed', error: 'time_limit' })
})

type Respond = (form: FormData, response: ServerResponse, call: number) => unknown

/** A transcription server that runs until the test ends. */
async function serve(respond: Respond) {
  const calls: { form: FormData; authorization: string | undefined }[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request).catch(() => null)
    if (body === null) return // the transcription was ended while it sent
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(body, { headers }).formData()
    expect(request.url).toBe('/base/v1/audio/transcriptions')
    calls.push({ form, authorization: request.headers.authorization })
    await respond(form, response, calls.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server's address
  const engine: HttpEngine = {
    kind: 'http',
    url: `http://127.0.0.1:${port}/base`,
    key: 'secret',
    model: 'base',
    timeoutSeconds: 20,
    retrySeconds: 0.01,
  }
  const run = async (changes: Partial<HttpEngine> = {}, within = limits) =>
    transcribeInProcess(await requestFor(path.join(fixtures, 'es_numbers.wav'), { ...engine, ...changes }), within)
  return { calls, run }
}

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

test('a server with the usual protocol gets the audio and returns words with times', async () => {
  const folder = await temporaryFolder()
  const { calls, run } = await serve(async (form, response) => {
    // The real recogniser, behind the protocol.
    const file = path.join(folder, 'sent.wav')
    await writeFile(file, Buffer.from(await (form.get('file') as File).arrayBuffer())) // this field is a file
    const outcome = await transcribeInProcess(await requestFor(file, await sherpa()), limits)
    if (outcome.status !== 'ready') throw new Error(outcome.error)
    const { text, words, segments } = outcome.recognised!
    json(response, { text, segments, words: words.map((word) => ({ ...word, word: word.text })) })
  })
  const outcome = await run()
  expect(outcome).toMatchObject({ status: 'ready', recognised: { text: 'catorce diecinueve cinco cero dieciséis' } })
  expect(outcome.status === 'ready' && outcome.recognised?.words[0]?.start).toBeCloseTo(0.2, 1)
  const sent = calls[0]!
  expect(sent.authorization).toBe('Bearer secret')
  expect([sent.form.get('language'), sent.form.get('response_format'), sent.form.get('model')]).toEqual([
    'es',
    'verbose_json',
    'base',
  ])
})

test('a server without word times gives text and segments', async () => {
  const segments = [{ id: 0, start: 0.1, end: 2, text: ' uno dos', tokens: [1, 2] }]
  const { run } = await serve((_, response) => json(response, { text: ' uno dos', segments, language: 'spanish' }))
  expect(await run()).toMatchObject({
    status: 'ready',
    recognised: {
      text: 'uno dos',
      words: [
        { text: 'uno', start: null },
        { text: 'dos', start: null },
      ],
      segments: [{ start: 0.1, end: 2, text: 'uno dos' }],
    },
  })
})

test('a segment where nobody speaks, and one of which the server is not sure, are marked', async () => {
  const segments = [
    { start: 0.2, end: 1.5, text: ' catorce diecinueve', avg_logprob: -0.2 },
    { start: 1.5, end: 3.4, text: ' cinco', avg_logprob: -1.4 },
    { start: 3.9, end: 4, text: ' Gracias por ver.', avg_logprob: -0.3 },
  ]
  const { run } = await serve((_, response) =>
    json(response, { text: segments.map(({ text }) => text).join(''), segments }),
  )
  const outcome = await run()
  const { text, words, segments: heard } = (outcome.status === 'ready' && outcome.recognised) || {}
  expect(text).toBe('catorce diecinueve')
  expect(heard).toEqual([{ start: 0.2, end: 1.5, text: 'catorce diecinueve' }])
  expect(words?.map(({ text: word, doubt }) => [word, doubt])).toEqual([
    ['catorce', undefined],
    ['diecinueve', undefined],
    ['cinco', 'unsure'],
    ['Gracias', 'no_voice'],
    ['por', 'no_voice'],
    ['ver.', 'no_voice'],
  ])
})

test('retries after too many calls, a server error, garbage and a truncated answer', async () => {
  const { calls, run } = await serve((_, response, call) => {
    if (call === 1) return response.writeHead(429, { 'retry-after': '0' }).end()
    if (call === 2) return json(response, { error: 'boom' }, 500)
    if (call === 3) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"text":"un')
      return response.destroy()
    }
    return json(response, { text: 'uno' })
  })
  expect(await run()).toMatchObject({ status: 'ready', recognised: { text: 'uno' } })
  expect(calls).toHaveLength(4)
})

test('a server that never gives a usable answer fails only the transcript', async () => {
  const garbage = await serve((_, response) => response.writeHead(200).end('<html>Welcome</html>'))
  expect(await garbage.run()).toEqual({ status: 'failed', error: 'transcriber_failed' })
  const wrong = await serve((_, response) => json(response, { text: 7, words: 'none' }))
  expect(await wrong.run()).toEqual({ status: 'failed', error: 'transcriber_failed' })
  const silent = await serve(() => {})
  expect(await silent.run({ timeoutSeconds: 0.05 })).toEqual({ status: 'failed', error: 'transcriber_failed' })
})

test('a refusal is not retried, an unreachable server is', async () => {
  const { calls, run } = await serve((_, response) => json(response, { error: 'key' }, 401))
  expect(await run()).toEqual({ status: 'failed', error: 'transcriber_refused' })
  expect(calls).toHaveLength(1)
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo // a TCP server's address
  await new Promise((resolve) => gone.close(resolve))
  expect(await run({ url: `http://127.0.0.1:${port}` })).toEqual({ status: 'failed', error: 'transcriber_unavailable' })
})
