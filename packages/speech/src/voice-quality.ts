import type { Analysis } from './analysis.ts'
import { cepstrumRateHz, measureCepstralPeak } from './cepstral-peak.ts'
import { jitterQuotient, localJitter } from './jitter.ts'
import type { Measured } from './measured.ts'
import { Scores } from './measured.ts'
import { localShimmer, localShimmerDb, measureAmplitudes, shimmerQuotient } from './shimmer.ts'
import { mean } from './statistics.ts'

export type VoiceQualityData = { readonly pulses_s: readonly number[] }

/** Regularity of the voice: from period to period (jitter, shimmer), its noise, and its cepstral peak. */
export function measureVoiceQuality(analysis: Analysis): Measured<VoiceQualityData> {
  const { samples, sampleRateHz } = analysis
  const found = new Scores()
  const pulses = analysis.pulses()
  const reason = pulses === null ? 'too_short' : pulses.length === 0 ? 'no_voice' : 'too_few_periods'
  const times = pulses ?? new Float64Array(0)
  const percent = (ratio: number | null) => (ratio === null ? null : 100 * ratio)

  found.put('jitter_local_pct', percent(localJitter(times)), reason)
  const rap = percent(jitterQuotient(times, 3))
  found.put('jitter_rap_pct', rap, reason)
  found.put('jitter_ppq5_pct', percent(jitterQuotient(times, 5)), reason)
  found.put('jitter_ddp_pct', rap === null ? null : 3 * rap, reason)

  const amplitudes = measureAmplitudes(samples, sampleRateHz, times)
  found.put('shimmer_local_pct', percent(localShimmer(amplitudes)), reason)
  found.put('shimmer_local_db', localShimmerDb(amplitudes), reason)
  found.put('shimmer_apq3_pct', percent(shimmerQuotient(amplitudes, 3)), reason)
  found.put('shimmer_apq5_pct', percent(shimmerQuotient(amplitudes, 5)), reason)
  found.put('shimmer_apq11_pct', percent(shimmerQuotient(amplitudes, 11)), reason)

  const harmonicity = analysis.forward()?.harmonicityDb ?? null
  found.put('hnr_mean_db', mean(harmonicity ?? []), harmonicity === null ? 'too_short' : 'no_voice')
  const cepstralPeak = measureCepstralPeak(analysis.at(cepstrumRateHz))
  found.put('cpps_avqi_db', cepstralPeak, analysis.durationS < 0.1 ? 'too_short' : 'no_voice')
  const { scores, missing } = found
  if (Object.keys(scores).length === 0) return { scores, missing, error: pulses === null ? 'too_short' : 'no_voice' }
  return { scores, missing, data: { pulses_s: Array.from(times) } }
}
