import type { Analysis } from './analysis.ts'
import { createBandPass } from './band-pass.ts'
import type { IntensityContour } from './intensity.ts'
import { measureIntensity } from './intensity.ts'
import { dipDb, findPeaks, loudLevelDb } from './intensity-peaks.ts'
import type { Measured } from './measured.ts'
import { Scores } from './measured.ts'
import { mean, standardDeviation } from './statistics.ts'
import { findTrain } from './syllable-train.ts'
import { ofOnsets, putTrain } from './train-measures.ts'

export type DiadochokinesisData = { readonly peaks_s: readonly number[] }

const intensityFloorHz = 60
const stepS = 0.005
/** Where the voice is, and the window in which two quick syllables are apart. */
const voiceBandHz = [60, 1000] as const
const voiceBandEdgeHz = 60
const voiceFloorHz = 100
/** The voice of a burst lies this far below that of vowels. */
const voiceDepthDb = 12
const depthDb = 20
const dipBetweenDb = 3
const closestS = 0.07

const firstSyllables = 9
/** /pa-ta-ka/. A repeated single syllable has three equal places. */
const syllablesPerRound = 3

const rhythm = [
  'ddk_rate_peaks_per_s',
  'ddk_interval_mean_ms',
  'ddk_interval_sd_ms',
  'ddk_interval_cv_pct',
  'ddk_rate_first9_per_s',
  'ddk_intensity_slope_db_per_s',
]

/**
 * Rate and regularity of repeated syllables such as /pa-ta-ka/. Each peak of intensity counts as a syllable.
 *
 * - `ddk_rate_peaks_per_s`: intervals per second from the first peak to the last; `ddk_rate_first9_per_s`: the same
 *   over the first nine peaks, so that recordings of different length can be compared.
 * - `ddk_interval_mean_ms`, `_sd_ms`, `_cv_pct`: of the intervals between peaks.
 * - `ddk_intensity_slope_db_per_s`: regression of the peaks' level on time; negative when the voice fades.
 *
 * The peaks of /pa/, /ta/ and /ka/ follow their bursts at different distances, so the intervals between peaks vary even
 * when the syllables are regular. `putTrain` measures the intervals between onsets.
 */
export function measureDiadochokinesis({ samples, sampleRateHz, voice }: Analysis): Measured<DiadochokinesisData> {
  const found = new Scores()
  const contour = measureIntensity(samples, sampleRateHz, intensityFloorHz, stepS)
  if (contour === null) {
    found.miss(['ddk_peak_count', ...rhythm, ...ofOnsets], 'too_short')
    return { scores: found.scores, missing: found.missing, error: 'too_short' }
  }
  const peaks = mergePeaks(contour, findPeaks(contour, loudLevelDb(contour) - depthDb))
  if (peaks.length === 0) {
    found.miss(['ddk_peak_count', ...rhythm, ...ofOnsets], 'no_speech')
    return { scores: found.scores, missing: found.missing, error: 'no_speech' }
  }
  const times = Float64Array.from(peaks, (frame) => contour.firstS + frame * contour.stepS)
  const levels = Float64Array.from(peaks, (frame) => contour.db[frame]!)
  found.put('ddk_peak_count', peaks.length, 'no_speech')
  putRhythm(found, times, levels)
  putTrain(
    found,
    findTrain(voice().samples, voice().rateHz, findVoicePeaks(voice().samples, voice().rateHz), syllablesPerRound),
  )
  return { scores: found.scores, missing: found.missing, data: { peaks_s: Array.from(times) } }
}

function putRhythm(found: Scores, times: Float64Array, levels: Float64Array) {
  if (times.length < 3) return found.miss(rhythm, 'too_few_syllables')
  const intervals = times.subarray(1).map((time, i) => time - times[i]!)
  const average = mean(intervals)
  const deviation = standardDeviation(intervals)
  if (average === null || deviation === null) return found.miss(rhythm, 'too_few_syllables')
  found.put('ddk_rate_peaks_per_s', 1 / average, 'too_few_syllables')
  found.put('ddk_interval_mean_ms', 1000 * average, 'too_few_syllables')
  found.put('ddk_interval_sd_ms', 1000 * deviation, 'too_few_syllables')
  found.put('ddk_interval_cv_pct', (100 * deviation) / average, 'too_few_syllables')
  const ninth = times[firstSyllables - 1]
  found.put('ddk_rate_first9_per_s', ninth && (firstSyllables - 1) / (ninth - times[0]!), 'too_few_syllables')
  found.put('ddk_intensity_slope_db_per_s', slope(times, levels), 'too_few_syllables')
}

/** The loudest moments of the voice alone, s: the burst of an aspirated consonant can be as loud as a vowel. */
export function findVoicePeaks(samples: Float32Array, sampleRateHz: number): number[] {
  const low = createBandPass(samples, sampleRateHz, voiceBandHz[0], voiceBandHz[1], voiceBandEdgeHz)(0, samples.length)
  const contour = measureIntensity(low, sampleRateHz, voiceFloorHz, stepS)
  if (contour === null) return []
  const peaks = mergePeaks(contour, findPeaks(contour, loudLevelDb(contour) - voiceDepthDb))
  return peaks.map((frame) => contour.firstS + frame * contour.stepS)
}

/** Drops the lower of the two peaks with the shallowest dip between them until every dip is deep enough. */
function mergePeaks(contour: IntensityContour, candidates: readonly number[]): number[] {
  const peaks = [...candidates]
  const level = (i: number) => contour.db[peaks[i]!]!
  const depthAfter = (i: number) => {
    const tooClose = (peaks[i + 1]! - peaks[i]!) * contour.stepS < closestS - contour.stepS / 1000
    return tooClose ? -1 : Math.min(level(i), level(i + 1)) - dipDb(contour, peaks[i]!, peaks[i + 1]!)
  }
  const depths = peaks.slice(1).map((_, i) => depthAfter(i))
  while (peaks.length > 1) {
    let shallowest = 0
    for (let i = 1; i < depths.length; i++) if (depths[i]! < depths[shallowest]!) shallowest = i
    if (depths[shallowest]! >= dipBetweenDb) break
    const dropped = level(shallowest) >= level(shallowest + 1) ? shallowest + 1 : shallowest
    peaks.splice(dropped, 1)
    depths.splice(Math.min(dropped, depths.length - 1), 1)
    if (dropped > 0 && dropped < peaks.length) depths[dropped - 1] = depthAfter(dropped - 1)
  }
  return peaks
}

/** Least-squares slope of y over x. */
function slope(x: Float64Array, y: Float64Array): number | null {
  const meanX = mean(x)
  const meanY = mean(y)
  if (meanX === null || meanY === null) return null
  let products = 0
  let squares = 0
  for (let i = 0; i < x.length; i++) {
    products += (x[i]! - meanX) * (y[i]! - meanY)
    squares += (x[i]! - meanX) ** 2
  }
  return squares > 0 ? products / squares : null
}
