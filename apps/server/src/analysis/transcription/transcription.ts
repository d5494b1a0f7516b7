import type { FeatureError, WordMark, WordSpeaker } from '@fonema/contract'
import type { Doubt, FunctionWords, Span } from '@fonema/speech'
import type { Model } from './model.ts'

// The messages between the worker and the transcribing process. Times are seconds from the window's start.

export type HttpEngine = {
  kind: 'http'
  /** The server's address, without `/v1/audio/transcriptions`. */
  url: string
  key: string | undefined
  model: string | undefined
  /** The time limit of one call, and the wait before the first retry. */
  timeoutSeconds: number
  retrySeconds: number
}
export type Engine = { kind: 'sherpa'; model: Model } | HttpEngine

export type TranscriptionRequest = {
  file: string
  sha256: string
  window: { start: number; end: number }
  /** The protocol's language, such as `es`. */
  language: string
  /** The function words of this language, and of the others. */
  functionWords: { own: string[]; others: string[][] }
  /** null: nothing is transcribed; only the length of the speech is measured. */
  engine: Engine | null
}

export type TimedWord = {
  text: string
  start: number | null
  end: number | null
  /** The recogniser's probability of the word, 0 to 1; absent: it gives none. */
  confidence?: number
  /** Why the word counts as not heard. Such a word is shown, but is no part of the text. */
  doubt?: Doubt
  /** Absent: the participant. */
  speaker?: WordSpeaker
  marks?: WordMark[]
}
export type Segment = { start: number; end: number; text: string }
/** `text` and the texts of segments hold only words without a doubt. */
export type Recognised = { text: string; words: TimedWord[]; segments: Segment[] }

/** What tells words that were said from words that were not. */
export type Evidence = {
  /** What is not silence, and where somebody has a voice: in seconds, in order. */
  sounding: readonly Span[]
  voice: readonly Span[]
  functionWords: FunctionWords
}

/** What the words depend on beside the recording. */
export type MadeWith = {
  /** The checksum of the model's files; null: unknown, as with a remote recogniser. */
  model_sha256: string | null
  settings: Record<string, string>
}

type SpeechLength = { span_s: number | null; phonation_s: number | null }

const transcriptionErrors = [
  'transcriber_unavailable',
  'transcriber_failed',
  'transcriber_refused',
  'audio_missing',
  'audio_changed',
  'decode_failed',
  'too_short',
  'time_limit',
  'memory_limit',
  'crashed',
] as const satisfies readonly FeatureError[]
type TranscriptionError = (typeof transcriptionErrors)[number]

export type TranscriptionOutcome =
  | { status: 'ready'; speech: SpeechLength; recognised: null }
  | { status: 'ready'; speech: SpeechLength; recognised: Recognised; made_with: MadeWith }
  | { status: 'failed'; error: TranscriptionError }

/** Thrown when a recogniser fails. */
export class TranscriberError extends Error {
  readonly code: TranscriptionError
  constructor(code: TranscriptionError, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
