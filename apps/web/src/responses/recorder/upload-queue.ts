import { createReadable } from './readable.ts'
import {
  createMemoryUploadStore,
  outcomeOf,
  type StoredUpload,
  type Upload,
  type UploadEvent,
  type UploadQueue,
  type UploadQueueOptions,
  type UploadQueueSnapshot,
  type UploadTarget,
} from './upload.ts'
import { onReturn } from './upload-moments.ts'

const retryMilliseconds = 4000

/**
 * Sends answers one at a time, those of a response in the order in which they were given. What cannot be sent
 * now is tried again every 4 s and holds back its response only; what the server refuses for good stays, and lets
 * the following ones pass.
 */
export function createUploadQueue({
  send,
  store = createMemoryUploadStore(),
  wakeLock,
}: UploadQueueOptions): UploadQueue {
  const snapshot = createReadable<UploadQueueSnapshot>({
    waiting: 0,
    bytes: 0,
    failing: false,
    failed: [],
    uploads: [],
  })
  const listeners = new Set<(event: UploadEvent) => void>()
  let entries: StoredUpload[] = []
  let sequence = 0
  let failing = false
  let storedSince = new Map<string, UploadTarget>()
  let sending = false
  let closed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function emit(event: UploadEvent) {
    for (const listener of [...listeners]) listener(event)
  }

  function publish() {
    const waiting = entries.filter(({ refusal }) => !refusal)
    if (waiting.length > 0) wakeLock?.hold()
    else wakeLock?.release()
    snapshot.set({
      waiting: waiting.length,
      bytes: waiting.reduce((sum, { upload }) => sum + (upload.kind === 'take' ? upload.take.wav.size : 0), 0),
      failing,
      failed: entries.flatMap(({ upload, refusal }) => (refusal ? [{ upload, refusal }] : [])),
      uploads: entries.map(({ upload }) => upload),
    })
  }

  async function sendWaiting() {
    if (sending || closed) return
    sending = true
    clearTimeout(retryTimer)
    retryTimer = undefined
    try {
      const stuck = new Set<string>()
      while (!closed) {
        const waiting = entries.filter(({ refusal }) => !refusal)
        if (waiting.length === 0) return announceSynced()
        const next = waiting.find(({ upload }) => !stuck.has(upload.responseId))
        if (!next) return retryLater()
        const outcome = await attempt(next)
        if (outcome === 'nothing_passes') return retryLater()
        if (outcome === 'stuck') stuck.add(next.upload.responseId)
      }
    } finally {
      sending = false
    }
  }

  async function attempt(entry: StoredUpload): Promise<'done' | 'stuck' | 'nothing_passes'> {
    const { upload } = entry
    const answer = await send(upload).catch(() => null)
    if (!answer) return 'nothing_passes'
    const outcome = outcomeOf(answer.status, answer.body)
    if (outcome.kind === 'again') return [401, 429].includes(answer.status) ? 'nothing_passes' : 'stuck'
    if (outcome.kind === 'refused') {
      entry.refusal = outcome.refusal
      await store.put(entry)
      publish()
      emit({ type: 'refused', upload, refusal: outcome.refusal })
    } else {
      await store.delete(upload.id)
      entries = entries.filter((other) => other !== entry)
      storedSince.set(upload.responseId, upload)
      publish()
      emit({ type: 'stored', upload, body: answer.body })
    }
    return 'done'
  }

  function retryLater() {
    if (closed) return
    retryTimer = setTimeout(sendWaiting, retryMilliseconds)
    if (failing) return
    failing = true
    publish()
    emit({ type: 'sync_failed' })
  }

  function announceSynced() {
    const refused = new Set(entries.map(({ upload }) => upload.responseId))
    const responses = [...storedSince.values()]
      .filter(({ responseId }) => !refused.has(responseId))
      .map(({ participantId, responseId }) => ({ participantId, responseId }))
    const afterFailure = failing
    storedSince = new Map()
    failing = false
    publish()
    if (responses.length > 0) emit({ type: 'synced', responses, afterFailure })
  }

  async function add(upload: Upload): Promise<Upload> {
    const entry = { upload, refusal: null }
    await store.put(entry)
    entries = [...entries, entry].sort((a, b) => a.upload.sequence - b.upload.sequence)
    publish()
    if (retryTimer === undefined) void sendWaiting()
    return upload
  }

  const highestTakes = new Map<string, number>()
  function nextTake({ responseId, itemId }: UploadTarget, storedTakes: number): number {
    const key = JSON.stringify([responseId, itemId])
    const number = Math.max(storedTakes, highestTakes.get(key) ?? 0) + 1
    highestTakes.set(key, number)
    return number
  }

  const loaded = store.load().then((stored) => {
    entries = [...stored.sort((a, b) => a.upload.sequence - b.upload.sequence), ...entries]
    for (const { upload } of stored) {
      sequence = Math.max(sequence, upload.sequence)
      if (upload.kind === 'take') nextTake(upload, upload.number - 1)
    }
    publish()
    void sendWaiting()
  })
  const stopListening = onReturn(sendWaiting)

  return {
    subscribe: snapshot.subscribe,
    getSnapshot: snapshot.getSnapshot,
    async addTake(target, take, storedTakes = 0) {
      await loaded
      const number = nextTake(target, storedTakes)
      return add({ ...target, kind: 'take', number, take, id: crypto.randomUUID(), sequence: ++sequence })
    },
    async addSkip(target, purpose) {
      await loaded
      return add({ ...target, kind: 'skip', purpose, id: crypto.randomUUID(), sequence: ++sequence })
    },
    async retry(id) {
      const entry = entries.find(({ upload }) => upload.id === id)
      if (!entry?.refusal) return
      entry.refusal = null
      await store.put(entry)
      publish()
      await sendWaiting()
    },
    async discard(id) {
      await store.delete(id)
      entries = entries.filter(({ upload }) => upload.id !== id)
      publish()
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      closed = true
      clearTimeout(retryTimer)
      stopListening()
      wakeLock?.release()
    },
  }
}
