import type { Readable, Take } from './types.ts'
import type { WakeLock } from './wake-lock.ts'

export type UploadTarget = { participantId: string; responseId: string; itemId: string }

export type Answer = { kind: 'take'; number: number; take: Take } | { kind: 'skip'; purpose: string }

/** One item's answer on its way to the server. `sequence` keeps the order in which they were given. */
export type Upload = UploadTarget & Answer & { id: string; sequence: number }

/** Why the server will never take it. `code` is the server's own; the audio is kept. */
export type Refusal = { status: number; code: string }

export type StoredUpload = { upload: Upload; refusal: Refusal | null }

/**
 * Where answers wait. In memory for now: the encrypted store that survives a crash takes this place.
 */
export type UploadStore = {
  load: () => Promise<StoredUpload[]>
  put: (stored: StoredUpload) => Promise<void>
  delete: (id: string) => Promise<void>
}

export function createMemoryUploadStore(): UploadStore {
  const stored = new Map<string, StoredUpload>()
  return {
    load: async () => [...stored.values()],
    async put(entry) {
      stored.set(entry.upload.id, entry)
    },
    async delete(id) {
      stored.delete(id)
    },
  }
}

export type UploadQueueSnapshot = {
  /** Takes and skips that the server has not confirmed and may still take. */
  waiting: number
  /** Of the audio among them. */
  bytes: number
  /** An attempt failed since everything was last in step; it is being repeated. */
  failing: boolean
  failed: readonly { upload: Upload; refusal: Refusal }[]
  /** All that is kept here, for the download of the raw files. */
  uploads: readonly Upload[]
}

export type UploadEvent =
  /** Once, at the first failed attempt since everything was in step. */
  | { type: 'sync_failed' }
  /** Nothing is waiting any more; `responses` got something since the last time, and nothing of theirs was refused. */
  | { type: 'synced'; responses: Pick<UploadTarget, 'participantId' | 'responseId'>[]; afterFailure: boolean }
  | { type: 'refused'; upload: Upload; refusal: Refusal }
  | { type: 'stored'; upload: Upload; body: unknown }

export type UploadQueueOptions = {
  /** Throws when the network fails or is silent for too long. Has refreshed the session once before it answers 401. */
  send: (upload: Upload) => Promise<{ status: number; body?: unknown }>
  store?: UploadStore
  wakeLock?: WakeLock
}

export type UploadQueue = Readable<UploadQueueSnapshot> & {
  /** Resolves when it is in the store. `storedTakes`: how many takes of this item the server is known to have. */
  addTake: (target: UploadTarget, take: Take, storedTakes?: number) => Promise<Upload>
  addSkip: (target: UploadTarget, purpose: string) => Promise<Upload>
  /** Tries a refused upload again. */
  retry: (id: string) => Promise<void>
  /** The only way, besides the server's confirmation, in which audio leaves the queue. */
  discard: (id: string) => Promise<void>
  onEvent: (listener: (event: UploadEvent) => void) => () => void
  close: () => void
}

/** The multipart body of a take. */
export function takeForm({ take, number }: Extract<Answer, { kind: 'take' }>): FormData {
  const form = new FormData()
  // The text fields come first, so that the server knows the hash before the bytes.
  form.set('take', String(number))
  form.set('sha256', take.sha256)
  form.set('recorded_at', take.recordedAt)
  form.set('settings', JSON.stringify(take.settings))
  form.set('gaps', JSON.stringify(take.gaps))
  form.set('window', JSON.stringify(take.window))
  form.set('speech', take.wav, `take-${number}.wav`)
  return form
}

/** The JSON body of a skip. */
export function skipBody({ purpose }: Extract<Answer, { kind: 'skip' }>): { skipped_purpose: string } {
  return { skipped_purpose: purpose }
}

export type Outcome = { kind: 'stored' } | { kind: 'again' } | { kind: 'refused'; refusal: Refusal }

/** What an answer means for the upload. A 401 has been refreshed by the client and is worth another try. */
export function outcomeOf(status: number, body: unknown): Outcome {
  if (status === 200 || status === 201) return { kind: 'stored' }
  const mayChange = [401, 408, 425, 429].includes(status)
  if (status < 400 || status >= 500 || mayChange) return { kind: 'again' }
  return { kind: 'refused', refusal: { status, code: codeOf(body) ?? `http_${status}` } }
}

/** `{code: 'conflict'}` or `{speech: ['too_short']}`; other shapes have no code. */
function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  if ('code' in body && typeof body.code === 'string') return body.code
  for (const codes of Object.values(body)) if (Array.isArray(codes) && typeof codes[0] === 'string') return codes[0]
  return null
}
