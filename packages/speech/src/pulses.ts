import { createWorkspace } from './kernels.ts'
import type { PitchTrack } from './pitch.ts'
import { pitchAt } from './pitch.ts'
import { peakAround, readFrame } from './samples.ts'

/** Correlation below which the next period is not the same voice any more. */
const leastCorrelation = 0.3
/** Correlation from which a pulse just outside the voiced stretch still belongs to it. */
const edgeCorrelation = 0.7
/** Shares of the recording's peak below which a period is silence, where the pitch is voiced and just outside. */
const quietestPulse = 0.01
const quietestEdge = 0.03
/** The next pulse lies between these shares of a period away. */
const shortestShare = 0.8
const longestShare = 1.25

/**
 * Glottal pulses of the voiced stretches: the largest sample next to the middle of a stretch, and from there to both
 * sides the place, 0.8 to 1.25 periods on, whose surroundings of one period correlate best with those of the pulse
 * before.
 *
 * @returns times in s, ascending; a gap between voiced stretches is a long period
 * @see Praat manual, "Sound & Pitch: To PointProcess (cc)"
 */
export function findPulses(samples: Float32Array, sampleRateHz: number, track: PitchTrack): Float64Array {
  const times: number[] = []
  const loudest = peakAround(samples, 0, samples.length, 0)
  const findNext = createSearch(samples, sampleRateHz, track)
  for (const stretch of voicedStretches(track, samples.length / sampleRateHz)) {
    const middleS = (stretch.startS + stretch.endS) / 2
    const middleHz = pitchAt(track, middleS)
    if (middleHz === 0) continue
    const firstS = largestSample(samples, sampleRateHz, middleS, 1 / middleHz)
    const previousEndS = times.at(-1) ?? -Infinity
    const before: number[] = []
    follow(samples, sampleRateHz, track, firstS, -1, stretch.startS, findNext, before, loudest)
    for (let i = before.length - 1; i >= 0; i--) if (before[i]! > previousEndS) times.push(before[i]!)
    if (firstS > previousEndS) times.push(firstS)
    follow(samples, sampleRateHz, track, firstS, 1, stretch.endS, findNext, times, loudest)
  }
  return Float64Array.from(times)
}

type Stretch = { readonly startS: number; readonly endS: number }

function voicedStretches(track: PitchTrack, durationS: number): Stretch[] {
  const stretches: Stretch[] = []
  for (let frame = 0; frame < track.count; frame++) {
    if (track.hz[frame] === 0) continue
    const first = frame
    while (frame + 1 < track.count && track.hz[frame + 1]! > 0) frame++
    stretches.push({
      startS: Math.max(0, track.firstS + (first - 0.5) * track.stepS),
      endS: Math.min(durationS, track.firstS + (frame + 0.5) * track.stepS),
    })
  }
  return stretches
}

function largestSample(samples: Float32Array, sampleRateHz: number, middleS: number, periodS: number): number {
  const first = Math.max(0, Math.round((middleS - periodS / 2) * sampleRateHz - 0.5))
  const last = Math.min(samples.length - 1, Math.round((middleS + periodS / 2) * sampleRateHz - 0.5))
  let best = first
  for (let i = first; i <= last; i++) if (Math.abs(samples[i]!) > Math.abs(samples[best]!)) best = i
  return (best + 0.5) / sampleRateHz
}

/** Goes from pulse to pulse in one direction as long as the voice goes on. */
function follow(
  samples: Float32Array,
  sampleRateHz: number,
  track: PitchTrack,
  firstS: number,
  direction: 1 | -1,
  edgeS: number,
  findNext: Search,
  found: number[],
  loudest: number,
) {
  let timeS = firstS
  for (;;) {
    const hz = pitchAt(track, timeS)
    if (hz === 0) return
    const nearS = timeS + (direction * shortestShare) / hz
    const farS = timeS + (direction * longestShare) / hz
    const next = findNext(timeS, 1 / hz, Math.min(nearS, farS), Math.max(nearS, farS))
    if (next === null) return
    const outside = direction * (next.timeS - edgeS) > 0
    const loud =
      peakNear(samples, sampleRateHz, next.timeS, 1 / hz) > (outside ? quietestEdge : quietestPulse) * loudest
    if (loud && next.correlation > (outside ? edgeCorrelation : leastCorrelation)) found.push(next.timeS)
    if (outside) return
    timeS = next.timeS
  }
}

/** Where between two times one period of the signal is most like the period around `timeS`; null: outside the recording. */
type Search = (
  timeS: number,
  periodS: number,
  fromS: number,
  toS: number,
) => { readonly timeS: number; readonly correlation: number } | null

function createSearch(samples: Float32Array, sampleRateHz: number, track: PitchTrack): Search {
  const lowestHz = track.hz.reduce((least, hz) => (hz > 0 ? Math.min(least, hz) : least), Infinity)
  const longest = Math.ceil(sampleRateHz / lowestHz) + 2
  const shifts = Math.ceil((longestShare - shortestShare) * longest) + 8
  const { kernels, arrays } = createWorkspace({ period: longest, stretch: longest + shifts, correlation: shifts })
  const { period, stretch, correlation } = arrays

  return (timeS, periodS, fromS, toS) => {
    const length = Math.max(2, Math.round(periodS * sampleRateHz))
    const start = Math.round((timeS - periodS / 2) * sampleRateHz)
    const lowest = Math.max(-start, Math.floor((fromS - timeS) * sampleRateHz))
    const highest = Math.min(samples.length - length - start, Math.ceil((toS - timeS) * sampleRateHz))
    const count = highest - lowest + 1
    if (start < 0 || start + length > samples.length || count < 2) return null

    period.set(samples.subarray(start, start + length))
    readFrame(samples, start + lowest, stretch)
    kernels.correlate(period.byteOffset, stretch.byteOffset, length, count, correlation.byteOffset)
    let best = 0
    for (let i = 1; i < count; i++) if (correlation[i]! > correlation[best]!) best = i
    const here = correlation[best]!
    if (best === 0 || best === count - 1) return { timeS: timeS + (lowest + best) / sampleRateHz, correlation: here }
    const [before, after] = [correlation[best - 1]!, correlation[best + 1]!]
    const bend = 2 * here - before - after
    const offset = bend > 0 ? (after - before) / (2 * bend) : 0
    return {
      timeS: timeS + (lowest + best + offset) / sampleRateHz,
      correlation: here + (offset * (after - before)) / 4,
    }
  }
}

function peakNear(samples: Float32Array, sampleRateHz: number, timeS: number, periodS: number): number {
  const first = Math.round((timeS - periodS / 2) * sampleRateHz)
  return peakAround(samples, first, Math.round((timeS + periodS / 2) * sampleRateHz), 0)
}
