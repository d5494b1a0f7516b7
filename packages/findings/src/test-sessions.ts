import type { ItemId, PopulationId, Quality, SessionId, SummaryNorm } from '@fonema/contract'
import type { Change, Index, Item, Measure, Place, Session } from './session.ts'

// Builders for sessions with a known truth.

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const itemId = (order: number) => idOf(order) as ItemId
const normId = (n: number) => idOf(n) as PopulationId
const sessionId = (n: number) => idOf(1000 + n) as SessionId

export const people: SummaryNorm = { id: normId(501), name: 'Norma de la clínica', version: 3, kind: 'people' }
export const published: SummaryNorm = { id: normId(502), name: 'Norma publicada', version: 1, kind: 'published' }
export const synthetic: SummaryNorm = { id: normId(503), name: 'Sanos', version: 2, kind: 'synthetic' }

export const good: Item['quality'] = { verdict: 'good', reasons: [] }
export const poor = (...reasons: Quality['reasons']): Item['quality'] => ({ verdict: 'poor', reasons })
export const fair = (...reasons: Quality['reasons']): Item['quality'] => ({ verdict: 'fair', reasons })

export const item = (order: number, title: string, more: Partial<Item> = {}): Item => ({
  id: itemId(order),
  order,
  title,
  state: 'measured',
  errors: [],
  quality: good,
  hasFreeWords: true,
  words: [],
  ...more,
})

/** A place with an interval. */
export const at = (percentile: number, low: number, high: number, more: Partial<Place> = {}): Place => ({
  percentile,
  low,
  high,
  n: 112,
  isMatched: true,
  norm: people,
  ...more,
})
export const clearlyLow = at(2, 0.5, 6)
export const clearlyHigh = at(98, 94, 99.5)
export const maybeLow = at(4, 1, 15)
export const usual = at(50, 40, 60)

export const lastSession = '2026-07-05T12:00:00.000Z'

export const beyond = (before: number, error: number, since = lastSession): Change => ({
  before,
  since,
  error,
  verdict: 'beyond',
  method: 'between_sessions',
})
/** Beyond an error that is known within a session only. */
export const beyondWithin = (before: number, error: number): Change => ({
  before,
  since: lastSession,
  error,
  verdict: 'beyond',
  method: 'within_session',
})
export const within = (before: number, error: number): Change =>
  ({ ...beyond(before, error), verdict: 'within' }) as Change

type Kind = Pick<Measure, 'entry' | 'name' | 'unit' | 'decimals' | 'direction'>
const kind = (
  entry: string,
  name: string,
  unit: string | null,
  direction: Measure['direction'] = 'neutral',
  decimals = 2,
): Kind => ({ entry, name, unit, direction, decimals })

export const kinds = {
  rate: kind('timing', 'articulation_rate_syl_per_s', '1/s'),
  wordsPerMin: kind('lexical', 'words_per_min', '1/min'),
  pauses: kind('timing', 'pause_count', null, 'neutral', 0),
  pauseMean: kind('timing', 'pause_mean_s', 's', 'lower_better'),
  pauseTotal: kind('timing', 'pause_total_s', 's'),
  phonation: kind('timing', 'phonation_ratio_span', null, 'higher_better'),
  melody: kind('prosody', 'f0_sd_st', 'st'),
  melodyHz: kind('prosody', 'f0_sd_hz', 'Hz'),
  pitch: kind('prosody', 'f0_median_hz', 'Hz'),
  level: kind('prosody', 'intensity_mean_energy_db', 'dBFS'),
  jitter: kind('voice_quality', 'jitter_local_pct', '%', 'lower_better'),
  rap: kind('voice_quality', 'jitter_rap_pct', '%', 'lower_better'),
  ppq5: kind('voice_quality', 'jitter_ppq5_pct', '%', 'lower_better'),
  shimmer: kind('voice_quality', 'shimmer_local_pct', '%', 'lower_better'),
  hnr: kind('voice_quality', 'hnr_mean_db', 'dB', 'higher_better'),
  cpps: kind('voice_quality', 'cpps_avqi_db', 'dB', 'higher_better'),
  held: kind('voice_quality', 'max_phonation_time_s', 's', 'higher_better'),
  ddk: kind('diadochokinesis', 'ddk_rate_onsets_per_s', '1/s', 'higher_better'),
  fluency: kind('fluency', 'valid_unique_words', null, 'higher_better', 0),
  intrusions: kind('fluency', 'intrusions', null, 'lower_better', 0),
  snr: kind('recording_quality', 'snr_db', 'dB', 'higher_better'),
  tokens: kind('lexical', 'tokens', null, 'neutral', 0),
  repetitions: kind('lexical', 'repetitions_per_100_words', null, 'lower_better'),
  errors: kind('lexical', 'word_error_rate_pct', '%', 'lower_better'),
}

export const measure = (
  of: Kind,
  order: number,
  value: number,
  more: Partial<Pick<Measure, 'place' | 'change'>> = {},
): Measure => ({ ...of, item: itemId(order), value, place: null, change: null, ...more })

export const avqi = (more: Partial<Index> = {}): Index => ({
  name: 'avqi',
  version: '03.01',
  status: 'ready',
  reason: null,
  doubts: [],
  value: 3.9,
  cut_off: null,
  speech_item: itemId(4),
  ...more,
})
export const cutOff: NonNullable<Index['cut_off']> = {
  value: 2.43,
  sensitivity_pct: 80,
  specificity_pct: 90,
  auc: null,
  n: 100,
  n_dysphonic: null,
  n_control: null,
  syllables: null,
  reference: 'Barsties 2015',
  source: 'published',
}

const items = [
  item(1, 'Vocal /a/'),
  item(2, 'Vocal /a/, 2.ª'),
  item(3, '/pa-ta-ka/'),
  item(4, 'Contar'),
  item(5, 'Lectura'),
]

export const session = (more: Partial<Session> = {}): Session => ({
  id: sessionId(1),
  locale: 'es-ES',
  age: 73,
  isPractice: false,
  items,
  measures: [],
  indices: [],
  norms: [people],
  previous: { session: sessionId(0), date: lastSession },
  ...more,
})
export const withItems = (...changed: Item[]): Item[] =>
  items.map((one) => changed.find(({ id }) => id === one.id) ?? one)
