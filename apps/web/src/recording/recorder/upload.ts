import type { BodyOf, ChosenTake, Contract } from '@fonema/contract'
import type { OutboxEntry } from '../../api/outbox.ts'
import type { Readable } from '../../ui/readable.ts'
import type { RecordingAnswer, RecordingStep } from './session-recording.ts'
import type { Take, TakeOwner, UploadTarget } from './types.ts'
import type { WakeLock } from './wake-lock.ts'

export type Answer =
  | (Pick<TakeOwner, 'itemId' | 'number' | 'holder' | 'continues'> & { kind: 'take'; take: Take })
  | { kind: 'skip'; itemId: string; purpose: string }
  | ({ kind: 'choice'; itemId: string } & ChosenTake)
  | { kind: 'comment'; itemId: null; comment: string; based_on?: string }
  | { kind: 'session'; itemId: null; body: SessionBody }
  | (Exclude<OutboxEntry, { kind: 'comment' }> & { itemId: null })
  | RecordingAnswer

/** A session begun without a network. The browser chose its id. */
export type SessionBody = BodyOf<Contract['POST /protocols/responses/{participant_id}/']>

/** What a person made of a refused entry. */
export type Correction =
  | Exclude<OutboxEntry, { kind: 'comment' }>
  | { kind: 'session'; body: SessionBody }
  | { kind: 'comment'; comment: string }

/** Whether the server must have `made` before it can accept `upload`. */
export function isNeeded(made: Upload, upload: Upload): boolean {
  if (made.id === upload.id) return false
  if (made.kind === 'participant') return upload.participantId === made.participantId
  return made.kind === 'session' && upload.responseId === made.responseId
}

/** An item to send to the server. `sequence` keeps the order in which answers were given. */
export type Upload = Pick<TakeOwner, 'id' | 'sequence' | 'examinerId' | 'participantId' | 'responseId'> & Answer
export type TakeUpload = Extract<Upload, { kind: 'take' }>
export type PieceUpload = Extract<Upload, { kind: 'recording'; step: 'piece' }>
export type AudioUpload = TakeUpload | PieceUpload

export const hasAudio = (upload: Upload): upload is AudioUpload =>
  upload.kind === 'take' || (upload.kind === 'recording' && upload.step === 'piece')

/** The samples of an upload in the outbox, and their file. */
export const audioIn = (upload: AudioUpload): Pick<Take, 'chunks' | 'bytes' | 'sampleRateHz' | 'sha256'> =>
  upload.kind === 'take' ? upload.take : upload

/** Its examiner's channel; undefined: it has none. */
export const examinerIn = (upload: AudioUpload) => (upload.kind === 'take' ? upload.take.examiner : undefined)

/** What is sent of it. */
export type UploadAudio = { speech: Blob; examiner: Blob | null }

/** Why the server will never accept it. `code` is the server's own, of the `field` if one is wrong; the audio is kept. */
export type Refusal = { status: number; code: string; field?: string }

export type StoredUpload = { upload: Upload; refusal: Refusal | null }

/** Where answers wait, with the audio of takes. */
export type UploadStore = {
  /** First completes what a crash left unfinished, except the takes that this page is still `recording`. */
  load: (recording: ReadonlySet<string>) => Promise<StoredUpload[]>
  put: (stored: StoredUpload) => Promise<void>
  delete: (id: string) => Promise<void>
  audioOf: (upload: AudioUpload) => Promise<UploadAudio>
  /** Called when another tab has put or deleted something. */
  onChange?: (listener: () => void) => void
}

export type UploadQueueSnapshot = {
  /** The uploads that the server has not confirmed and may still accept. */
  waiting: number
  /** The size of their audio. */
  bytes: number
  /** An attempt failed since everything was last sent; it is being retried. */
  failing: boolean
  failed: readonly { upload: Upload; refusal: Refusal }[]
  /** Recorded as another examiner: sent when the user acts as that examiner again. */
  held: readonly Upload[]
  /** Everything stored here that the current examiner may send, including refused uploads. */
  uploads: readonly Upload[]
  /** Of them, those that are still being written to this device: whoever closes the page now loses them. */
  unstored: readonly Upload[]
  /** They need something that the server refused, and wait for a person's decision about it. */
  blocked: readonly Upload[]
}

export type UploadEvent =
  /** Emitted once, at the first failed attempt since everything was last sent. */
  | { type: 'sync_failed' }
  /**
   * Nothing waits any more. `responses`: those that received something since the last `synced` and had nothing refused.
   */
  | { type: 'synced'; responses: Pick<UploadTarget, 'participantId' | 'responseId'>[]; afterFailure: boolean }
  | { type: 'refused'; upload: Upload; refusal: Refusal }
  | { type: 'stored'; upload: Upload; body: unknown }

export type UploadQueueOptions = {
  /** Throws when the network fails or times out. Refreshes the session once before it returns a 401. */
  send: (upload: Upload, audio: UploadAudio | null) => Promise<{ status: number; body?: unknown }>
  store: UploadStore
  /** The examiner as whom the user acts now. */
  examinerId: () => string | null
  /** The id of the page, as in its lease. */
  holder: string
  wakeLock?: WakeLock
  /** Runs the task in one tab only; resolves with false, without running it, while another tab does. */
  alone?: (task: () => Promise<void>) => Promise<boolean>
}

export type UploadQueue = Readable<UploadQueueSnapshot> & {
  /** Resolves when the answers of earlier visits have been read. */
  ready: Promise<void>
  /** Numbers a take that is about to begin. `storedTakes`: the known number of this item's takes on the server. */
  reserve: (target: UploadTarget, options?: { storedTakes?: number; continues?: number | undefined }) => TakeOwner
  /** Resolves when the take is in the store. Its audio stays there until `reader` has settled, too. */
  addTake: (owner: TakeOwner, take: Take, reader?: Promise<unknown> | null) => Promise<Upload>
  /** Ends a take that was not delivered: sends what the store has of it. */
  addBroken: (owner: TakeOwner) => Promise<void>
  addSkip: (target: UploadTarget, purpose: string) => Promise<Upload>
  /** Makes a take the one that counts, even one that is still waiting here. */
  addChoice: (target: UploadTarget, choice: ChosenTake) => Promise<Upload>
  /** A step of a session's recording, whose owner was reserved. A piece has its place among them. */
  addStep: (owner: TakeOwner, step: RecordingStep) => Promise<Upload>
  addComment: (target: Omit<UploadTarget, 'itemId'>, comment: string) => Promise<Upload>
  /** Before anything else of its session. */
  addSession: (target: Omit<UploadTarget, 'itemId'>, body: SessionBody) => Promise<Upload>
  /** Retries everything at once, and the refused upload `id` if given. */
  retry: (id?: string) => Promise<void>
  /** Something made without a network outside a session. */
  addEntry: (participantId: string, entry: OutboxEntry) => Promise<Upload>
  /** Replaces what a refused entry says, as a person corrected or confirmed it, and sends it. */
  correct: (id: string, entry: Correction) => Promise<void>
  /**
   * The only way, besides the server's confirmation, to remove audio from the queue. What needs the discarded entry can
   * never be sent, and goes with it.
   */
  discard: (id: string) => Promise<void>
  audioOf: (upload: AudioUpload) => Promise<UploadAudio>
  onEvent: (listener: (event: UploadEvent) => void) => () => void
  close: () => void
}

/** The multipart body of a take. */
export function takeForm({ take, number, holder, continues }: TakeUpload, { speech, examiner }: UploadAudio): FormData {
  const form = new FormData()
  // The text fields come first, so that the server has the hash before the bytes arrive.
  form.set('take', String(number))
  form.set('holder', holder)
  if (continues !== undefined) form.set('continues', String(continues))
  form.set('sha256', take.sha256)
  if (take.examiner !== undefined) form.set('examiner_sha256', take.examiner.sha256)
  form.set('recorded_at', take.recordedAt)
  form.set('settings', JSON.stringify(take.settings))
  form.set('gaps', JSON.stringify(take.gaps))
  form.set('window', JSON.stringify(take.window))
  form.set('speech', speech, `take-${number}.wav`)
  if (examiner !== null) form.set('examiner', examiner, `take-${number}-examiner.wav`)
  return form
}

export type Outcome = { kind: 'stored' } | { kind: 'again' } | { kind: 'refused'; refusal: Refusal }

/** Classifies the server's answer. A 401 was already refreshed by the client and is worth another try. */
export function outcomeOf(status: number, body: unknown): Outcome {
  if (status === 200 || status === 201) return { kind: 'stored' }
  const mayChange = [401, 408, 425, 429].includes(status)
  if (status < 400 || status >= 500 || mayChange) return { kind: 'again' }
  return { kind: 'refused', refusal: { status, code: `http_${status}`, ...wrongIn(body) } }
}

/** `{code: 'conflict'}` or `{speech: ['too_short']}`; other shapes have no code. */
function wrongIn(body: unknown): Partial<Refusal> {
  if (typeof body !== 'object' || body === null) return {}
  if ('code' in body && typeof body.code === 'string') return { code: body.code }
  for (const [field, codes] of Object.entries(body))
    if (Array.isArray(codes) && typeof codes[0] === 'string') return { code: codes[0], field }
  return {}
}
