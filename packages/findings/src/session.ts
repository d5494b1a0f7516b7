import type { Finding, ItemId, Quality, SessionId, SessionIndex, SessionSummary, SummaryNorm } from '@fonema/contract'

/** One item of a session, answered or not. */
export type Item = {
  id: ItemId
  order: number
  title: string
  state: 'measured' | 'pending' | 'failed' | 'skipped' | 'unanswered' | 'interrupted' | 'recorded'
  /** Why nothing was measured. */
  errors: readonly string[]
  quality: Pick<Quality, 'verdict' | 'reasons'> | null
  /** The task leaves the words to the person: a description or a story, not a text, a count or a list. */
  hasFreeWords: boolean
  /** Spoken words with known times, seconds from the start of the marked window. */
  words: readonly { start: number; end: number }[]
}

/** Percentiles, 0 to 100. */
export type Place = {
  percentile: number
  low: number
  high: number
  n: number
  /** Among people of the same sex and near in age. */
  isMatched: boolean
  norm: SummaryNorm
}

/**
 * Since the last comparable session, of the date `since`. `error`: the smallest change beyond the error of measurement
 * (MDC95). A reason instead: no earlier session could be compared.
 */
export type Change =
  | {
      verdict: 'beyond' | 'within'
      before: number
      since: string
      error: number
      method: 'between_sessions' | 'within_session'
    }
  | { verdict: 'other_device' | 'other_engine' | 'other_range' | 'unknown_error' }

/** A shown measure with a value. `value` and `before` are as displayed. */
export type Measure = {
  item: ItemId
  entry: string
  name: string
  value: number
  unit: string | null
  decimals: number
  direction: 'higher_better' | 'lower_better' | 'neutral'
  /** Null: no norm has values for it. */
  place: Place | null
  change: Change | null
}

export type Index = Pick<
  SessionIndex,
  'name' | 'version' | 'status' | 'reason' | 'doubts' | 'cut_off' | 'speech_item'
> & {
  value: number | null
}

/** What is known of a session. */
export type Session = {
  id: SessionId
  /** The locale's code. */
  locale: string
  age: number | null
  isPractice: boolean
  items: readonly Item[]
  measures: readonly Measure[]
  indices: readonly Index[]
  /** The references of people without a diagnosis that places may be of. */
  norms: readonly SummaryNorm[]
  previous: SessionSummary['previous']
}

export type MeasureFinding = Extract<Finding, { kind: 'change' | 'outside' }>
