import { type Analysis, createAnalysis } from './analysis.ts'
import { bandLimitOf } from './band-limit.ts'
import type { IntensityContour } from './intensity.ts'
import type { Measured } from './measured.ts'
import { Scores } from './measured.ts'
import type { PitchedFrames } from './pitch.ts'
import { type QualityPart, qualityPart } from './quality-part.ts'
import { cutIntervals } from './silences.ts'
import { medianInPlace, quantile } from './statistics.ts'
import { longestSteadyVoice } from './steady-voice.ts'

export type QualityData = {
  /** when there was speech, relative to the noise of this recording */
  readonly speech: readonly { readonly start_s: number; readonly end_s: number }[]
  /** the highest frequency with sound, Hz; null: unknown (see `findBandLimit`) */
  readonly bandLimitHz: number | null
  /** the longest time for which a voice holds its pitch, s */
  readonly steadyVoiceS: number
}

/** The quietest stretch of this length gives the noise; nearly every pause is longer. */
const noiseStretchS = 0.12
const speechAboveNoiseDb = 6
const speechBelowPeakDb = 25
/** Short enough to show how near speech comes to an edge, long enough to ignore clicks. */
const shortestSilenceS = 0.08
const shortestSpeechS = 0.05
/** Fewer voiced frames (10 ms) are not a voice. */
const fewestVoicedFrames = 10
/** A sound this far above the noise counts as speech even without voice: whispered or creaky. */
const clearSoundDb = 15
/** A pitch with a smaller ratio to that of the loud frames is the same voice's. */
const nearPitch = 1.25
/** Frames this far below the loudest are loud. */
const loudRangeDb = 6
/** Levels this close together are one steady sound, in which the level does not separate noise from voice. */
const steadyDb = 6

/** A stretch outside the marked window says what the noise is if it is as long as this, and hardly any of it is voiced. */
const shortestOutsideS = 0.2
const mostVoicedOutside = 0.1

/** dB of 16-bit rounding on the scale of the contour: no recording is known to be quieter. */
const quantisationDb = 10 * Math.log10(2 ** -30 / 12 / 4e-10)

/**
 * Level, clipping and noise of a recording.
 *
 * - `snr_db`: mean power of the speech less that of the noise, over that of the noise, in the band 80–8000 Hz. The
 *   noise is the mean power of the quietest 0.12 s; where these are voice or as loud as the rest, there is no pause. Then
 *   it is that of the quietest 0.12 s outside the marked window, if these are known and not voiced. Speech is everything 6 dB above the noise and within 25 dB of the loud frames.
 * - `speech_ratio`: share of the recording that is such speech; 0 when nothing in it is voiced or clear of the noise.
 * - `clipped_ratio`: share of samples on flat tops (see `countClipped`).
 * - `peak_dbfs`, `rms_dbfs`: re full scale 1; `dc_offset`: the mean, in full scales.
 */
export const measureRecordingQuality = (analysis: Analysis): Measured<QualityData> =>
  decideQuality(
    qualityPart(analysis),
    analysis.outside.map((stretch) => qualityPart(createAnalysis(stretch, analysis.sampleRateHz))),
  )

/**
 * The same from what is known of a recording, measured at once or in parts (`joinQualityParts`).
 *
 * @param outside what the device heard just before and after: the same microphone, moment and gain
 */
export function decideQuality(part: QualityPart, outside: readonly QualityPart[] = []): Measured<QualityData> {
  const { contour, pitch, durationS } = part
  const found = new Scores()
  const names = ['snr_db', 'clipped_ratio', 'peak_dbfs', 'rms_dbfs', 'dc_offset', 'speech_ratio']
  if (part.count === 0) {
    found.miss(names, 'too_short')
    return { scores: found.scores, missing: found.missing, error: 'too_short' }
  }
  found.put('clipped_ratio', countOf(part.flatTops) / part.count, 'too_short')
  found.put('peak_dbfs', 20 * Math.log10(part.peak), 'no_speech')
  found.put('rms_dbfs', 20 * Math.log10(Math.sqrt(part.meanSquare)), 'no_speech')
  found.put('dc_offset', part.mean, 'too_short')

  if (contour === null || pitch === null) {
    found.miss(['snr_db', 'speech_ratio'], 'too_short')
    return { scores: found.scores, missing: found.missing }
  }
  const voicedFrames = pitch.hz.reduce((count, hz) => count + (hz > 0 ? 1 : 0), 0)
  const bandLimitHz = bandLimitOf(part.unvoiced, part.sampleRateHz)
  const sorted = contour.db.slice().sort()
  const steadyVoiceS = longestSteadyVoice(pitch)
  const quietest = findQuietest(contour)
  const noiseDb = Math.max(quantisationDb, quietest.db)
  const loudDb = quantile(sorted, 0.95) ?? noiseDb
  const steady = loudDb - noiseDb < steadyDb
  const voiceless = voicedFrames < fewestVoicedFrames && loudDb - noiseDb < clearSoundDb
  if (voiceless || (steady && voicedFrames < pitch.count / 2)) {
    found.put('snr_db', null, 'no_speech')
    found.put('speech_ratio', 0, 'no_speech')
    return { scores: found.scores, missing: found.missing, data: { speech: [], bandLimitHz, steadyVoiceS } }
  }
  if (steady) {
    found.put('snr_db', ratioOver(noiseOutside(outside), contour, -Infinity), 'no_pause')
    found.put('speech_ratio', 1, 'no_speech')
    return {
      scores: found.scores,
      missing: found.missing,
      data: { speech: [{ start_s: 0, end_s: durationS }], bandLimitHz, steadyVoiceS },
    }
  }
  // The quietest part of a vowel without a pause is still voice, and says nothing about the noise.
  const hasPause = !isVoice(pitch, contour, loudDb, quietest)
  const thresholdDb = Math.max(hasPause ? noiseDb + speechAboveNoiseDb : -Infinity, loudDb - speechBelowPeakDb)
  const speech = cutIntervals(contour, durationS, {
    thresholdDb,
    minimumSilenceS: shortestSilenceS,
    minimumSoundingS: shortestSpeechS,
  }).filter((interval) => interval.sounding)
  const speechS = speech.reduce((sum, { startS, endS }) => sum + endS - startS, 0)
  const snrDb = ratioOver(hasPause ? noiseDb : noiseOutside(outside), contour, thresholdDb)
  found.put('snr_db', snrDb, hasPause ? 'no_speech' : 'no_pause')
  found.put('speech_ratio', speechS / durationS, 'no_speech')
  const data = {
    speech: speech.map(({ startS, endS }) => ({ start_s: startS, end_s: endS })),
    bandLimitHz,
    steadyVoiceS,
  }
  return { scores: found.scores, missing: found.missing, data }
}

/** The ratio of the speech to a noise, dB; null where there is none, or it is as loud as the speech. */
function ratioOver(noiseDb: number | null, contour: IntensityContour, thresholdDb: number): number | null {
  if (noiseDb === null) return null
  const ratio = powerAbove(contour, thresholdDb) / 10 ** (noiseDb / 10) - 1
  return ratio > 0 ? 10 * Math.log10(ratio) : null
}

/** The level of the quietest 0.12 s outside, dB; null where all of it is short, voiced or cut to zero by a device. */
function noiseOutside(outside: readonly QualityPart[]): number | null {
  const levels = outside.flatMap(({ contour, pitch, durationS }) => {
    if (contour === null || pitch === null || durationS < shortestOutsideS) return []
    const voicedFrames = pitch.hz.reduce((count, hz) => count + (hz > 0 ? 1 : 0), 0)
    const { db } = findQuietest(contour)
    return voicedFrames > mostVoicedOutside * pitch.count || db < quantisationDb ? [] : [db]
  })
  return levels.length === 0 ? null : Math.min(...levels)
}

/** The stretch of `noiseStretchS` with the lowest mean level, and that level. */
type Quietest = { readonly db: number; readonly startS: number; readonly endS: number }

function findQuietest({ db, firstS, stepS }: IntensityContour): Quietest {
  const powers = db.map((level) => 10 ** (level / 10))
  const length = Math.min(db.length, Math.round(noiseStretchS / stepS))
  let lowest = Infinity
  let first = 0
  for (let start = 0; start + length <= db.length; start++) {
    let sum = 0
    for (let i = start; i < start + length; i++) sum += powers[i]!
    if (sum / length >= lowest) continue
    lowest = sum / length
    first = start
  }
  const startS = firstS + first * stepS
  return { db: 10 * Math.log10(lowest), startS, endS: startS + (length - 1) * stepS }
}

/** Whether most of a stretch has the pitch of the loud frames. A device that hums in the pauses has another one. */
function isVoice(
  pitch: PitchedFrames,
  { db, firstS, stepS }: IntensityContour,
  loudDb: number,
  stretch: Quietest,
): boolean {
  const levelAt = (frame: number) => db[Math.round((pitch.firstS + frame * pitch.stepS - firstS) / stepS)] ?? -Infinity
  const loud = pitch.hz.filter((hz, frame) => hz > 0 && levelAt(frame) >= loudDb - loudRangeDb)
  if (loud.length === 0) return false
  const voiceHz = medianInPlace(loud)
  const first = Math.max(0, Math.round((stretch.startS - pitch.firstS) / pitch.stepS))
  const frames = pitch.hz.subarray(first, Math.round((stretch.endS - pitch.firstS) / pitch.stepS) + 1)
  return frames.filter((hz) => hz > voiceHz / nearPitch && hz < voiceHz * nearPitch).length > frames.length / 2
}

/** Mean power of the frames that reach the threshold. */
function powerAbove({ db }: IntensityContour, thresholdDb: number): number {
  let power = 0
  let count = 0
  for (let i = 0; i < db.length; i++) {
    if (db[i]! < thresholdDb) continue
    power += 10 ** (db[i]! / 10)
    count++
  }
  return power / count
}

const countOf = (flatTops: QualityPart['flatTops']) => flatTops.reduce((count, { from, to }) => count + to - from, 0)
