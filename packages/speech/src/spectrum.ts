import type { Analysis } from './analysis.ts'
import { formantAt, trackFormants } from './formants.ts'
import { type Functionals, measureFunctionals } from './functionals.ts'
import type { Limits } from './limits.ts'
import type { Measured } from './measured.ts'
import { Scores } from './measured.ts'
import type { PowerSpectrum } from './power-spectrum.ts'
import { measurePowerSpectrum } from './power-spectrum.ts'
import { mean, medianInPlace } from './statistics.ts'

export type SpectrumData = {
  /** for takeouts: they share the tracks of the formants */
  readonly functionals: Functionals
}

const names = [
  'spec_cog_hz',
  'spec_sd_hz',
  'spec_skewness',
  'spec_kurtosis',
  'ltas_slope_0_1k_1k_4k_db',
  'ltas_alpha_ratio_db',
  'ltas_hammarberg_db',
  ...formantNames(),
]
const momentsToHz = 8000
const ltasBandHz = 100
const formantsMeasured = 3

/**
 * Shape of the long-term spectrum of the whole recording.
 *
 * - `spec_cog_hz`, `_sd_hz`, `_skewness`, `_kurtosis` (excess): the moments of the power below 8 kHz as a distribution
 *   over frequency.
 * - `ltas_slope_0_1k_1k_4k_db`: level of 1–4 kHz less that of 0–1 kHz, both per hertz.
 * - `ltas_alpha_ratio_db`: level of 1–5 kHz less that of 50–1000 Hz, as sums of power.
 * - `ltas_hammarberg_db`: the strongest 100 Hz below 2 kHz less the strongest of 2–5 kHz.
 *
 * - `f1_mean_5500_hz`, `f1_median_5500_hz` and so on: the first three formants of the voiced frames, searched below
 *   5500 Hz (women) and below 5000 Hz (men).
 *
 * @see Praat manual, "Spectrum: Get centre of gravity...", "Ltas: Get slope..."; Hammarberg et al. 1980
 */
export function measureSpectrum(analysis: Analysis, limits: Limits): Measured<SpectrumData> {
  const { samples, sampleRateHz } = analysis
  const found = new Scores()
  const spectrum = measurePowerSpectrum(samples, sampleRateHz)
  if (spectrum === null) {
    found.miss(names, 'too_short')
    return { scores: found.scores, missing: found.missing, error: 'too_short' }
  }
  if (powerBetween(spectrum, 0, sampleRateHz / 2) <= 0) {
    found.miss(names, 'no_speech')
    return { scores: found.scores, missing: found.missing, error: 'no_speech' }
  }
  putMoments(found, spectrum)
  putLevels(found, spectrum, sampleRateHz / 2)
  const formants = putFormants(found, analysis)
  const { scores, missing } = found
  return { scores, missing, data: { functionals: measureFunctionals(analysis, limits, formants) } }
}

function putMoments(found: Scores, { power, binHz }: PowerSpectrum) {
  const end = Math.min(power.length, Math.floor(momentsToHz / binHz) + 1)
  let total = 0
  let first = 0
  for (let k = 0; k < end; k++) {
    total += power[k]!
    first += power[k]! * k * binHz
  }
  const centre = first / total
  let second = 0
  let third = 0
  let fourth = 0
  for (let k = 0; k < end; k++) {
    const away = k * binHz - centre
    second += power[k]! * away ** 2
    third += power[k]! * away ** 3
    fourth += power[k]! * away ** 4
  }
  const variance = second / total
  found.put('spec_cog_hz', centre, 'no_speech')
  found.put('spec_sd_hz', Math.sqrt(variance), 'no_speech')
  found.put('spec_skewness', third / total / variance ** 1.5, 'no_speech')
  found.put('spec_kurtosis', fourth / total / variance ** 2 - 3, 'no_speech')
}

function putLevels(found: Scores, spectrum: PowerSpectrum, nyquistHz: number) {
  const perHz = (lowHz: number, highHz: number) => powerBetween(spectrum, lowHz, highHz) / (highHz - lowHz)
  const level = (power: number) => 10 * Math.log10(power)
  found.put('ltas_slope_0_1k_1k_4k_db', level(perHz(1000, 4000) / perHz(0, 1000)), 'no_speech')
  // The spectrum has bands of 100 Hz, so a lower limit of 50 Hz means half of the first band.
  const low = powerBetween(spectrum, 0, ltasBandHz) / 2 + powerBetween(spectrum, ltasBandHz, 1000)
  // A recording that ends below 5 kHz has no power above its end, rather than no answer.
  const high = powerBetween(spectrum, 1000, Math.min(5000, nyquistHz))
  found.put('ltas_alpha_ratio_db', level(high / low), 'no_speech')
  const strongest = (fromHz: number, toHz: number) => {
    let best = 0
    for (let hz = fromHz; hz < Math.min(toHz, nyquistHz); hz += ltasBandHz) {
      best = Math.max(best, perHz(hz, hz + ltasBandHz))
    }
    return best
  }
  found.put('ltas_hammarberg_db', level(strongest(0, 2000) / strongest(2000, 5000)), 'no_speech')
}

function formantNames(): string[] {
  const formants = [1, 2, 3]
  return [5000, 5500].flatMap((ceilingHz) =>
    formants.flatMap((f) => [`f${f}_mean_${ceilingHz}_hz`, `f${f}_median_${ceilingHz}_hz`]),
  )
}

/** @returns the formants of the voiced frames below 5500 Hz, F1 to F3 */
function putFormants(found: Scores, analysis: Analysis): Float64Array[] {
  const track = analysis.pitch()
  const ofFrames = Array.from({ length: formantsMeasured }, () => new Float64Array(0))
  if (track === null) {
    found.miss(formantNames(), 'too_short')
    return ofFrames
  }
  const isVoicedNear = (timeS: number) => {
    const frame = Math.floor((timeS - track.firstS) / track.stepS)
    return (track.hz[frame] ?? 0) > 0 || (track.hz[frame + 1] ?? 0) > 0
  }
  for (const ceilingHz of [5000, 5500]) {
    const formants = trackFormants(analysis.at(2 * ceilingHz), 2 * ceilingHz, isVoicedNear)
    for (let f = 0; f < formantsMeasured; f++) {
      const values = new Float64Array(track.count)
      let count = 0
      for (let frame = 0; frame < track.count && formants !== null; frame++) {
        if (track.hz[frame] === 0) continue
        const hz = formantAt(formants, f, track.firstS + frame * track.stepS)
        if (hz > 0) values[count++] = hz
      }
      const known = values.subarray(0, count)
      const reason = formants === null ? 'too_short' : 'no_voice'
      found.put(`f${f + 1}_mean_${ceilingHz}_hz`, mean(known), reason)
      found.put(`f${f + 1}_median_${ceilingHz}_hz`, count === 0 ? null : medianInPlace(known), reason)
      if (ceilingHz === 5500) ofFrames[f] = known
    }
  }
  return ofFrames
}

/** Power between two frequencies; bins at the edges count in proportion to the part inside. */
function powerBetween({ power, binHz }: PowerSpectrum, lowHz: number, highHz: number): number {
  const first = Math.max(0, Math.floor(lowHz / binHz + 0.5))
  const last = Math.min(power.length - 1, Math.ceil(highHz / binHz - 0.5))
  let sum = 0
  for (let k = first; k <= last; k++) {
    const inside = Math.min(highHz, (k + 0.5) * binHz) - Math.max(lowHz, (k - 0.5) * binHz)
    sum += power[k]! * Math.max(0, Math.min(1, inside / binHz))
  }
  return sum
}
