import { vi } from 'vitest'
import type { Take } from './types.ts'
import { audioIn, type StoredUpload, type Upload, type UploadEvent, type UploadStore } from './upload.ts'
import { createUploadQueue } from './upload-queue.ts'
import type { WakeLock } from './wake-lock.ts'

// An upload queue with an in-memory store and a scripted server. Only for tests.

export const target = (itemId: string, responseId = 'r') => ({ participantId: 'p', responseId, itemId })
export const take = (bytes = 100) =>
  ({
    bytes,
    sha256: 'ab',
    gaps: [],
    window: { start: 0.5, end: 2 },
    settings: {},
  }) as unknown as Take // only the members that the queue reads

export function createMemoryStore(): UploadStore & { stored: Map<string, StoredUpload> } {
  const stored = new Map<string, StoredUpload>()
  return {
    stored,
    load: async () => [...stored.values()],
    async put(entry) {
      stored.set(entry.upload.id, entry)
    },
    async delete(id) {
      stored.delete(id)
    },
    audioOf: async (upload) => ({ speech: new Blob([new Uint8Array(audioIn(upload).bytes)]), examiner: null }),
  }
}

type Reply = number | 'offline' | { status: number; body: unknown }

export function setUp(
  reply: (upload: Upload, attempt: number) => Reply | Promise<Reply>,
  store = createMemoryStore(),
  as: () => string | null = () => 'me',
  wakeLock?: WakeLock,
) {
  const sent: string[] = []
  const bodies: { upload: Upload; audio: Blob | null }[] = []
  const events: UploadEvent[] = []
  const queue = createUploadQueue({
    store,
    holder: 'page',
    examinerId: as,
    ...(wakeLock && { wakeLock }),
    send: async (upload, audio) => {
      bodies.push({ upload, audio: audio?.speech ?? null })
      sent.push(`${upload.responseId}/${upload.itemId}`)
      const answer = await reply(upload, sent.length)
      if (answer === 'offline') throw new TypeError('failed to fetch')
      return typeof answer === 'number' ? { status: answer } : answer
    },
  })
  queue.onEvent((event) => events.push(event))
  const record = (to: ReturnType<typeof target>, audio = take()) => queue.addTake(queue.reserve(to), audio)
  return { queue, record, store, sent, bodies, events, types: () => events.map(({ type }) => type) }
}

export const settle = () => vi.advanceTimersByTimeAsync(0)
