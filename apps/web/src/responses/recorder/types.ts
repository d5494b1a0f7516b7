/** Why there is no usable microphone. Every code needs wording on the screen. */
export type BlockReason =
  | 'denied'
  | 'no_device'
  | 'in_use'
  | 'no_media_api'
  | 'device_lost'
  /** No room on the device for the recording, or no store at all: what cannot be kept is not recorded. */
  | 'storage_full'
  | 'storage_unavailable'
  /** The worklet or the worker could not be loaded, or broke. */
  | 'capture_failed'

/** `no_volume` blocks nothing: a silent microphone is a warning until the level moves. */
export type MicrophoneProblem = BlockReason | 'no_volume'

/**
 * A stretch without audio, in seconds from the start of the file. The file holds zeros there, except where only
 * the clock tells that something is missing (`lost_by_clock_s`): that has no samples and shortens the file. A `pause`
 * lies before a take that goes on with an interrupted one.
 */
export type Gap = { at: number; length: number; pause?: true }

/** Click to click, in seconds from the start of the file. */
export type TakeWindow = { start: number; end: number }

/** What the browser said of the microphone. `null`: it said nothing. */
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

/** Goes to the server as it is (`settings`), hence the names of the wire. */
export type TakeSettings = MicrophoneSettings & {
  user_agent: string
  context_sample_rate: number
  low_sample_rate: boolean
  /** Ended by the loss of the microphone or by leaving, not by a click: its length means nothing. */
  interrupted?: true
  /** How much the file is shorter than the time that passed. */
  lost_by_clock_s?: number
  /** How much the browser's audio graph had dropped or put zeros for, and the file has from the track itself. */
  mended_s?: number
}

export type UploadTarget = { participantId: string; responseId: string; itemId: string }

/** Which take this is, and whose. */
export type TakeOwner = UploadTarget & {
  id: string
  /** Counted by the page that records; the server keeps apart what two pages number alike. */
  number: number
  /** The page, as in its lease. */
  holder: string
  /** As whom it was recorded: nobody else may send it. */
  examinerId: string
  sequence: number
  /** The number of the interrupted take that this one goes on with. */
  continues?: number
}

/** What is known of a take when it begins. */
export type TakeFacts = TakeOwner & { recordedAt: string; sampleRateHz: number; settings: TakeSettings }

/** A take that has not ended, as it is kept from its first moment on. */
export type RunningTake = TakeFacts & { kind: 'running'; windowStart: number; gaps: Gap[] }

/** A recording: mono, 16 bit, at the audio context's own rate. Its samples lie in the outbox, in so many chunks. */
export type Take = {
  /** Of half a second each, the last one less; one that was mended may be longer or shorter. */
  chunks: number
  bytes: number
  sha256: string
  sampleRateHz: number
  /** The marked window, click to click. */
  durationSeconds: number
  /** The whole file, with what lies before and after the clicks. */
  totalSeconds: number
  window: TakeWindow
  gaps: Gap[]
  settings: TakeSettings
  /** ISO 8601 in UTC, of the first click. */
  recordedAt: string
}

/** What ended the take: a click, the maximum duration, the microphone's loss, or `close()` while recording. */
export type TakeCause = 'stopped' | 'limit' | 'interrupted' | 'closed'

export type MicrophoneInfo = {
  deviceId: string
  label: string
  sampleRateHz: number
  settings: MicrophoneSettings
  processedByBrowser: boolean
  lowSampleRate: boolean
}

export type RecorderSnapshot =
  | { status: 'idle' }
  /** `needsGesture`: the browser waits for a click or a key before it starts audio. */
  | { status: 'opening'; needsGesture: boolean }
  | { status: 'ready' | 'recording' | 'stopping'; microphone: MicrophoneInfo; noVolume: boolean }
  /** `interrupted`: a take was running; what was recorded of it is delivered to `onTake`. */
  | { status: 'blocked'; reason: BlockReason; interrupted: boolean }

/** Changes twenty times a second; only a meter, a waveform or a clock should listen to it. */
export type Meter = {
  /** Peak of the last 100 ms with a slow fall, 0..1. */
  level: number
  /** The last 100 levels, oldest first. */
  levels: readonly number[]
  /** Since the first click, counted in frames received; 0 when not recording. */
  elapsedSeconds: number
}

/** Fits `useSyncExternalStore(store.subscribe, store.getSnapshot)`. */
export type Readable<T> = { subscribe: (listener: () => void) => () => void; getSnapshot: () => T }

export type StartOptions = {
  /** `event.timeStamp` of the click, so that a busy page does not shift the mark. Now when absent. */
  at?: number
  /** The take ends by itself here, to the frame, whatever the page is doing. */
  maxSeconds?: number
  owner: TakeOwner
}

export type Recorder = Readable<RecorderSnapshot> & {
  meter: Readable<Meter>
  /** Ends in `ready` or `blocked`; never rejects. Opening again replaces the microphone. */
  open: (deviceId?: string) => Promise<void>
  /** False, and nothing happens, unless the recorder is ready. */
  start: (options: StartOptions) => boolean
  /** The running take, or the one that the limit has just ended; rejects when there is none or the capture broke. */
  stop: (options?: { at?: number }) => Promise<Take>
  /** Hears the next seconds and keeps nothing; rejects when the microphone is closed or lost before. */
  listen: (seconds: number) => Promise<Float32Array<ArrayBuffer>>
  /** Releases microphone, audio context, worker and wake lock. A running take is delivered to `onTake` first. */
  close: () => Promise<void>
}
