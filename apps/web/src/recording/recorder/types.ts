import type { Completeness } from '@fonema/contract'
import type { Readable } from '../../ui/readable.ts'
/** Why there is no usable microphone. Every code needs wording on the screen. */
export type BlockReason =
  | 'denied'
  | 'no_device'
  | 'in_use'
  | 'no_media_api'
  | 'device_lost'
  /** No space on the device or no storage: nothing is recorded that cannot be stored. */
  | 'storage_full'
  | 'storage_unavailable'
  /** The worklet or the worker could not be loaded, or failed. */
  | 'capture_failed'

/** `no_volume` blocks nothing: a silent microphone is a warning until the level moves. */
export type MicrophoneProblem = BlockReason | 'no_volume'

/**
 * A stretch without audio, in seconds from the start of the file. The file holds zeros there, except for losses found
 * only by the clock (`lost_by_clock_s`): they have no samples and shorten the file. A `pause` precedes a take that
 * continues an interrupted one.
 */
export type Gap = { at: number; length: number; pause?: true }

/** Click to click, in seconds from the start of the file. */
export type TakeWindow = { start: number; end: number }

/** The microphone settings reported by the browser. `null`: not reported. */
export type MicrophoneSettings = {
  device_label: string
  sample_rate: number | null
  channel_count: number | null
  echo_cancellation: boolean | string | null
  noise_suppression: boolean | null
  auto_gain_control: boolean | null
  latency_s: number | null
  processed_by_browser: boolean
}

/** Sent to the server unchanged (`settings`), hence the wire's names. */
export type TakeSettings = MicrophoneSettings & {
  user_agent: string
  context_sample_rate: number
  low_sample_rate: boolean
  /** Ended by the loss of the microphone or by leaving, not by a click: its length means nothing. */
  interrupted?: true
  /** How much shorter the file is than the elapsed time. */
  lost_by_clock_s?: number
  /** What proves that nothing is missing besides the gaps. Absent after a crash: nobody could say. */
  completeness?: Completeness
  /** With `by_clock`: shorter standstills of the sound may have gone unnoticed. */
  clock_resolution_s?: number
  /** How much audio the browser's graph dropped or zeroed that was restored from the track itself. */
  mended_s?: number
  /** The second microphone was recorded, but says nothing: its file is left out. */
  examiner_channel?: 'silent' | 'same'
}

export type UploadTarget = { participantId: string; responseId: string; itemId: string }

/** Identifies a take and its owner. */
export type TakeOwner = UploadTarget & {
  id: string
  /** Counted by the recording page; the server keeps takes apart that two pages number alike. */
  number: number
  /** The id of the page, as in its lease. */
  holder: string
  /** The examiner who recorded it: nobody else may send it. */
  examinerId: string
  sequence: number
  /** The number of the interrupted take that this one continues. */
  continues?: number
}

/** The facts known when a take begins. `hasExaminer`: the second channel is kept beside it. */
export type TakeFacts = TakeOwner & {
  recordedAt: string
  sampleRateHz: number
  settings: TakeSettings
  hasExaminer?: true
}

/** A take that has not ended, as stored from its first moment on. */
export type RunningTake = TakeFacts & { kind: 'running'; windowStart: number; gaps: Gap[] }

/** The examiner's channel of a take: as many samples. In the outbox, in chunks beside those of the take. */
export type ExaminerFile = { chunks: number; bytes: number; sha256: string }

/** A recording: mono, 16 bit, at the audio context's own rate. Its samples are in the outbox, in `chunks` chunks. */
export type Take = {
  /** Half a second each, the last one shorter. Repaired ones may be longer or shorter. */
  chunks: number
  bytes: number
  sha256: string
  sampleRateHz: number
  /** The marked window, click to click. */
  durationSeconds: number
  /** The whole file, including the audio before and after the clicks. */
  totalSeconds: number
  window: TakeWindow
  gaps: Gap[]
  settings: TakeSettings
  /** Seconds of the file: samples before it are those that were first written. Absent when nothing was mended. */
  mendedFrom?: number
  /** ISO 8601 in UTC, of the first click. */
  recordedAt: string
  /** What the second microphone heard. */
  examiner?: ExaminerFile
}

/** What ended the take: a click, the maximum duration, the loss of the microphone, or `close()` while recording. */
export type TakeCause = 'stopped' | 'limit' | 'interrupted' | 'closed'

export type MicrophoneInfo = {
  deviceId: string
  label: string
  sampleRateHz: number
  settings: MicrophoneSettings
  processedByBrowser: boolean
  lowSampleRate: boolean
  /** The device has a second channel. */
  offersExaminer: boolean
  /** It is recorded as the examiner's. */
  hasExaminer: boolean
}

export type RecorderSnapshot =
  | { status: 'idle' }
  /** `needsGesture`: the browser waits for a click or a key before it starts audio. */
  | { status: 'opening'; needsGesture: boolean }
  | { status: 'ready' | 'recording' | 'stopping'; microphone: MicrophoneInfo; noVolume: boolean }
  /** `interrupted`: a take was running; its recorded part is delivered to `onTake`. */
  | { status: 'blocked'; reason: BlockReason; interrupted: boolean }

/** Changes twenty times a second: subscribe only from a meter, a waveform or a clock. */
export type Meter = {
  /** Peak of the last 100 ms with a slow fall, 0..1. */
  level: number
  /** The last 100 levels, oldest first. */
  levels: readonly number[]
  /** Since the first click, counted in received frames; 0 when not recording. */
  elapsedSeconds: number
}

export type StartOptions = {
  /** `event.timeStamp` of the click, so that a busy page does not shift the mark. Default: now. */
  at?: number
  /** The take ends here by itself, to the frame, whatever the page is doing. */
  maxSeconds?: number
  owner: TakeOwner
  /** The owner is a session's recording: it is cut into pieces of this length. */
  pieceSeconds?: number
}

export type Recorder = Readable<RecorderSnapshot> & {
  meter: Readable<Meter>
  /**
   * Ends in `ready` or `blocked`; never rejects. Opening again replaces the microphone. `wantsExaminer`: records the
   * device's second channel as the examiner's, if it has one.
   */
  open: (deviceId?: string, wantsExaminer?: boolean) => Promise<void>
  /** Returns false and does nothing unless the recorder is ready. */
  start: (options: StartOptions) => boolean
  /** The running take, or the one that the limit just ended; rejects when there is none or the capture broke. */
  stop: (options?: { at?: number }) => Promise<Take>
  /** Returns the next seconds without storing them; rejects when the microphone is closed or lost first. */
  listen: (seconds: number) => Promise<Float32Array<ArrayBuffer>>
  /** Releases microphone, audio context, worker and wake lock. Delivers a running take to `onTake` first. */
  close: () => Promise<void>
}
