import type { Analysis } from './analysis.ts'
import { cepstrumRateHz, measureCepstralPeak } from './cepstral-peak.ts'
import { jitterQuotient, localJitter } from './jitter.ts'
import type { Measured, MissingReason } from './measured.ts'
import { Scores } from './measured.ts'
import { countPeriods, meanPeriod } from './periods.ts'
import { lengthOf, longestPhonation, measureBreaks } from './phonation.ts'
import { pitchSettings } from './pitch.ts'
import { localShimmer, localShimmerDb, measureAmplitudes, shimmerQuotient } from './shimmer.ts'
import { mean, standardDeviation } from './statistics.ts'
import { measureTremor, shortestTremorS } from './tremor.ts'

export type VoiceQualityData = {
  readonly pulses_s: readonly number[]
  /** the longest phonation, of which the tremor is measured; null: there is none */
  readonly phonation: { readonly start_s: number; readonly end_s: number } | null
}

/** Regularity of the voice: from period to period (jitter, shimmer), its noise, and its cepstral peak. */
export function measureVoiceQuality(analysis: Analysis): Measured<VoiceQualityData> {
  const { samples, sampleRateHz } = analysis
  const found = new Scores()
  const pulses = analysis.pulses()
  const reason = pulses === null ? 'too_short' : pulses.length === 0 ? 'no_voice' : 'too_few_periods'
  const times = pulses ?? new Float64Array(0)
  const percent = (ratio: number | null) => (ratio === null ? null : 100 * ratio)

  found.put('n_pulses', times.length || null, reason)
  found.put('n_periods', countPeriods(times) || null, reason)
  found.put('mean_period_s', meanPeriod(times), reason)
  const jitter = localJitter(times)
  found.put('jitter_local_pct', percent(jitter), reason)
  found.put('jitter_abs_us', jitter === null ? null : 1e6 * jitter * (meanPeriod(times) ?? 0), reason)
  const rap = percent(jitterQuotient(times, 3))
  found.put('jitter_rap_pct', rap, reason)
  found.put('jitter_ppq5_pct', percent(jitterQuotient(times, 5)), reason)
  found.put('jitter_ddp_pct', rap === null ? null : 3 * rap, reason)

  const amplitudes = measureAmplitudes(samples, sampleRateHz, times)
  found.put('shimmer_local_pct', percent(localShimmer(amplitudes)), reason)
  found.put('shimmer_local_db', localShimmerDb(amplitudes), reason)
  const apq3 = percent(shimmerQuotient(amplitudes, 3))
  found.put('shimmer_apq3_pct', apq3, reason)
  found.put('shimmer_apq5_pct', percent(shimmerQuotient(amplitudes, 5)), reason)
  found.put('shimmer_apq11_pct', percent(shimmerQuotient(amplitudes, 11)), reason)
  found.put('shimmer_dda_pct', apq3 === null ? null : 3 * apq3, reason)

  const harmonicity = analysis.forward()?.harmonicityDb ?? null
  found.put('hnr_mean_db', mean(harmonicity ?? []), harmonicity === null ? 'too_short' : 'no_voice')
  found.put('hnr_sd_db', standardDeviation(harmonicity ?? []), harmonicity === null ? 'too_short' : 'no_voice')
  const cepstralPeak = measureCepstralPeak(analysis.at(cepstrumRateHz))
  found.put('cpps_avqi_db', cepstralPeak, analysis.durationS < 0.1 ? 'too_short' : 'no_voice')
  const phonation = putPhonation(found, analysis, times, reason)
  const { scores, missing } = found
  if (Object.keys(scores).length === 0) return { scores, missing, error: pulses === null ? 'too_short' : 'no_voice' }
  return { scores, missing, data: { pulses_s: Array.from(times), phonation } }
}

function putPhonation(
  found: Scores,
  analysis: Analysis,
  pulses: Float64Array,
  reason: MissingReason,
): VoiceQualityData['phonation'] {
  const longest = longestPhonation(pulses)
  const breaks = measureBreaks(pulses, pitchSettings.floorHz)
  found.put('max_phonation_time_s', longest && lengthOf(longest), reason)
  found.put('voice_break_count', breaks?.count, reason)
  found.put('voice_break_degree_pct', breaks && 100 * breaks.share, reason)
  const track = analysis.forward()?.pitch
  const measurable = track !== undefined && longest !== null && lengthOf(longest) >= shortestTremorS
  const tremor = measurable ? measureTremor(track, longest) : null
  const noTremor = measurable ? 'no_tremor' : longest === null ? reason : 'too_short'
  found.put('tremor_rate_hz', tremor?.rateHz, noTremor)
  found.put('tremor_depth_pct', tremor && 100 * tremor.depth, noTremor)
  return longest && { start_s: longest.startS, end_s: longest.endS }
}
