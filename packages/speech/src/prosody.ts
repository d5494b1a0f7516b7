import type { Analysis } from './analysis.ts'
import { interpolatedExtreme } from './extreme.ts'
import { lowestIntensityDb, peakIntensityDb, silenceDb } from './intensity.ts'
import type { Measured } from './measured.ts'
import { Scores } from './measured.ts'
import type { PitchTrack } from './pitch.ts'
import { pitchSettings, trackPitch } from './pitch.ts'
import type { PitchSearch } from './speaker-range.ts'
import { mean, quantile, standardDeviation } from './statistics.ts'

export type ProsodyData = {
  readonly pitch_search: PitchSearch | null
  /** null where unvoiced */
  readonly f0_track: { readonly first_s: number; readonly step_s: number; readonly hz: readonly (number | null)[] }
}

const ofVoice = [
  'f0_median_hz',
  'f0_mean_hz',
  'f0_sd_hz',
  'f0_sd_st',
  'f0_2pass_mean_hz',
  'f0_2pass_median_hz',
  'f0_2pass_sd_hz',
  'f0_2pass_sd_st',
  'f0_p05_hz',
  'f0_p95_hz',
  'f0_min_hz',
  'f0_max_hz',
]

const ofLevel = [
  'intensity_mean_energy_db',
  'intensity_mean_db',
  'intensity_sd_db',
  'intensity_max_db',
  'intensity_min_db',
  'intensity_median_db',
  'intensity_sounding_mean_db',
  'intensity_sounding_sd_db',
]

/** Melody (F0) and loudness. Levels are relative to full scale and uncalibrated. */
export function measureProsody(analysis: Analysis): Measured<ProsodyData> {
  const found = new Scores()
  putPitch(found, analysis)
  putLevels(found, analysis)
  const { scores, missing } = found
  const track = analysis.pitch()
  if (track === null && Object.keys(scores).length === 0) return { scores, missing, error: 'too_short' }
  if (Object.keys(scores).every((name) => name === 'voiced_fraction')) return { scores, missing, error: 'no_voice' }
  return track === null
    ? { scores, missing }
    : { scores, missing, data: { f0_track: toTrack(track), pitch_search: analysis.pitchSearch() } }
}

/** The pitch of the voiced frames, Hz, in order of time. */
function voicedHz(track: PitchTrack): Float64Array {
  return track.hz.filter((hz) => hz > 0)
}

function putPitch(found: Scores, analysis: Analysis) {
  const track = analysis.pitch()
  found.put('voiced_fraction', track === null ? null : voicedHz(track).length / track.count, 'too_short')
  if (track === null) return found.miss(ofVoice, 'too_short')
  const voiced = voicedHz(track)
  if (voiced.length === 0) return found.miss(ofVoice, 'no_voice')

  const sorted = voiced.slice().sort()
  found.put('f0_median_hz', quantile(sorted, 0.5), 'no_voice')
  found.put('f0_mean_hz', mean(voiced), 'no_voice')
  // One voiced frame has a pitch but no spread.
  found.put('f0_sd_hz', standardDeviation(voiced), 'too_short')
  found.put('f0_sd_st', standardDeviation(toSemitones(voiced)), 'too_short')
  found.put('f0_p05_hz', quantile(sorted, 0.05), 'no_voice')
  found.put('f0_p95_hz', quantile(sorted, 0.95), 'no_voice')
  found.put('f0_min_hz', interpolatedExtreme(track.hz, -1, 0), 'no_voice')
  found.put('f0_max_hz', interpolatedExtreme(track.hz, 1, 0), 'no_voice')

  const second = trackInOwnRange(analysis, sorted)
  const secondVoiced = second === null ? new Float64Array(0) : voicedHz(second)
  const reason = second === null ? 'too_short' : 'no_voice'
  found.put('f0_2pass_mean_hz', mean(secondVoiced), reason)
  found.put('f0_2pass_median_hz', quantile(secondVoiced.slice().sort(), 0.5), reason)
  found.put('f0_2pass_sd_hz', standardDeviation(secondVoiced), reason)
  found.put('f0_2pass_sd_st', standardDeviation(toSemitones(secondVoiced)), reason)
}

/**
 * Tracks the pitch again in the range of this speaker, 0.75 of the first quartile to 1.5 of the third, which removes
 * most octave errors.
 *
 * @see De Looze & Hirst 2008, "Detecting changes in key and range for the automatic modelling and coding of
 *   intonation", Speech Prosody
 */
function trackInOwnRange({ voice }: Analysis, sortedHz: Float64Array): PitchTrack | null {
  const floorHz = Math.max(50, 0.75 * (quantile(sortedHz, 0.25) ?? pitchSettings.floorHz))
  const ceilingHz = Math.max(2 * floorHz, 1.5 * (quantile(sortedHz, 0.75) ?? pitchSettings.ceilingHz))
  return trackPitch(voice().samples, voice().rateHz, { ...pitchSettings, floorHz, ceilingHz })
}

function toSemitones(hz: Float64Array): Float64Array {
  return hz.map((value) => 12 * Math.log2(value))
}

function putLevels(found: Scores, analysis: Analysis) {
  const contour = analysis.intensity()
  if (contour === null) return found.miss(ofLevel, 'too_short')
  if (peakIntensityDb(contour) <= silenceDb) return found.miss(ofLevel, 'no_speech')
  const { db } = contour
  const meanPower = mean(db.map((level) => 10 ** (level / 10)))
  found.put('intensity_mean_energy_db', meanPower === null ? null : 10 * Math.log10(meanPower), 'no_speech')
  found.put('intensity_mean_db', mean(db), 'no_speech')
  found.put('intensity_sd_db', standardDeviation(db), 'too_short')
  found.put('intensity_max_db', peakIntensityDb(contour), 'no_speech')
  found.put('intensity_min_db', lowestIntensityDb(contour), 'no_speech')
  found.put('intensity_median_db', quantile(db.slice().sort(), 0.5), 'no_speech')

  const sounding = (analysis.intervals() ?? []).filter((interval) => interval.sounding)
  const levels: number[] = []
  let at = 0
  for (let frame = 0; frame < contour.count; frame++) {
    // Intervals begin at frames. Half a step of tolerance keeps rounding from moving a frame into the next interval.
    const timeS = contour.firstS + (frame + 0.5) * contour.stepS
    while (at < sounding.length && timeS >= sounding[at]!.endS && at < sounding.length - 1) at++
    const interval = sounding[at]
    const inside = interval !== undefined && timeS >= interval.startS && timeS - contour.stepS / 2 < interval.endS
    if (inside) levels.push(db[frame]!)
  }
  found.put('intensity_sounding_mean_db', mean(levels), 'no_speech')
  found.put('intensity_sounding_sd_db', standardDeviation(levels), 'no_speech')
}

function toTrack({ firstS, stepS, hz }: PitchTrack): ProsodyData['f0_track'] {
  return { first_s: firstS, step_s: stepS, hz: Array.from(hz, (value) => (value > 0 ? value : null)) }
}
