import { createBandPass } from '../band-pass.ts'
import { measureIntensity, peakIntensityDb } from '../intensity.ts'
import { join } from '../samples.ts'
import { cutIntervals } from '../silences.ts'

const silence = { pitchFloorHz: 50, stepS: 0.003, depthDb: 25, shortestS: 0.1 }
const frameS = 0.03
/** The zero crossings within this distance of a frame's edges do not count. */
const edgeS = 0.0025
/** A voiced frame has more than this share of the mean power, and fewer zero crossings a second. */
const leastPowerShare = 0.3
const mostCrossingsPerS = 3000

/**
 * The voiced frames of continuous speech in a row: frames of 30 ms of what is not silence that are loud and cross zero
 * rarely, after 1 ms of zeros.
 *
 * @returns samples; empty when the recording is shorter than the window of its intensity
 * @see Maryn, Corthals, Van Cauwenberge, Roy & De Bodt 2010, "Toward improved ecological validity in the acoustic
 *   measurement of overall voice quality", J Voice 24, 540–555
 */
export function joinVoicedFrames(speech: Float32Array, sampleRateHz: number): Float32Array {
  const loud = joinLoud(speech, sampleRateHz)
  const loudPower = powerOf(loud)
  const frames: Float32Array[] = [new Float32Array(Math.round(0.001 * sampleRateHz))]
  const loudS = loud.length / sampleRateHz
  // The times are added up, like in the published script: a frame at the limit depends on their rounding.
  for (let leftS = 0; leftS + frameS < loudS - frameS; leftS += frameS) {
    const frame = part(loud, sampleRateHz, leftS, leftS + frameS)
    if (powerOf(frame) > leastPowerShare * loudPower && crossingRate(frame, sampleRateHz) < mostCrossingsPerS)
      frames.push(frame)
  }
  return join(frames)
}

/** The sounding parts of the speech, joined. */
function joinLoud(speech: Float32Array, sampleRateHz: number): Float32Array {
  const speechBand = createBandPass(speech, sampleRateHz, 80, 8000, 80)
  const contour = measureIntensity(speech, sampleRateHz, silence.pitchFloorHz, silence.stepS, speechBand)
  if (contour === null) return new Float32Array(0)
  const intervals = cutIntervals(contour, speech.length / sampleRateHz, {
    thresholdDb: peakIntensityDb(contour) - silence.depthDb,
    minimumSilenceS: silence.shortestS,
    minimumSoundingS: silence.shortestS,
  })
  const sounding = intervals.filter((interval) => interval.sounding)
  return join(sounding.map(({ startS, endS }) => part(speech, sampleRateHz, startS, endS)))
}

/** The samples whose centres lie between two times. */
function part(samples: Float32Array, sampleRateHz: number, fromS: number, toS: number): Float32Array {
  const stepS = 1 / sampleRateHz
  const first = Math.ceil((fromS - 0.5 * stepS) / stepS)
  return samples.slice(Math.max(0, first), Math.floor((toS - 0.5 * stepS) / stepS) + 1)
}

function powerOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / samples.length
}

/**
 * Zero crossings per second, from the one nearest to the frame's first edge to the first one behind its last edge.
 *
 * @returns Infinity when no crossing follows the last edge: the rate is not defined, and such a frame is not voiced
 */
function crossingRate(frame: Float32Array, sampleRateHz: number): number {
  const crossings: number[] = []
  for (let i = 1; i < frame.length; i++) {
    const [before, here] = [frame[i - 1]!, frame[i]!]
    if (before >= 0 === here >= 0) continue
    crossings.push((i - 0.5 + before / (before - here)) / sampleRateHz)
  }
  let first = 0
  crossings.forEach((timeS, i) => {
    if (Math.abs(timeS - edgeS) < Math.abs(crossings[first]! - edgeS)) first = i
  })
  const last = crossings.findIndex((timeS) => timeS >= frameS - edgeS)
  return last > first ? (last - first) / (crossings[last]! - crossings[first]!) : Infinity
}
