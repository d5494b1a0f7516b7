import { traceAmplitude } from './amplitude-contour.ts'
import type { Analysis } from './analysis.ts'
import { cepstrumRateHz, measureCepstralPeak } from './cepstral-peak.ts'
import { glottalNoiseRateHz, measureGlottalNoise } from './glottal-noise.ts'
import { medianDifference } from './harmonic-difference.ts'
import { jitterQuotient, localJitter } from './jitter.ts'
import type { Limits } from './limits.ts'
import type { Measured, MissingReason } from './measured.ts'
import { Scores } from './measured.ts'
import { countPeriods, meanPeriod } from './periods.ts'
import { lengthOf, longestPhonation, measureBreaks, type Phonation } from './phonation.ts'
import { localShimmer, localShimmerDb, shimmerQuotient } from './shimmer.ts'
import type { PitchSearch } from './speaker-range.ts'
import { mean, standardDeviation } from './statistics.ts'
import { measureTremor, ofAmplitude, ofPitch, shortestTremorS } from './tremor.ts'

export type VoiceQualityData = {
  readonly pitch_search: PitchSearch | null
  readonly pulses_s: readonly number[]
  /** the longest phonation, on which the tremor is measured; null: there is none */
  readonly phonation: { readonly start_s: number; readonly end_s: number } | null
}

/** Regularity of the voice from period to period (jitter, shimmer), its noise, and its cepstral peak. */
export function measureVoiceQuality(analysis: Analysis, { fewestPeriods }: Limits): Measured<VoiceQualityData> {
  const found = new Scores()
  const pulses = analysis.pulses()
  const reason = pulses === null ? 'too_short' : pulses.length === 0 ? 'no_voice' : 'too_few_periods'
  const times = pulses ?? new Float64Array(0)
  found.put('n_pulses', times.length || null, reason)
  const periods = countPeriods(times)
  found.put('n_periods', periods || null, reason)
  found.put('mean_period_s', meanPeriod(times), reason)
  if (periods >= Math.max(1, fewestPeriods)) putPerturbation(found, analysis, times, reason)
  else found.miss(ofPerturbation, reason)
  const harmonicity = analysis.harmonicity()
  found.put('hnr_mean_db', mean(harmonicity ?? []), harmonicity === null ? 'too_short' : 'no_voice')
  found.put('hnr_sd_db', standardDeviation(harmonicity ?? []), harmonicity === null ? 'too_short' : 'no_voice')
  const cepstralPeak = measureCepstralPeak(analysis.at(cepstrumRateHz))
  found.put('cpps_avqi_db', cepstralPeak, analysis.durationS < 0.1 ? 'too_short' : 'no_voice')
  putHarmonicDifference(found, analysis, reason)
  const phonation = putPhonation(found, analysis, times, reason)
  const { scores, missing } = found
  if (Object.keys(scores).length === 0) return { scores, missing, error: pulses === null ? 'too_short' : 'no_voice' }
  return { scores, missing, data: { pulses_s: Array.from(times), phonation, pitch_search: analysis.pitchSearch() } }
}

const ofPerturbation = [
  ...['local_pct', 'abs_us', 'rap_pct', 'ppq5_pct', 'ddp_pct'].map((name) => `jitter_${name}`),
  ...['local_pct', 'local_db', 'apq3_pct', 'apq5_pct', 'apq11_pct', 'dda_pct'].map((name) => `shimmer_${name}`),
]

/** Perturbation of a voice with more jitter has no reliable value: Titze 1995, "Workshop on acoustic voice analysis". */
const largestJitter = 0.05

function putPerturbation(found: Scores, analysis: Analysis, times: Float64Array, reason: MissingReason) {
  const percent = (ratio: number | null) => (ratio === null ? null : 100 * ratio)
  const jitter = localJitter(times)
  if (jitter !== null && jitter > largestJitter) return found.miss(ofPerturbation, 'no_voice')
  found.put('jitter_local_pct', percent(jitter), reason)
  found.put('jitter_abs_us', jitter === null ? null : 1e6 * jitter * (meanPeriod(times) ?? 0), reason)
  const rap = percent(jitterQuotient(times, 3))
  found.put('jitter_rap_pct', rap, reason)
  found.put('jitter_ppq5_pct', percent(jitterQuotient(times, 5)), reason)
  found.put('jitter_ddp_pct', rap === null ? null : 3 * rap, reason)

  const amplitudes = analysis.amplitudes()
  found.put('shimmer_local_pct', percent(localShimmer(amplitudes)), reason)
  found.put('shimmer_local_db', localShimmerDb(amplitudes), reason)
  const apq3 = percent(shimmerQuotient(amplitudes, 3))
  found.put('shimmer_apq3_pct', apq3, reason)
  found.put('shimmer_apq5_pct', percent(shimmerQuotient(amplitudes, 5)), reason)
  found.put('shimmer_apq11_pct', percent(shimmerQuotient(amplitudes, 11)), reason)
  found.put('shimmer_dda_pct', apq3 === null ? null : 3 * apq3, reason)
}

function putHarmonicDifference(found: Scores, analysis: Analysis, reason: MissingReason) {
  const differences = analysis.harmonicDifferences()
  if (differences === null) return found.miss(['h1_h2_db'], reason)
  const difference = medianDifference(differences)
  if (typeof difference === 'number') found.put('h1_h2_db', difference, reason)
  else found.miss(['h1_h2_db'], difference)
}

/** The middle of a longer phonation is measured. */
const longestMeasuredS = 1
/** Fewer periods give no reliable correlation. */
const shortestMeasuredS = 0.5

function putGlottalNoise(found: Scores, analysis: Analysis, longest: Phonation | null, reason: MissingReason) {
  if (longest === null) return found.miss(['gne'], reason)
  if (analysis.sampleRateHz < glottalNoiseRateHz) return found.miss(['gne'], 'low_sample_rate')
  if (lengthOf(longest) < shortestMeasuredS) return found.miss(['gne'], 'too_short')
  const middleS = (longest.startS + longest.endS) / 2
  const reachS = Math.min(longestMeasuredS, lengthOf(longest)) / 2
  const [first, end] = [middleS - reachS, middleS + reachS].map((timeS) => Math.round(timeS * glottalNoiseRateHz))
  const samples = analysis.at(glottalNoiseRateHz).slice(first, end)
  found.put('gne', measureGlottalNoise(samples), 'no_voice')
}

function putPhonation(
  found: Scores,
  analysis: Analysis,
  pulses: Float64Array,
  reason: MissingReason,
): VoiceQualityData['phonation'] {
  const longest = longestPhonation(pulses)
  const breaks = measureBreaks(pulses, analysis.pitchFloorHz())
  found.put('max_phonation_time_s', longest && lengthOf(longest), reason)
  found.put('voice_break_count', breaks?.count, reason)
  found.put('voice_break_degree_pct', breaks && 100 * breaks.share, reason)
  const track = analysis.forward()
  const measurable = track !== null && longest !== null && lengthOf(longest) >= shortestTremorS
  const ofFrequency = measurable ? measureTremor({ ...track, values: track.hz }, longest, ofPitch) : null
  const noTremor = measurable ? 'no_tremor' : longest === null ? reason : 'too_short'
  found.put('tremor_rate_hz', ofFrequency?.rateHz, noTremor)
  found.put('tremor_depth_pct', ofFrequency && 100 * ofFrequency.depth, noTremor)
  const ofLoudness = measurable
    ? measureTremor(traceAmplitude(analysis.voiceBand(), analysis.sampleRateHz, pulses), longest, ofAmplitude)
    : null
  found.put('amplitude_tremor_rate_hz', ofLoudness?.rateHz, noTremor)
  found.put('amplitude_tremor_depth_pct', ofLoudness && 100 * ofLoudness.depth, noTremor)
  putGlottalNoise(found, analysis, longest, reason)
  return longest && { start_s: longest.startS, end_s: longest.endS }
}
