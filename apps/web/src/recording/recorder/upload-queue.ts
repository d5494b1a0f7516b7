import { randomId } from '../../api/random-id.ts'
import { pieceId } from './piece-chain.ts'
import { type RecordingStep, sequenceOfPiece, stepOf } from './session-recording.ts'
import type { TakeOwner, UploadTarget } from './types.ts'
import {
  hasAudio,
  isNeeded,
  outcomeOf,
  type StoredUpload,
  type Upload,
  type UploadEvent,
  type UploadQueue,
  type UploadQueueOptions,
} from './upload.ts'
import { createUploadList } from './upload-list.ts'
import { onReturn } from './upload-moments.ts'
import { createRounds } from './upload-rounds.ts'

/**
 * Sends answers one at a time, those of a response in the order given. An answer that cannot be sent now is retried
 * every 4 s and holds back its own response only. An answer that the server refuses for good stays here and does not
 * hold back later ones, except those that need it.
 */
export function createUploadQueue({
  send,
  store,
  examinerId,
  holder,
  wakeLock,
  alone = (task) => task().then(() => true),
}: UploadQueueOptions): UploadQueue {
  const list = createUploadList({ store, examinerId, wakeLock })
  const rounds = createRounds(sendAll, alone)
  const nextTake = createTakeNumbers()
  const listeners = new Set<(event: UploadEvent) => void>()
  const readers = new Map<string, Promise<unknown>>()
  let storedSince = new Map<string, Upload>()

  function emit(event: UploadEvent) {
    for (const listener of [...listeners]) listener(event)
  }

  async function sendAll() {
    await list.reload()
    const stuck: Upload[] = []
    const isHeldBack = (upload: Upload) =>
      stuck.some((other) => other.responseId === upload.responseId || isNeeded(other, upload))
    while (!rounds.isClosed()) {
      const waiting = list.sendable()
      if (waiting.length === 0) return list.isArriving() ? undefined : announceSynced()
      const next = waiting.find(({ upload }) => !isHeldBack(upload))
      if (!next) return retryLater()
      const outcome = await attempt(next)
      if (outcome === 'nothing_passes') return retryLater()
      if (outcome === 'stuck') stuck.push(next.upload)
    }
  }

  async function attempt({ upload }: StoredUpload): Promise<'done' | 'stuck' | 'nothing_passes'> {
    const audio = hasAudio(upload) ? await store.audioOf(upload) : null
    const answer = await send(upload, audio).catch(() => null)
    if (!answer) return 'nothing_passes'
    const outcome = outcomeOf(answer.status, answer.body)
    if (outcome.kind === 'again') return [401, 429].includes(answer.status) ? 'nothing_passes' : 'stuck'
    if (outcome.kind === 'refused') {
      await store.put({ upload, refusal: outcome.refusal })
      list.replace({ upload, refusal: outcome.refusal })
      emit({ type: 'refused', upload, refusal: outcome.refusal })
    } else {
      await readers.get(upload.id)?.catch(() => {})
      readers.delete(upload.id)
      await store.delete(upload.id)
      storedSince.set(upload.responseId, upload)
      list.remove(upload.id)
      emit({ type: 'stored', upload, body: answer.body })
    }
    return 'done'
  }

  function retryLater() {
    rounds.retryLater()
    if (list.isFailing() || rounds.isClosed()) return
    list.setFailing(true)
    emit({ type: 'sync_failed' })
  }

  function announceSynced() {
    const refused = new Set(list.entries().map(({ upload }) => upload.responseId))
    const responses = [...storedSince.values()]
      .filter(({ responseId }) => !refused.has(responseId))
      .map(({ participantId, responseId }) => ({ participantId, responseId }))
    const afterFailure = list.isFailing()
    storedSince = new Map()
    list.setFailing(false)
    if (responses.length > 0) emit({ type: 'synced', responses, afterFailure })
  }

  async function add(upload: Upload): Promise<Upload> {
    await list.add(upload)
    if (!rounds.isRetryDue()) void rounds.start()
    return upload
  }

  function newUpload() {
    const as = examinerId()
    if (as === null) throw new Error('nobody is signed in')
    return { id: randomId(), sequence: list.nextSequence(), examinerId: as }
  }

  const ready = list
    .reload()
    .catch(() => {}) // retried with every attempt to send
    .then(() => void rounds.start())
  const stopListening = onReturn(rounds.start)
  store.onChange?.(() => void list.reload().catch(() => {}))

  return {
    ready,
    subscribe: list.subscribe,
    getSnapshot: list.getSnapshot,
    reserve(target, { storedTakes = 0, continues } = {}): TakeOwner {
      const number = nextTake(target, storedTakes)
      const owner = { ...target, ...newUpload(), number, holder, ...(continues !== undefined && { continues }) }
      list.recording.add(owner.id)
      return owner
    },
    addTake(owner, take, reader = null) {
      if (reader !== null) readers.set(owner.id, reader)
      return add({ ...owner, kind: 'take', take })
    },
    async addBroken({ id }) {
      list.recording.delete(id)
      await rounds.start()
    },
    addSkip: (target, purpose) => add({ ...target, ...newUpload(), kind: 'skip', purpose }),
    addChoice: (target, choice) => add({ ...target, ...newUpload(), kind: 'choice', ...choice }),
    async addStep(owner, step) {
      const place = placeOf(owner, step) ?? { id: randomId(), sequence: list.nextSequence() }
      const upload = await add({ ...stepOf(owner, step), ...place })
      if (step.step === 'end') list.recording.delete(owner.id)
      return upload
    },
    addComment: (target, comment) => add({ ...target, ...newUpload(), kind: 'comment', itemId: null, comment }),
    addSession: (target, body) => add({ ...target, ...newUpload(), kind: 'session', itemId: null, body }),
    addEntry(participantId, entry) {
      const upload = newUpload()
      if (entry.kind !== 'comment')
        return add({ participantId, responseId: upload.id, ...upload, itemId: null, ...entry })
      const { kind, session, comment, based_on } = entry
      return add({ participantId, responseId: session, ...upload, itemId: null, kind, comment, based_on })
    },
    async correct(id, entry) {
      const stored = list.entries().find(({ upload }) => upload.id === id)
      if (stored === undefined) return
      const { examinerId, participantId, responseId, sequence } = stored.upload
      const upload: Upload = { id, examinerId, participantId, responseId, sequence, itemId: null, ...entry }
      await store.put({ upload, refusal: null })
      await rounds.start()
    },
    async retry(id) {
      const entry = list.entries().find(({ upload }) => upload.id === id)
      if (entry?.refusal) await store.put({ upload: entry.upload, refusal: null })
      await rounds.start()
    },
    async discard(id) {
      const made = list.entries().find(({ upload }) => upload.id === id)?.upload
      const needing = list.entries().filter(({ upload }) => made !== undefined && isNeeded(made, upload))
      // The needed one goes last: if the page ends meanwhile, nothing is left that can never be sent.
      for (const each of [...needing.map(({ upload }) => upload.id), id]) {
        await store.delete(each)
        list.remove(each)
      }
    },
    audioOf: store.audioOf,
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      rounds.close()
      stopListening()
      wakeLock?.release()
    },
  }
}

/** Where a step stands that does not follow everything before it. */
function placeOf(owner: TakeOwner, step: RecordingStep) {
  // Not the owner's id: that of a recording is in the list of what is being recorded until its end.
  if (step.step === 'start') return { id: `${owner.id}.start`, sequence: owner.sequence }
  if (step.step === 'piece') return { id: pieceId(owner.id, step.piece), sequence: sequenceOfPiece(owner, step.piece) }
  return undefined
}

/** Numbers the takes of each item, from those that the server has. */
function createTakeNumbers() {
  const highest = new Map<string, number>()
  return ({ responseId, itemId }: UploadTarget, storedTakes: number): number => {
    const key = JSON.stringify([responseId, itemId])
    const number = Math.max(storedTakes, highest.get(key) ?? 0) + 1
    highest.set(key, number)
    return number
  }
}
