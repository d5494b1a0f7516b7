import type { Analysis } from './analysis.ts'
import { lowestIntensityDb, measureIntensity } from './intensity.ts'
import { dipDb, findPeaks, loudLevelDb } from './intensity-peaks.ts'
import type { PitchSettings } from './pitch.ts'
import { pitchAt, trackPitch } from './pitch.ts'

const intensityFloorHz = 50
const depthDb = 25
const dipBetweenDb = 2

/** A lenient pitch: it only decides whether there is a voice. */
const voicingSettings: PitchSettings = {
  floorHz: 30,
  ceilingHz: 450,
  stepS: 0.02,
  maxCandidates: 4,
  silenceThreshold: 0.03,
  voicingThreshold: 0.25,
  octaveCost: 0.01,
  octaveJumpCost: 0.35,
  voicedUnvoicedCost: 0.25,
}

/**
 * Syllable nuclei: voiced peaks of the intensity, less than 25 dB below the loud frames, outside pauses, each followed
 * by a dip of at least 2 dB.
 *
 * @returns times in s, ascending; null when the recording is too short
 * @see De Jong & Wempe 2009, "Praat script to detect syllable nuclei and measure speech rate automatically", Behavior
 *   Research Methods 41, 385–390
 */
export function findSyllables(analysis: Analysis): Float64Array | null {
  const { samples, sampleRateHz } = analysis
  const contour = measureIntensity(samples, sampleRateHz, intensityFloorHz)
  const intervals = analysis.intervals()
  const voice = analysis.voice()
  const voicing = trackPitch(voice.samples, voice.rateHz, voicingSettings)
  if (contour === null || intervals === null || voicing === null) return null

  const thresholdDb = Math.max(loudLevelDb(contour) - depthDb, lowestIntensityDb(contour))
  const peaks = findPeaks(contour, thresholdDb)
  const nuclei: number[] = []
  for (let i = 0; i < peaks.length; i++) {
    const peak = peaks[i]!
    const next = peaks[i + 1]
    if (next !== undefined && contour.db[peak]! - dipDb(contour, peak, next) < dipBetweenDb) continue
    const timeS = contour.firstS + peak * contour.stepS
    const sounding = intervals.find((interval) => timeS < interval.endS)?.sounding ?? false
    if (sounding && pitchAt(voicing, timeS) > 0) nuclei.push(timeS)
  }
  return Float64Array.from(nuclei)
}
