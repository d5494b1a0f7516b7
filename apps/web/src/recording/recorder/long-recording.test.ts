import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openOutbox } from '../outbox/database.ts'
import { keyOf } from '../outbox/fake-database.ts'
import { createOutboxUploads } from '../outbox/upload-store.ts'
import { facts, rate } from './test-take.ts'
import { fakePage, openWorker } from './test-worker.ts'
import { createUploadQueue } from './upload-queue.ts'

/** `RECORDED_MINUTES=120 MEMORY_LOG=file` records two hours and writes memory and storage for each minute. */
const minutes = Number(process.env.RECORDED_MINUTES ?? 2)
const log = process.env.MEMORY_LOG
const pieceSeconds = 10
/** A piece waits this long for what is reported late about it. */
const lateSeconds = 2

let end = () => {}
beforeEach(() => {
  end = fakePage()
  vi.stubGlobal('localStorage', { setItem: () => {} })
})
afterEach(() => end())

// The sound of one second, over and over: here only its amount matters.
const second = Float32Array.from({ length: rate }, (_, i) => 0.3 * Math.sin(0.1 * i) || 0.1)
const sound = (first: number, length: number) => second.slice(first % rate, (first % rate) + length)

test('what the device has does not grow with the recording, and every piece is sent once', {
  timeout: minutes * 15_000,
}, async () => {
  const worker = await openWorker()
  const sent: { piece: number; bytes: number }[] = []
  const queue = createUploadQueue({
    store: createOutboxUploads({ key: () => keyOf(1), holder: 'page' }),
    holder: 'page',
    examinerId: () => 'me',
    send: async (upload, audio) => {
      if (upload.kind === 'recording' && upload.step === 'piece')
        sent.push({ piece: upload.piece, bytes: audio?.speech.size ?? 0 })
      return { status: 200 }
    },
  })
  await queue.ready
  const owner = queue.reserve({ participantId: 'p', responseId: 'r', itemId: '' })
  const database = await openOutbox()
  const chunks: number[] = []
  const untilSent = async (count: number) => {
    while (sent.length < count) {
      for (const { piece } of worker.of('piece').slice(added)) {
        added++
        await queue.addStep(owner, { step: 'piece', sampleRateHz: rate, ...piece })
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  let added = 0
  const { settings, recordedAt } = facts
  await queue.addStep(owner, { step: 'start', sampleRateHz: rate, recordedAt, settings })
  worker.feed(rate, sound)
  worker.send({ type: 'start', facts: { ...facts, ...owner, pieceSeconds }, atFrame: rate, maxFrames: null })
  for (let at = 1; at <= minutes * 60 + lateSeconds; at++) {
    worker.feed((at + 1) * rate, sound)
    const ended = at - lateSeconds
    await new Promise((resolve) => setImmediate(resolve))
    if (ended <= 0 || ended % pieceSeconds !== 0) continue
    await untilSent(ended / pieceSeconds)
    chunks.push(await database.count('chunks'))
    // The levels that the page would have drawn.
    worker.posted.splice(0, Number.POSITIVE_INFINITY, ...worker.of('piece'))
    if (log === undefined || ended % 60 !== 0) continue
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    appendFileSync(log, `${ended / 60} min: heap ${heapUsed}, buffers ${arrayBuffers}, chunks ${chunks.at(-1)}\n`)
  }
  // At most one running piece and one that is being completed.
  expect(Math.max(...chunks)).toBeLessThanOrEqual((2 * pieceSeconds) / 0.5)
  expect(sent.map(({ piece }) => piece)).toEqual(Array.from({ length: (minutes * 60) / pieceSeconds }, (_, i) => i))
  expect(new Set(sent.map(({ bytes }) => bytes)).size).toBeLessThanOrEqual(2)
  queue.close()
})
