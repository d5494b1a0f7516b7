import type { FeatureError, Quality, SpeakerSegment, Speakers } from '@fonema/contract'
import type { Functionals, FunctionName, PitchSearch, SecondChannel, Speaker } from '@fonema/speech'

// The messages between the worker and the measuring process.

/** A part of a stored file. */
export type StoredPart = {
  file: string
  sha256: string
  /** Seconds. Only this part is measured. */
  window: { start: number; end: number }
}

export type MeasurementRequest = StoredPart & {
  /** How many people speak; the measures are of the participant alone. */
  people: number
  /** Who speaks when, as a person corrected it; null: it is found by two microphones or by voice. */
  track: { version: number; segments: SpeakerSegment[] } | null
  /** Recordings of the participant alone, where several people speak. */
  references: StoredPart[]
  /** The examiner's channel, sample by sample at the same times, where it says who speaks. */
  examiner: StoredPart | null
  /** Nobody said that several people speak: if the examiner is not heard in that channel, the participant is alone. */
  isUndecided: boolean
  /** The maximum length of the window; null: no maximum. */
  longestSeconds: number | null
  /** The category of the item. */
  category: string
  /** chooses the range in which the pitch is searched */
  speaker: Speaker
  gaps: { at: number; length: number }[]
  settings: Record<string, string | number | boolean | null>
  functions: FunctionName[]
}

/** A request before the recordings are lent as files. */
export type UnfiledRequest = Omit<MeasurementRequest, 'file' | 'references' | 'examiner'>

/** What is stored beside the scores. */
export type OutcomeData = { pitch_search?: PitchSearch; functionals?: Functionals; speakers?: Speakers }

export type FunctionOutcome =
  | { status: 'ready'; scores: Record<string, number>; missing: Record<string, string>; data: OutcomeData }
  | { status: 'failed'; error: FeatureError }

export type Measurement = {
  outcomes: Partial<Record<FunctionName, FunctionOutcome>>
  quality: Quality | null
  /** What the examiner's channel says; absent: it was not read. */
  second_channel?: SecondChannel
}

/** The process sends the verdict as soon as it is known, then everything. */
export type MeasureMessage =
  | { kind: 'judged'; quality: Quality | null }
  | { kind: 'measured'; measurement: Measurement }

/** Every function failed for the same reason. */
export const failed = (functions: readonly FunctionName[], error: FeatureError): Measurement => ({
  outcomes: Object.fromEntries(functions.map((name) => [name, { status: 'failed', error }])),
  quality: null,
})
