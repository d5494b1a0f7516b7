import type { IntensityContour } from './intensity.ts'
import { peakIntensityDb, silenceDb } from './intensity.ts'

export type Interval = { readonly startS: number; readonly endS: number; readonly sounding: boolean }

type IntervalSettings = {
  /** level from which a frame counts as sound, dB as in the contour */
  readonly thresholdDb: number
  readonly minimumSilenceS: number
  readonly minimumSoundingS: number
}

/** Pauses as clinicians count them: a quarter of a second or more, 25 dB below the loudest point. */
export const pauseSettings = { depthDb: 25, minimumSilenceS: 0.25, minimumSoundingS: 0.1 }

/** Interval edges are multiples of a frame step, so an interval of exactly the minimum must count as long enough. */
const roundingS = 1e-9

/** Sound and pauses, by the level relative to the loudest point. */
export function findPauses(contour: IntensityContour, durationS: number): Interval[] {
  const { depthDb, ...shortest } = pauseSettings
  return cutIntervals(contour, durationS, { thresholdDb: peakIntensityDb(contour) - depthDb, ...shortest })
}

/**
 * Cuts the recording into silent and sounding intervals without gaps between them. First, sounding intervals that are
 * too short become silence; then silences that are too short become sound. So a train of very short syllables is
 * silence.
 *
 * @see Praat manual, "Intensity: To TextGrid (silences)..."
 */
export function cutIntervals(contour: IntensityContour, durationS: number, settings: IntervalSettings): Interval[] {
  // Digital silence is silent even when nothing is louder.
  const isSounding = (frame: number) => contour.db[frame]! >= settings.thresholdDb && contour.db[frame]! > silenceDb
  const intervals: Interval[] = []
  let startS = 0
  for (let frame = 1; frame <= contour.count; frame++) {
    const sounding = isSounding(frame - 1)
    const last = frame === contour.count
    if (!last && isSounding(frame) === sounding) continue
    const endS = last ? durationS : contour.firstS + frame * contour.stepS
    intervals.push({ startS, endS, sounding })
    startS = endS
  }
  const withoutClicks = absorbShort(intervals, true, settings.minimumSoundingS)
  return absorbShort(withoutClicks, false, settings.minimumSilenceS)
}

/** Turns intervals of one kind that are too short into the other kind, and joins neighbours of the same kind. */
function absorbShort(intervals: readonly Interval[], sounding: boolean, minimumS: number): Interval[] {
  const joined: Interval[] = []
  for (const interval of intervals) {
    const short = interval.sounding === sounding && interval.endS - interval.startS < minimumS - roundingS
    const kind = short ? !sounding : interval.sounding
    const previous = joined.at(-1)
    if (previous?.sounding === kind) joined[joined.length - 1] = { ...previous, endS: interval.endS }
    else joined.push({ ...interval, sounding: kind })
  }
  return joined
}
