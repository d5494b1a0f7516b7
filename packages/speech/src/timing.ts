import type { Analysis } from './analysis.ts'
import type { Measured } from './measured.ts'
import { Scores } from './measured.ts'
import { mean, quantile, standardDeviation } from './statistics.ts'
import { findSyllables } from './syllables.ts'

export type Span = { readonly start_s: number; readonly end_s: number }
export type TimingData = {
  readonly pauses: readonly Span[]
  readonly sounding: readonly Span[]
  readonly syllables_s: readonly number[]
}

const ofSpeech = [
  'pause_count',
  'pause_total_s',
  'pause_mean_s',
  'pause_median_s',
  'pause_max_s',
  'pause_sd_s',
  'pauses_per_min_span',
  'speech_onset_s',
  'speech_offset_s',
  'speech_span_s',
  'phonation_time_s',
  'phonation_ratio_total',
  'phonation_ratio_span',
  'syllable_count',
  'speech_rate_syl_per_s',
  'speech_rate_span_syl_per_s',
  'articulation_rate_syl_per_s',
  'asd_s_per_syl',
]

/**
 * Speech and pauses. The span runs from the first sound to the last. Pauses are the silences of at least 0.25 s within
 * it. Phonation time is the span without its pauses, so it includes voiceless sounds and short closures.
 */
export function measureTiming(analysis: Analysis): Measured<TimingData> {
  const { durationS } = analysis
  const found = new Scores()
  found.put('duration_s', durationS > 0 ? durationS : null, 'too_short')

  const intervals = analysis.intervals()
  const sounding = intervals?.filter((interval) => interval.sounding) ?? []
  const first = sounding[0]
  const last = sounding.at(-1)
  if (first === undefined || last === undefined) {
    const reason = intervals === null ? 'too_short' : 'no_speech'
    found.miss(ofSpeech, reason)
    return { scores: found.scores, missing: found.missing, error: reason }
  }

  const spanS = last.endS - first.startS
  const phonationS = sounding.reduce((sum, { startS, endS }) => sum + endS - startS, 0)
  const pauses = (intervals ?? []).filter(
    ({ sounding, startS, endS }) => !sounding && startS >= first.startS && endS <= last.endS,
  )
  const lengths = Float64Array.from(pauses, ({ startS, endS }) => endS - startS).sort()
  found.put('pause_count', pauses.length, 'no_speech')
  found.put(
    'pause_total_s',
    lengths.reduce((sum, length) => sum + length, 0),
    'no_speech',
  )
  found.put('pause_mean_s', mean(lengths), 'no_pause')
  found.put('pause_median_s', quantile(lengths, 0.5), 'no_pause')
  found.put('pause_max_s', lengths.at(-1), 'no_pause')
  found.put('pause_sd_s', standardDeviation(lengths), pauses.length === 0 ? 'no_pause' : 'too_few_pauses')
  found.put('pauses_per_min_span', (pauses.length / spanS) * 60, 'no_speech')
  found.put('speech_onset_s', first.startS, 'no_speech')
  found.put('speech_offset_s', last.endS, 'no_speech')
  found.put('speech_span_s', spanS, 'no_speech')
  found.put('phonation_time_s', phonationS, 'no_speech')
  found.put('phonation_ratio_total', phonationS / durationS, 'no_speech')
  found.put('phonation_ratio_span', phonationS / spanS, 'no_speech')
  const syllables = findSyllables(analysis)
  const count = syllables?.length ?? null
  found.put('syllable_count', count, 'too_short')
  found.put('speech_rate_syl_per_s', count === null ? null : count / durationS, 'too_short')
  found.put('speech_rate_span_syl_per_s', count === null ? null : count / spanS, 'too_short')
  found.put('articulation_rate_syl_per_s', count === null ? null : count / phonationS, 'too_short')
  found.put('asd_s_per_syl', count === null ? null : phonationS / count, count === null ? 'too_short' : 'no_voice')
  const toSpan = ({ startS, endS }: { startS: number; endS: number }): Span => ({ start_s: startS, end_s: endS })
  const data = { pauses: pauses.map(toSpan), sounding: sounding.map(toSpan), syllables_s: Array.from(syllables ?? []) }
  return { scores: found.scores, missing: found.missing, data }
}
