import type { FeatureError, Quality } from '@fonema/contract'
import type { FunctionName } from '@fonema/speech'

// What crosses between the worker and the process that measures.

export type MeasurementRequest = {
  file: string
  sha256: string
  /** Seconds; what is measured. */
  window: { start: number; end: number }
  /** How long the window may be; null: as long as it likes. */
  longestSeconds: number | null
  gaps: { at: number; length: number }[]
  settings: Record<string, string | number | boolean | null>
  functions: FunctionName[]
}

export type FunctionOutcome =
  | { status: 'ready'; scores: Record<string, number>; missing: Record<string, string> }
  | { status: 'failed'; error: FeatureError }

export type Measurement = {
  outcomes: Partial<Record<FunctionName, FunctionOutcome>>
  quality: Quality | null
}

/** What the process says: the verdict as soon as it has one, then everything. */
export type MeasureMessage =
  | { kind: 'judged'; quality: Quality | null }
  | { kind: 'measured'; measurement: Measurement }

/** Every function failed for the same reason. */
export const failed = (functions: readonly FunctionName[], error: FeatureError): Measurement => ({
  outcomes: Object.fromEntries(functions.map((name) => [name, { status: 'failed', error }])),
  quality: null,
})
