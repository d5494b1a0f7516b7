import type { SealingKey } from '../../api/sealing.ts'
import type { CapturedTake } from './capture.ts'
import type { Proof } from './completeness.ts'
import type { FinishedPiece, RecordingFacts, WholeRecording } from './piece-chain.ts'
import type { ExaminerFile, TakeFacts } from './types.ts'

/** Worklet to worker, over their own port: the page's thread may be busy for seconds. */
export type FromWorklet =
  | {
      type: 'batch'
      first: number
      samples: Float32Array<ArrayBuffer>
      /** The second microphone's, of the same frames. */
      examiner?: Float32Array<ArrayBuffer>
    }
  /** Everything before `frame` was posted. Answers the `flush` with the same id. */
  | { type: 'flushed'; id: number; frame: number }

/** Page to worklet. `two_channels`: the second one is the examiner's. Sent before the microphone is connected. */
export type ToProcessor = { port: MessagePort } | 'two_channels' | 'close'

/** Worker to worklet: post everything as soon as `frame` is reached. A later flush replaces an earlier one. */
export type ToWorklet = { type: 'flush'; id: number; frame: number }

/** Page to worker. */
export type ToWorker =
  | { type: 'open'; port: MessagePort; sampleRateHz: number; key: SealingKey }
  /** The track's own samples, in addition to those of the graph. */
  | { type: 'track'; samples: ReadableStream<AudioData>; isTwoChannels: boolean }
  | { type: 'start'; facts: TakeFacts | RecordingFacts; atFrame: number; maxFrames: number | null }
  | { type: 'stop'; atFrame: number }
  /** The browser dropped this much audio, somewhere between these frames. */
  | { type: 'dropped'; from: number; to: number; seconds: number }
  /** Return the samples of the next seconds. They are not stored. */
  | { type: 'listen'; seconds: number }
  /** Finish at once with the samples received, up to `atFrame` if the start of the silence is known. */
  | { type: 'interrupt'; atFrame: number | null }

/** Worker to page. */
export type FromWorker =
  | { type: 'level'; level: number; elapsedSeconds: number }
  /** The maximum duration is reached; the take follows after its post-roll. */
  | { type: 'limit' }
  /** No frames for a second. */
  | { type: 'stalled' }
  | { type: 'take'; take: FinishedTake }
  | { type: 'piece'; piece: FinishedPiece }
  /** All pieces of a session's recording were posted. */
  | { type: 'recording'; recording: FinishedRecording }
  /** Samples cannot be stored: the disk is full, or the browser removed the storage. */
  | { type: 'unkept'; isFull: boolean }
  /** Answers `listen`. */
  | { type: 'heard'; samples: Float32Array<ArrayBuffer> }
  | { type: 'failed'; message: string }

export type FinishedRecording = WholeRecording & { proof: Proof }
export type FinishedTake = Omit<CapturedTake, 'frames'> & {
  bytes: number
  sha256: string
  proof: Proof
  /** The file of the examiner's channel, or why it says nothing. */
  examiner?: ExaminerFile | 'silent' | 'same'
}
