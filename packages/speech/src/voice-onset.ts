import { createBandPass } from './band-pass.ts'

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

export type VoiceOnset = { readonly timeS: number; readonly periodS: number }

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
  return (onsetS: number, nucleusS: number): VoiceOnset | null => {
    const around = sampleAt(aroundNucleusS)
    const nucleus = Math.max(sampleAt(nucleusS), sampleAt(onsetS) + around)
    const start = { first: nucleus - around, length: 2 * around }
    const lag = bestLag(low, start.first, start.length, sampleAt(shortestPeriodS), sampleAt(longestPeriodS))
    if (lag === null) return null
    let period = lag
    let pulse = loudest(low, nucleus - (period >> 1), nucleus + (period >> 1))
    let top = Math.abs(low[pulse]!)
    for (;;) {
      const [least, most] = [Math.floor(period * (1 - periodDrift)), Math.ceil(period * (1 + periodDrift))]
      const before = previousPulse(low, pulse, period, least, most)
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
function bestLag(samples: Float32Array, first: number, length: number, least: number, most: number): number | null {
  const all = new Float64Array(most + 1)
  let top = leastCorrelation
  for (let lag = least; lag <= most; lag++) {
    all[lag] = correlation(samples, first, first - lag, length)
    top = Math.max(top, all[lag]!)
  }
  // The shortest lag that is nearly as good, so that two periods do not count as one.
  for (let lag = least + 1; lag < most; lag++)
    if (all[lag]! >= 0.9 * top && all[lag]! >= all[lag - 1]! && all[lag]! >= all[lag + 1]!) return lag
  return null
}

function previousPulse(samples: Float32Array, pulse: number, period: number, least: number, most: number) {
  const half = period >> 1
  let best = { r: leastCorrelation, lag: 0 }
  for (let lag = least; lag <= most; lag++) {
    const r = correlation(samples, pulse - half, pulse - half - lag, 2 * half)
    if (r > best.r) best = { r, lag }
  }
  if (best.lag === 0) return null
  const at = pulse - best.lag
  const level = Math.abs(samples[loudest(samples, at - (half >> 1), at + (half >> 1))]!)
  return { pulse: at, level }
}

function correlation(samples: Float32Array, a: number, b: number, length: number): number {
  if (a < 0 || b < 0 || a + length > samples.length || b + length > samples.length) return 0
  let [products, squaresA, squaresB] = [0, 0, 0]
  for (let i = 0; i < length; i++) {
    const [x, y] = [samples[a + i]!, samples[b + i]!]
    products += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return squaresA > 0 && squaresB > 0 ? products / Math.sqrt(squaresA * squaresB) : 0
}
