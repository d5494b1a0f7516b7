import { randomId } from '../../api/random-id.ts'
import { createReadable } from './readable.ts'
import type { TakeOwner, UploadTarget } from './types.ts'
import {
  outcomeOf,
  type StoredUpload,
  type Upload,
  type UploadEvent,
  type UploadQueue,
  type UploadQueueOptions,
  type UploadQueueSnapshot,
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
  store,
  examinerId,
  holder,
  wakeLock,
  alone = (task) => task().then(() => true),
}: UploadQueueOptions): UploadQueue {
  const snapshot = createReadable<UploadQueueSnapshot>({
    waiting: 0,
    bytes: 0,
    failing: false,
    failed: [],
    held: [],
    uploads: [],
  })
  const listeners = new Set<(event: UploadEvent) => void>()
  const recording = new Set<string>()
  /** On their way into the store: they wait already, and are not sent before. */
  const arriving = new Set<string>()
  const readers = new Map<string, Promise<unknown>>()
  let entries: StoredUpload[] = []
  let sequence = 0
  let failing = false
  let storedSince = new Map<string, Upload>()
  let sending = false
  let sendAgain = false
  let closed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function emit(event: UploadEvent) {
    for (const listener of [...listeners]) listener(event)
  }

  const isMine = ({ upload }: StoredUpload) => upload.examinerId === examinerId()
  const waitingEntries = () => entries.filter((entry) => !entry.refusal && isMine(entry))

  function setEntries(next: StoredUpload[]) {
    entries = next.sort((a, b) => a.upload.sequence - b.upload.sequence)
    sequence = Math.max(sequence, ...entries.map(({ upload }) => upload.sequence))
    publish()
  }

  function publish() {
    const waiting = waitingEntries()
    if (waiting.length > 0) wakeLock?.hold()
    else wakeLock?.release()
    snapshot.set({
      waiting: waiting.length,
      bytes: waiting.reduce((sum, { upload }) => sum + (upload.kind === 'take' ? upload.take.bytes : 0), 0),
      failing,
      failed: entries.filter(isMine).flatMap(({ upload, refusal }) => (refusal ? [{ upload, refusal }] : [])),
      held: entries.filter((entry) => !isMine(entry)).map(({ upload }) => upload),
      uploads: entries.filter(isMine).map(({ upload }) => upload),
    })
  }

  async function reload() {
    const stored = await store.load(recording)
    const known = new Set(stored.map(({ upload }) => upload.id))
    setEntries([...stored, ...entries.filter(({ upload }) => arriving.has(upload.id) && !known.has(upload.id))])
  }

  async function sendWaiting() {
    if (closed) return
    if (sending) {
      sendAgain = true
      return
    }
    sending = true
    sendAgain = false
    clearTimeout(retryTimer)
    retryTimer = undefined
    const ran = await alone(sendAll).catch(() => false)
    sending = false
    if (sendAgain && retryTimer === undefined) void sendWaiting()
    // Another tab sends, or the store cannot be read now: nothing has failed yet.
    else if (!ran) schedule()
  }

  async function sendAll() {
    await reload()
    const stuck = new Set<string>()
    while (!closed) {
      const waiting = waitingEntries().filter(({ upload }) => !arriving.has(upload.id))
      if (waiting.length === 0) return arriving.size === 0 ? announceSynced() : undefined
      const next = waiting.find(({ upload }) => !stuck.has(upload.responseId))
      if (!next) return retryLater()
      const outcome = await attempt(next)
      if (outcome === 'nothing_passes') return retryLater()
      if (outcome === 'stuck') stuck.add(next.upload.responseId)
    }
  }

  async function attempt({ upload }: StoredUpload): Promise<'done' | 'stuck' | 'nothing_passes'> {
    const audio = upload.kind === 'take' ? await store.audioOf(upload) : null
    const answer = await send(upload, audio).catch(() => null)
    if (!answer) return 'nothing_passes'
    const outcome = outcomeOf(answer.status, answer.body)
    if (outcome.kind === 'again') return [401, 429].includes(answer.status) ? 'nothing_passes' : 'stuck'
    const others = () => entries.filter((other) => other.upload.id !== upload.id)
    if (outcome.kind === 'refused') {
      await store.put({ upload, refusal: outcome.refusal })
      setEntries([...others(), { upload, refusal: outcome.refusal }])
      emit({ type: 'refused', upload, refusal: outcome.refusal })
    } else {
      await readers.get(upload.id)?.catch(() => {})
      readers.delete(upload.id)
      await store.delete(upload.id)
      storedSince.set(upload.responseId, upload)
      setEntries(others())
      emit({ type: 'stored', upload, body: answer.body })
    }
    return 'done'
  }

  function schedule() {
    if (!closed) retryTimer ??= setTimeout(sendWaiting, retryMilliseconds)
  }

  function retryLater() {
    schedule()
    if (failing || closed) return
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
    arriving.add(upload.id)
    setEntries([...entries, entry])
    try {
      await store.put(entry)
    } catch (error) {
      arriving.delete(upload.id)
      setEntries(entries.filter((other) => other.upload.id !== upload.id))
      throw error
    }
    arriving.delete(upload.id)
    recording.delete(upload.id)
    if (retryTimer === undefined) void sendWaiting()
    return upload
  }

  function newUpload() {
    const as = examinerId()
    if (as === null) throw new Error('nobody is signed in')
    sequence = Math.max(sequence + 1, Date.now())
    return { id: randomId(), sequence, examinerId: as }
  }

  const highestTakes = new Map<string, number>()
  function nextTake({ responseId, itemId }: UploadTarget, storedTakes: number): number {
    const key = JSON.stringify([responseId, itemId])
    const number = Math.max(storedTakes, highestTakes.get(key) ?? 0) + 1
    highestTakes.set(key, number)
    return number
  }

  const ready = reload()
    .catch(() => {}) // tried again with every attempt to send
    .then(() => void sendWaiting())
  const stopListening = onReturn(sendWaiting)
  store.onChange?.(() => void reload().catch(() => {}))

  return {
    ready,
    subscribe: snapshot.subscribe,
    getSnapshot: snapshot.getSnapshot,
    reserve(target, { storedTakes = 0, continues } = {}): TakeOwner {
      const number = nextTake(target, storedTakes)
      const owner = { ...target, ...newUpload(), number, holder, ...(continues !== undefined && { continues }) }
      recording.add(owner.id)
      return owner
    },
    addTake(owner, take, reader = null) {
      if (reader !== null) readers.set(owner.id, reader)
      return add({ ...owner, kind: 'take', take })
    },
    async addBroken({ id }) {
      recording.delete(id)
      await sendWaiting()
    },
    addSkip: (target, purpose) => add({ ...target, ...newUpload(), kind: 'skip', purpose }),
    addChoice: (target, { take, holder }) =>
      add({ ...target, ...newUpload(), kind: 'choice', take, ...(holder !== undefined && { holder }) }),
    addComment: (target, comment) => add({ ...target, ...newUpload(), kind: 'comment', itemId: null, comment }),
    async retry(id) {
      const entry = entries.find(({ upload }) => upload.id === id)
      if (entry?.refusal) await store.put({ upload: entry.upload, refusal: null })
      await sendWaiting()
    },
    async discard(id) {
      await store.delete(id)
      setEntries(entries.filter(({ upload }) => upload.id !== id))
    },
    audioOf: store.audioOf,
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
