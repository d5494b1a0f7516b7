import { createWorkspace } from './kernels.ts'
import type { PitchTrack } from './pitch.ts'
import { pitchAt } from './pitch.ts'
import { peakAround, peakOf, readFrame, scanSamples } from './samples.ts'

/** With a lower correlation, the next period is not the same voice. */
const leastCorrelation = 0.3
/** With this correlation or more, a pulse just outside the voiced stretch still belongs to it. */
const edgeCorrelation = 0.7
/** Shares of the recording's peak below which a period is silence, where the pitch is voiced and just outside. */
const quietestPulse = 0.01
const quietestEdge = 0.7 / 30
/** The next pulse lies between these shares of a period away. */
const shortestShare = 0.8
const longestShare = 1.25

/**
 * Glottal pulses of the voiced stretches. The first is the extreme near the middle of a stretch. From there in both
 * directions, the next pulse is the point, 0.8 to 1.25 periods away, whose surroundings of one period correlate best
 * with those of the pulse before. Where the correlation has no maximum, the search goes on one period further.
 *
 * @returns times in s, ascending; a gap between voiced stretches is a long period
 * @see Praat manual, "Sound & Pitch: To PointProcess (cc)"
 */
export function findPulses(samples: Float32Array, sampleRateHz: number, track: PitchTrack): Float64Array {
  const times: number[] = []
  const loudest = peakOf(scanSamples(samples), 0)
  const findNext = createSearch(samples, sampleRateHz, track)
  for (const stretch of voicedStretches(track, samples.length / sampleRateHz)) {
    const middleS = (stretch.startS + stretch.endS) / 2
    const middleHz = pitchAt(track, middleS)
    if (middleHz === 0) continue
    const firstS = extremeNear(samples, sampleRateHz, middleS, 1 / middleHz)
    const follow = (direction: 1 | -1, edgeS: number) =>
      followPulses(samples, sampleRateHz, track, firstS, direction, edgeS, findNext, loudest)
    const previousEndS = times.at(-1) ?? -Infinity
    const before = follow(-1, stretch.startS).filter(({ timeS, nearS }) => timeS - nearS > previousEndS)
    times.push(...before.reverse().map(({ timeS }) => timeS), firstS)
    times.push(...follow(1, stretch.endS).map(({ timeS }) => timeS))
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

/** The largest sample within half a period of a time, refined by a parabola. */
function extremeNear(samples: Float32Array, sampleRateHz: number, middleS: number, periodS: number): number {
  const first = Math.max(0, Math.ceil((middleS - periodS / 2) * sampleRateHz - 0.5))
  const last = Math.min(samples.length - 1, Math.floor((middleS + periodS / 2) * sampleRateHz - 0.5))
  let best = first
  for (let i = first; i <= last; i++) if (Math.abs(samples[i]!) > Math.abs(samples[best]!)) best = i
  const [before, here, after] = [samples[best - 1]!, samples[best]!, samples[best + 1]!]
  const offset = best === first || best === last ? 0 : (after - before) / (2 * (2 * here - before - after))
  return (best + offset + 0.5) / sampleRateHz
}

/** A pulse, and the shortest time in which another one may stand before it. */
type Pulse = { readonly timeS: number; readonly nearS: number }

/** Goes from pulse to pulse in one direction until the voice ends. */
function followPulses(
  samples: Float32Array,
  sampleRateHz: number,
  track: PitchTrack,
  firstS: number,
  direction: 1 | -1,
  edgeS: number,
  findNext: Search,
  loudest: number,
): Pulse[] {
  const found: Pulse[] = []
  let timeS = firstS
  for (;;) {
    const hz = pitchAt(track, timeS)
    if (hz === 0) return found
    const nearS = timeS + (direction * shortestShare) / hz
    const farS = timeS + (direction * longestShare) / hz
    const next = findNext(timeS, 1 / hz, Math.min(nearS, farS), Math.max(nearS, farS))
    const nextS = next?.timeS ?? timeS + direction / hz
    const outside = direction * (nextS - edgeS) > 0
    const isPulse =
      next !== null &&
      next.correlation > (outside ? edgeCorrelation : leastCorrelation) &&
      peakNear(samples, sampleRateHz, nextS, 1 / hz) > (outside ? quietestEdge : quietestPulse) * loudest
    if (isPulse) found.push({ timeS: nextS, nearS: shortestShare / hz })
    if (outside) return found
    timeS = nextS
  }
}

/** The point between two times whose period is most like the period around `timeS`; null: there is no maximum. */
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
    // Sample i lies at (i + ½) / rate.
    const start = Math.round((timeS - periodS / 2) * sampleRateHz - 0.5)
    const length = Math.round((timeS + periodS / 2) * sampleRateHz - 0.5) - start + 1
    const lowest = Math.floor((fromS - periodS / 2) * sampleRateHz - 0.5) - start
    const count = Math.ceil((toS - periodS / 2) * sampleRateHz - 0.5) - start - lowest + 1
    readFrame(samples, start, period.subarray(0, length))
    readFrame(samples, start + lowest, stretch)
    kernels.correlate(period.byteOffset, stretch.byteOffset, length, count, correlation.byteOffset)
    // It counts as 0 before the range, so a maximum may lie at its beginning, but not at its end.
    const at = (i: number) => (i < 0 ? 0 : correlation[i]!)
    let best: number | undefined
    for (let i = -1; i + 1 < count; i++) {
      if (at(i) < at(i - 1) || at(i) < at(i + 1)) continue
      if (best === undefined || at(i) > at(best)) best = i
    }
    if (best === undefined) return null
    const [before, here, after] = [at(best - 1), at(best), at(best + 1)]
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
