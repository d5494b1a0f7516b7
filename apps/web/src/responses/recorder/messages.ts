import type { SealingKey } from '../outbox/sealing.ts'
import type { CapturedTake } from './capture.ts'
import type { TakeFacts } from './types.ts'

/** Worklet to worker, over a port of their own: the page's thread may be busy for seconds. */
export type FromWorklet =
  | { type: 'batch'; first: number; samples: Float32Array<ArrayBuffer> }
  /** Everything before `frame` was posted. Answers `flush` of the same id. */
  | { type: 'flushed'; id: number; frame: number }

/** Worker to worklet: post what you have as soon as `frame` is reached. A later one replaces an earlier. */
export type ToWorklet = { type: 'flush'; id: number; frame: number }

/** Page to worker. */
export type ToWorker =
  | { type: 'open'; port: MessagePort; sampleRateHz: number; key: SealingKey }
  /** What the track delivers, beside what comes through the graph. */
  | { type: 'track'; samples: ReadableStream<AudioData> }
  | { type: 'start'; facts: TakeFacts; atFrame: number; maxFrames: number | null }
  | { type: 'stop'; atFrame: number }
  /** The browser dropped so much, some time between these frames. */
  | { type: 'dropped'; from: number; to: number; seconds: number }
  /** Send back what is heard from now on for so long. Nothing of it is kept. */
  | { type: 'listen'; seconds: number }
  /** Finish at once with what there is, up to `atFrame` when it is known since when there was nothing. */
  | { type: 'interrupt'; atFrame: number | null }

/** Worker to page. */
export type FromWorker =
  | { type: 'level'; level: number; elapsedSeconds: number }
  /** The maximum duration is reached; the take follows after its post-roll. */
  | { type: 'limit' }
  /** No frames for a second. */
  | { type: 'stalled' }
  | { type: 'take'; take: FinishedTake }
  /** What is recorded cannot be kept: the disk is full, or the browser took the store away. */
  | { type: 'unkept'; isFull: boolean }
  /** Answers `listen`. */
  | { type: 'heard'; samples: Float32Array<ArrayBuffer> }
  | { type: 'failed'; message: string }

export type FinishedTake = Omit<CapturedTake, 'frames'> & { bytes: number; sha256: string }
