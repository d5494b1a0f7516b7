import type { ChosenTake } from '@fonema/contract'
import type { Readable, Take, TakeOwner, UploadTarget } from './types.ts'
import type { WakeLock } from './wake-lock.ts'

export type Answer =
  | (Pick<TakeOwner, 'itemId' | 'number' | 'holder' | 'continues'> & { kind: 'take'; take: Take })
  | { kind: 'skip'; itemId: string; purpose: string }
  | ({ kind: 'choice'; itemId: string } & ChosenTake)
  | { kind: 'comment'; itemId: null; comment: string }

/** Something on its way to the server. `sequence` keeps the order in which it was given. */
export type Upload = Pick<TakeOwner, 'id' | 'sequence' | 'examinerId' | 'participantId' | 'responseId'> & Answer
export type TakeUpload = Extract<Upload, { kind: 'take' }>

/** Why the server will never take it. `code` is the server's own; the audio is kept. */
export type Refusal = { status: number; code: string }

export type StoredUpload = { upload: Upload; refusal: Refusal | null }

/** Where answers wait, with the audio of takes. */
export type UploadStore = {
  /** What a crash left unfinished is finished first, save the takes that this page is still `recording`. */
  load: (recording: ReadonlySet<string>) => Promise<StoredUpload[]>
  put: (stored: StoredUpload) => Promise<void>
  delete: (id: string) => Promise<void>
  audioOf: (upload: TakeUpload) => Promise<Blob>
  /** Another tab has put or deleted something. */
  onChange?: (listener: () => void) => void
}

export type UploadQueueSnapshot = {
  /** What the server has not confirmed and may still take. */
  waiting: number
  /** Of the audio among them. */
  bytes: number
  /** An attempt failed since everything was last in step; it is being repeated. */
  failing: boolean
  failed: readonly { upload: Upload; refusal: Refusal }[]
  /** Recorded as another examiner: sent when the user acts as that one again. */
  held: readonly Upload[]
  /** All that is kept here and may be sent as who is acting now, refused ones too. */
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
  send: (upload: Upload, audio: Blob | null) => Promise<{ status: number; body?: unknown }>
  store: UploadStore
  /** As whom the user acts at this moment. */
  examinerId: () => string | null
  /** The page, as in its lease. */
  holder: string
  wakeLock?: WakeLock
  /** False, and nothing is done, while another tab is at it. */
  alone?: (task: () => Promise<void>) => Promise<boolean>
}

export type UploadQueue = Readable<UploadQueueSnapshot> & {
  /** Resolves when what earlier visits left has been read. */
  ready: Promise<void>
  /** Numbers a take that is about to begin. `storedTakes`: how many of this item the server is known to have. */
  reserve: (target: UploadTarget, options?: { storedTakes?: number; continues?: number | undefined }) => TakeOwner
  /** Resolves when it is in the store. Its audio stays there until `reader` is done with it, too. */
  addTake: (owner: TakeOwner, take: Take, reader?: Promise<unknown> | null) => Promise<Upload>
  /** A take that ended without an end: what the store has of it is sent. */
  addBroken: (owner: TakeOwner) => Promise<void>
  addSkip: (target: UploadTarget, purpose: string) => Promise<Upload>
  /** Makes a take the one that counts; it may still wait here itself. */
  addChoice: (target: UploadTarget, choice: ChosenTake) => Promise<Upload>
  addComment: (target: Omit<UploadTarget, 'itemId'>, comment: string) => Promise<Upload>
  /** Everything at once, a refused one too when it is named. */
  retry: (id?: string) => Promise<void>
  /** The only way, besides the server's confirmation, in which audio leaves the queue. */
  discard: (id: string) => Promise<void>
  audioOf: (upload: TakeUpload) => Promise<Blob>
  onEvent: (listener: (event: UploadEvent) => void) => () => void
  close: () => void
}

/** The multipart body of a take. */
export function takeForm({ take, number, holder, continues }: TakeUpload, audio: Blob): FormData {
  const form = new FormData()
  // The text fields come first, so that the server knows the hash before the bytes.
  form.set('take', String(number))
  form.set('holder', holder)
  if (continues !== undefined) form.set('continues', String(continues))
  form.set('sha256', take.sha256)
  form.set('recorded_at', take.recordedAt)
  form.set('settings', JSON.stringify(take.settings))
  form.set('gaps', JSON.stringify(take.gaps))
  form.set('window', JSON.stringify(take.window))
  form.set('speech', audio, `take-${number}.wav`)
  return form
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
