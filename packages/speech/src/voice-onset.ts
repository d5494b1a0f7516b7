import { createBandPass } from './band-pass.ts'
import { createWorkspace } from './kernels.ts'
import { readFrame } from './samples.ts'

/** Where the periods of a voice show, and little of the burst's noise. */
const bandHz = [60, 1000] as const
const edgeHz = 60
const shortestPeriodS = 1 / 500
const longestPeriodS = 1 / 70
/** Around the loudest moment of a syllable, where the period is read. */
const aroundNucleusS = 0.015
/** The next period lies within this share of the period. */
const periodDrift = 0.12
/** A period belongs to the voice when it repeats this well, and is this loud beside the loudest. */
const leastCorrelation = 0.5
const leastLevel = 0.1

type VoiceOnset = { readonly timeS: number; readonly periodS: number }

/**
 * Finds where the voice of a syllable begins: from its loudest moment back, period by period, as long as each resembles
 * the one after it.
 *
 * @param samples without offset
 * @returns a finder of the first pulse between the onset and the nucleus, s; null where nothing repeats
 * @see Lisker & Abramson 1964, "A cross-language study of voicing in initial stops", Word 20, 384–422 (the definition)
 */
export function createVoiceOnsetFinder(samples: Float32Array, sampleRateHz: number) {
  const low = createBandPass(samples, sampleRateHz, bandHz[0], bandHz[1], edgeHz)(0, samples.length)
  const sampleAt = (timeS: number) => Math.round(timeS * sampleRateHz)
  const longest = Math.max(2 * sampleAt(aroundNucleusS), sampleAt(longestPeriodS) + 1)
  const correlate = createCorrelation(low, longest, sampleAt(longestPeriodS) + 1)
  return (onsetS: number, nucleusS: number): VoiceOnset | null => {
    const around = sampleAt(aroundNucleusS)
    const nucleus = Math.max(sampleAt(nucleusS), sampleAt(onsetS) + around)
    const start = { first: nucleus - around, length: 2 * around }
    const lag = bestLag(correlate, start.first, start.length, sampleAt(shortestPeriodS), sampleAt(longestPeriodS))
    if (lag === null) return null
    let period = lag
    let pulse = loudest(low, nucleus - (period >> 1), nucleus + (period >> 1))
    let top = Math.abs(low[pulse]!)
    for (;;) {
      const [least, most] = [Math.floor(period * (1 - periodDrift)), Math.ceil(period * (1 + periodDrift))]
      const before = previousPulse(low, correlate, pulse, period, least, most)
      if (before === null || before.pulse < sampleAt(onsetS)) break
      if (before.level < leastLevel * top) break
      top = Math.max(top, before.level)
      period = pulse - before.pulse
      pulse = before.pulse
    }
    return { timeS: pulse / sampleRateHz, periodS: lag / sampleRateHz }
  }
}

function loudest(samples: Float32Array, first: number, end: number): number {
  let best = Math.max(0, first)
  for (let i = best; i < Math.min(samples.length, end); i++)
    if (Math.abs(samples[i]!) > Math.abs(samples[best]!)) best = i
  return best
}

/** The lag at which a stretch repeats best before itself; null where it does not repeat. */
function bestLag(correlate: Correlation, first: number, length: number, least: number, most: number): number | null {
  const all = correlate(first, length, least, most)
  let top = leastCorrelation
  for (let lag = least; lag <= most; lag++) top = Math.max(top, all(lag))
  // The shortest lag that is nearly as good, so that two periods do not count as one.
  for (let lag = least + 1; lag < most; lag++)
    if (all(lag) >= 0.9 * top && all(lag) >= all(lag - 1) && all(lag) >= all(lag + 1)) return lag
  return null
}

function previousPulse(
  samples: Float32Array,
  correlate: Correlation,
  pulse: number,
  period: number,
  least: number,
  most: number,
) {
  const half = period >> 1
  const all = correlate(pulse - half, 2 * half, least, most)
  let best = { r: leastCorrelation, lag: 0 }
  for (let lag = least; lag <= most; lag++) if (all(lag) > best.r) best = { r: all(lag), lag }
  if (best.lag === 0) return null
  const at = pulse - best.lag
  const level = Math.abs(samples[loudest(samples, at - (half >> 1), at + (half >> 1))]!)
  return { pulse: at, level }
}

/**
 * The correlation of a stretch with the one `lag` samples before, for the lags from `least` to `most`; 0 where one of them
 * reaches beyond the recording. Valid until the next call.
 */
type Correlation = (first: number, length: number, least: number, most: number) => (lag: number) => number

function createCorrelation(samples: Float32Array, longest: number, mostLag: number): Correlation {
  const lags = Math.ceil((1 + periodDrift) * mostLag) + 8
  const { kernels, arrays } = createWorkspace({ stretch: longest, before: longest + lags, correlations: lags })
  return (first, length, least, most) => {
    readFrame(samples, first, arrays.stretch.subarray(0, length))
    // The kernel shifts forward, so the longest lag comes first.
    readFrame(samples, first - most, arrays.before.subarray(0, length + most - least + 4))
    const [x, y, r] = [arrays.stretch.byteOffset, arrays.before.byteOffset, arrays.correlations.byteOffset]
    kernels.correlate(x, y, length, most - least + 1, r)
    const isInside = first >= 0 && first + length <= samples.length
    return (lag) => (isInside && lag <= first ? arrays.correlations[most - lag]! : 0)
  }
}
