import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { contentFolder } from '../../app.ts'
import { readModel } from '../transcription/model.ts'
import { type ModelEntry, readModelCatalogue } from './catalogue.ts'
import { downloadFile } from './download-file.ts'
import { checkModel, downloadModel, type ModelPhase } from './download-model.ts'
import { type Answer, cutAfter, serveFiles, writeHead } from './serve-files.ts'

const tiny = path.join(contentFolder, 'demo', 'model')
const quick = { idleSeconds: 0.5, retrySeconds: 0.001, attempts: 4 }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'models-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The demonstration's recogniser as a downloadable model, and a server that serves it. */
async function prepare(answer?: Answer, change: (entry: ModelEntry) => ModelEntry = (entry) => entry) {
  const names = { model: 'model.onnx', tokens: 'tokens.txt' }
  const bytes = new Map<string, Buffer>()
  for (const file of Object.values(names)) bytes.set(file, await readFile(path.join(tiny, file)))
  const { url, calls } = await serveFiles(bytes, answer)
  const entry = change({
    name: 'tiny',
    title: 'Tiny',
    licence: 'CC0-1.0',
    source: 'a test',
    url,
    kind: 'zipformerCtc',
    word_times: true,
    word_confidence: false,
    detects_language: false,
    max_seconds: 30,
    files: Object.entries(names).map(([part, file]) => {
      const body = bytes.get(file)!
      return { part, file, bytes: body.length, sha256: sha256(body) }
    }),
  })
  const folder = await temporaryFolder()
  const phases: [ModelPhase, number][] = []
  const stopping = new AbortController()
  const download = () =>
    downloadModel(entry, {
      folder,
      network: quick,
      signal: stopping.signal,
      onProgress: (phase, done) => phases.push([phase, done]),
    })
  const isWhole = async () => {
    for (const [file, body] of bytes)
      expect(sha256(await readFile(path.join(folder, 'tiny', file))), file).toBe(sha256(body))
  }
  return { entry, folder, calls, phases, stopping, download, isWhole, total: entry.files[0]!.bytes }
}

test('a model is downloaded, checked, and put in place as a whole', async () => {
  const { entry, folder, phases, download, isWhole, calls } = await prepare()
  await download()
  await isWhole()
  expect(await checkModel(entry, folder)).toEqual({ problem: undefined, isChecked: true })
  expect((await readModel(path.join(folder, 'tiny')))?.manifest).toMatchObject({
    kind: 'zipformerCtc',
    files: { model: 'model.onnx' },
    tokens: 'tokens.txt',
    word_times: true,
    downloaded: { 'tokens.txt': { is_published: true } },
  })
  expect(phases.at(-1)).toEqual(['downloading', entry.files.reduce((sum, { bytes }) => sum + bytes, 0)])
  expect((await stat(path.join(folder, 'tiny', 'model.onnx'))).mode & 0o077).toBe(0)
  // A second download only checks the files.
  await download()
  expect(calls).toHaveLength(2)
})

test('an interrupted download resumes where it stopped', async () => {
  const { download, isWhole, calls } = await prepare((served) =>
    served.request.url?.endsWith('onnx') && served.call <= 3 ? cutAfter(served, 300_000) : false,
  )
  await download()
  await isWhole()
  const starts = calls.flatMap(({ range }) => (range === undefined ? [] : [Number(/\d+/.exec(range)?.[0])]))
  expect(starts).toHaveLength(3)
  expect(starts.every((start, i) => start > (starts[i - 1] ?? 0))).toBe(true)
})

test('wherever and however often a connection is lost, the downloaded bytes are the same', async () => {
  const body = Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * 7919) % 251))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 39_999 }), { maxLength: 4 }),
      fc.boolean(),
      async (cuts, hashed) => {
        const { url } = await serveFiles(new Map([['one', body]]), (served) => {
          const cut = cuts[served.call - 1]
          return cut === undefined ? false : cutAfter(served, Math.min(cut, body.length - served.from - 1))
        })
        const target = path.join(await temporaryFolder(), 'one')
        const wanted = { url: `${url}one`, bytes: body.length, sha256: hashed ? sha256(body) : null }
        const patient = { ...quick, attempts: 8 }
        expect(await downloadFile(wanted, target, patient, new AbortController().signal, () => {})).toBe(sha256(body))
        expect((await readFile(target)).equals(body)).toBe(true)
      },
    ),
    { numRuns: 20 },
  )
})

test('a download resumes after its process ended, also from a server without ranges', async () => {
  const { download, stopping, phases, folder, isWhole, entry } = await prepare((served) =>
    served.call === 1 ? cutAfter(served, 500_000) : served.call === 2 ? new Promise(() => {}) : false,
  )
  const stopped = download()
  await expect.poll(() => phases.some(([, done]) => done >= 400_000)).toBe(true)
  stopping.abort()
  await expect(stopped).rejects.toThrow()
  expect(existsSync(path.join(folder, 'tiny'))).toBe(false)
  const again = await prepare((served) => {
    writeHead(served.response, served.body, 0)
    served.response.end(served.body)
  })
  await downloadModel(
    { ...entry, url: again.entry.url },
    { folder, network: quick, signal: new AbortController().signal, onProgress: () => {} },
  )
  await isWhole()
})

test('wrong bytes are discarded after one retry from the beginning', async () => {
  const { download, folder, calls } = await prepare(({ response, body, from }) => {
    const wrong = Buffer.from(body)
    wrong[1000] = wrong[1000]! ^ 1
    writeHead(response, body, from)
    response.end(wrong.subarray(from))
  })
  await expect(download()).rejects.toMatchObject({ code: 'wrong_checksum' })
  expect(calls).toHaveLength(1)
  expect(await readdir(path.join(folder, '.downloads', 'tiny'))).not.toContain('model.onnx.part')
  expect(await readModel(path.join(folder, 'tiny'))).toBeUndefined()
})

test('a part that was corrupted on disk costs only one more download', async () => {
  const { download, folder, isWhole, total } = await prepare()
  const staging = path.join(folder, '.downloads', 'tiny')
  await mkdir(staging, { recursive: true })
  await writeFile(path.join(staging, 'model.onnx.part'), Buffer.alloc(total - 10, 7))
  await download()
  await isWhole()
})

test.each<[string, string, Answer]>([
  ['a missing file', 'not_found', ({ response }) => response.writeHead(404).end()],
  ['a refusal', 'refused', ({ response }) => response.writeHead(403).end()],
  ['a server that always fails', 'server_error', ({ response }) => response.writeHead(500).end('boom')],
  ['a silent server', 'connection_lost', () => new Promise(() => {})],
  ['a page instead of the file', 'wrong_size', ({ response }) => response.writeHead(200).end('<html>Sign in</html>')],
  [
    'a wrong length',
    'wrong_size',
    ({ response, body }) => response.writeHead(200, { 'content-length': body.length - 5 }).end(body.subarray(5)),
  ],
  [
    'a wrong length and a lost connection',
    'connection_lost',
    ({ response, body }) => {
      response.writeHead(200, { 'content-length': body.length })
      response.write(body.subarray(0, 100), () => response.destroy())
    },
  ],
  [
    'more bytes than the file has',
    'wrong_size',
    ({ response, body }) => response.writeHead(200).end(Buffer.concat([body, Buffer.from('more')])),
  ],
  [
    'a range that was not requested',
    'connection_lost',
    ({ response, body, from }) => {
      if (from === 0) return cutAfter({ response, body, from } as never, 1000)
      response.writeHead(206, { 'content-range': `bytes 5-${body.length - 1}/${body.length}` })
      return response.end(body.subarray(5))
    },
  ],
])('%s ends in %s, and nothing is put in place', async (_, code, answer) => {
  const { download, folder } = await prepare(answer)
  await expect(download()).rejects.toMatchObject({ code })
  expect(existsSync(path.join(folder, 'tiny'))).toBe(false)
})

test('waits for a slow server as long as data arrives', async () => {
  const { download, isWhole } = await prepare(async ({ response, body, from, request }) => {
    if (!request.url?.endsWith('txt')) return false
    writeHead(response, body, from)
    for (let at = from; at < body.length; at += 200) {
      response.write(body.subarray(at, at + 200))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    return response.end()
  })
  await download()
  await isWhole()
})

test('without a published checksum, the download stores the hash and reports the model as unchecked', async () => {
  const { entry, folder, download, isWhole } = await prepare(undefined, (entry) => ({
    ...entry,
    files: entry.files.map((file) => ({ ...file, sha256: null })),
  }))
  await download()
  await isWhole()
  expect(await checkModel(entry, folder)).toEqual({ problem: undefined, isChecked: false })
  // A later change is still detected.
  const file = path.join(folder, 'tiny', 'tokens.txt')
  const bytes = await readFile(file)
  bytes[3] = bytes[3]! ^ 1
  await writeFile(file, bytes)
  expect(await checkModel(entry, folder)).toEqual({ problem: 'wrong_checksum', file: 'tokens.txt' })
})

test('a corrupt or incomplete model is downloaded again; a model of the operator is kept', async () => {
  const { entry, folder, download, isWhole } = await prepare()
  await download()
  await rm(path.join(folder, 'tiny', 'tokens.txt'))
  expect(await checkModel(entry, folder)).toEqual({ problem: 'absent' })
  await download()
  await writeFile(path.join(folder, 'tiny', 'model.onnx'), Buffer.alloc(10))
  expect(await checkModel(entry, folder)).toMatchObject({ problem: 'wrong_size', file: 'model.onnx' })
  await download()
  await isWhole()
  const own = { ...entry, files: entry.files.map((file) => ({ ...file, file: `other-${file.file}` })) }
  expect(await checkModel(own, folder)).toEqual({ problem: undefined, isChecked: false })
})

test('the second of two concurrent downloads waits and finds the files in place', async () => {
  // The server answers once one of them waits.
  const other = Promise.withResolvers<void>()
  const { entry, folder, calls, isWhole } = await prepare(async () => {
    await other.promise
    return false
  })
  const onProgress = (phase: ModelPhase) => {
    if (phase === 'waiting') other.resolve()
  }
  const signal = new AbortController().signal
  const both = [1, 2].map(() => downloadModel(entry, { folder, network: quick, signal, onProgress }))
  await Promise.all(both)
  await isWhole()
  expect(calls).toHaveLength(2)
})

test('a custom catalogue adds or replaces models, and a mirror serves all of them', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'models.json')
  const [base] = await readModelCatalogue({ contentFolder, catalogueFile: undefined, mirror: undefined })
  await writeFile(
    file,
    JSON.stringify([
      { ...base, title: 'Ours' },
      { ...base, name: 'more' },
    ]),
  )
  const entries = await readModelCatalogue({ contentFolder, catalogueFile: file, mirror: 'https://mirror.example/x' })
  expect(entries.map(({ name }) => name)).toEqual(['whisper-base', 'whisper-small', 'parakeet-tdt-0.6b-v3', 'more'])
  expect(entries[0]).toMatchObject({ title: 'Ours', url: 'https://mirror.example/x/whisper-base/' })
  await writeFile(file, JSON.stringify([{ ...base, name: '../../etc' }]))
  await expect(readModelCatalogue({ contentFolder, catalogueFile: file, mirror: undefined })).rejects.toThrow(file)
})
