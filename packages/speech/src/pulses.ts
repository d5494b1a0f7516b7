import type { PitchTrack } from './pitch.ts'
import { pitchAt } from './pitch.ts'
import { peakAround } from './samples.ts'

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
  const next = { timeS: 0, correlation: 0 }
  for (const stretch of voicedStretches(track, samples.length / sampleRateHz)) {
    const middleS = (stretch.startS + stretch.endS) / 2
    const middleHz = pitchAt(track, middleS)
    if (middleHz === 0) continue
    const firstS = largestSample(samples, sampleRateHz, middleS, 1 / middleHz)
    const previousEndS = times.at(-1) ?? -Infinity
    const before: number[] = []
    follow(samples, sampleRateHz, track, firstS, -1, stretch.startS, next, before, loudest)
    for (let i = before.length - 1; i >= 0; i--) if (before[i]! > previousEndS) times.push(before[i]!)
    if (firstS > previousEndS) times.push(firstS)
    follow(samples, sampleRateHz, track, firstS, 1, stretch.endS, next, times, loudest)
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
  next: { timeS: number; correlation: number },
  found: number[],
  loudest: number,
) {
  let timeS = firstS
  for (;;) {
    const hz = pitchAt(track, timeS)
    if (hz === 0) return
    const nearS = timeS + (direction * shortestShare) / hz
    const farS = timeS + (direction * longestShare) / hz
    correlateNext(samples, sampleRateHz, timeS, 1 / hz, Math.min(nearS, farS), Math.max(nearS, farS), next)
    const outside = direction * (next.timeS - edgeS) > 0
    const loud =
      peakNear(samples, sampleRateHz, next.timeS, 1 / hz) > (outside ? quietestEdge : quietestPulse) * loudest
    if (loud && next.correlation > (outside ? edgeCorrelation : leastCorrelation)) found.push(next.timeS)
    if (outside) return
    timeS = next.timeS
  }
}

/** Where between two times one period of the signal is most like the period around `timeS`. */
function correlateNext(
  samples: Float32Array,
  sampleRateHz: number,
  timeS: number,
  periodS: number,
  fromS: number,
  toS: number,
  next: { timeS: number; correlation: number },
) {
  const length = Math.max(2, Math.round(periodS * sampleRateHz))
  const start = Math.round((timeS - periodS / 2) * sampleRateHz)
  const lowest = Math.max(-start, Math.floor((fromS - timeS) * sampleRateHz))
  const highest = Math.min(samples.length - length - start, Math.ceil((toS - timeS) * sampleRateHz))
  next.correlation = 0
  if (start < 0 || start + length > samples.length || highest <= lowest) return

  let energy = 0
  for (let i = start; i < start + length; i++) energy += samples[i]! * samples[i]!
  let best = -2
  let bestShift = lowest
  let beforeBest = 0
  let afterBest = 0
  let previous = -2
  for (let shift = lowest; shift <= highest; shift++) {
    const r = correlationAt(samples, start, length, shift, energy)
    if (r > best) {
      best = r
      bestShift = shift
      beforeBest = previous
      afterBest = -2
    } else if (shift === bestShift + 1) afterBest = r
    previous = r
  }
  const inside = beforeBest > -2 && afterBest > -2
  const bend = 2 * best - beforeBest - afterBest
  const offset = inside && bend > 0 ? (afterBest - beforeBest) / (2 * bend) : 0
  next.correlation = inside ? best + (offset * (afterBest - beforeBest)) / 4 : best
  next.timeS = timeS + (bestShift + offset) / sampleRateHz
}

function correlationAt(samples: Float32Array, start: number, length: number, shift: number, energy: number): number {
  let product = 0
  let shifted = 0
  for (let i = start; i < start + length; i++) {
    const there = samples[i + shift]!
    product += samples[i]! * there
    shifted += there * there
  }
  const power = energy * shifted
  return power > 0 ? product / Math.sqrt(power) : 0
}

function peakNear(samples: Float32Array, sampleRateHz: number, timeS: number, periodS: number): number {
  const first = Math.round((timeS - periodS / 2) * sampleRateHz)
  return peakAround(samples, first, Math.round((timeS + periodS / 2) * sampleRateHz), 0)
}
