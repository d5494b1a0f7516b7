import { vi } from 'vitest'
import { openOutbox } from '../outbox/database.ts'
import { emptyBrowser, keyOf, openStore } from '../outbox/fake-database.ts'
import type { FromWorker, FromWorklet, ToWorker, ToWorklet } from './messages.ts'
import { facts, rate, sound } from './test-take.ts'
import type { TakeFacts } from './types.ts'

const batchFrames = 80

/** Only the page's time is faked; the database runs in real time. */
export function fakePage() {
  emptyBrowser()
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'setTimeout'] })
  return () => vi.useRealTimers()
}

export async function keptSamples(id = 'take'): Promise<Int16Array[]> {
  const kept: Int16Array[] = []
  for await (const part of (await openStore()).chunks(id)) kept.push(...part.map((samples) => new Int16Array(samples)))
  return kept
}

/** Resolves once a chunk is written, and with it everything before it. */
export async function untilKept(index: number) {
  const database = await openOutbox()
  while ((await database.count('chunks', ['take', index])) === 0) await new Promise((resolve) => setImmediate(resolve))
}

export const joined = (chunks: readonly Int16Array[]) => Int16Array.from(chunks.flatMap((chunk) => [...chunk]))

/**
 * The capture worker with a fake worklet at the other end of its port. It answers a flush as soon as its frame is
 * reached. Only for tests.
 */
export async function openWorker() {
  const posted: FromWorker[] = []
  let arrived = Promise.withResolvers<void>()
  const scope: { onmessage?: (event: { data: ToWorker }) => void; postMessage(message: FromWorker): void } = {
    postMessage(message) {
      posted.push(message)
      arrived.resolve()
      arrived = Promise.withResolvers()
    },
  }
  vi.stubGlobal('self', scope)
  vi.resetModules()
  await import('./capture-worker.ts')
  const send = (data: ToWorker) => scope.onmessage?.({ data })

  const flushes: ToWorklet[] = []
  let flush: ToWorklet | null = null
  let next = 0
  const port: { onmessage?: (event: { data: FromWorklet }) => void; postMessage(message: ToWorklet): void } = {
    postMessage(message) {
      flush = message
      flushes.push(message)
    },
  }
  function answerFlush() {
    if (flush === null || next < flush.frame) return
    const { id } = flush
    flush = null
    port.onmessage?.({ data: { type: 'flushed', id, frame: next } })
  }
  // The worker uses only these two members of a port.
  send({ type: 'open', port: port as unknown as MessagePort, sampleRateHz: rate, key: await keyOf(1) })

  return {
    send,
    posted,
    flushes,
    of: <T extends FromWorker['type']>(type: T) =>
      posted.filter((message): message is Extract<FromWorker, { type: T }> => message.type === type),
    /**
     * Sends batches up to a frame. The clock advances equally, unless `late` says that no frames were counted
     * meanwhile.
     */
    feed(to: number, samplesAt = sound, most = batchFrames, examinerAt?: typeof sound) {
      while (next < to) {
        const length = Math.min(most, to - next)
        vi.advanceTimersByTime((1000 * length) / rate)
        const first = next
        next += length
        const examiner = examinerAt && { examiner: examinerAt(first, length) }
        port.onmessage?.({ data: { type: 'batch', first, samples: samplesAt(first, length), ...examiner } })
        answerFlush()
      }
      answerFlush()
    },
    /** The worklet is not called for a while: its numbers advance, but nothing is posted. */
    skip(to: number) {
      vi.advanceTimersByTime((1000 * (to - next)) / rate)
      next = to
    },
    /** An answer that crosses with a later flush. */
    answer: (id: number) => port.onmessage?.({ data: { type: 'flushed', id, frame: next } }),
    start: (atFrame: number, maxFrames: number | null = null, more: Partial<TakeFacts> = {}) =>
      send({ type: 'start', facts: { ...facts, ...more }, atFrame, maxFrames }),
    stop(atFrame: number) {
      send({ type: 'stop', atFrame })
      answerFlush()
    },
    async until<T extends FromWorker['type']>(type: T): Promise<Extract<FromWorker, { type: T }>> {
      for (;;) {
        const found = posted.find((message): message is Extract<FromWorker, { type: T }> => message.type === type)
        if (found !== undefined) return found
        await arrived.promise
      }
    },
  }
}
