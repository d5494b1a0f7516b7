import { isPeriod } from './periods.ts'
import type { Contour } from './tremor.ts'

const stepS = 0.01

/**
 * The amplitude of the voice every 10 ms: the root mean square of each period, so that neither the pitch nor a filter
 * leaves a ripple, interpolated between the middles of the periods.
 *
 * @param pulses times of the glottal pulses, s
 * @returns 0 where there is no period
 */
export function traceAmplitude(samples: Float32Array, sampleRateHz: number, pulses: Float64Array): Contour {
  const firstS = pulses[0] ?? 0
  const values = new Float64Array(Math.max(0, Math.floor(((pulses.at(-1) ?? 0) - firstS) / stepS) + 1))
  let before: { timeS: number; rms: number } | null = null
  for (let i = 0; i + 1 < pulses.length; i++) {
    if (!isPeriod(pulses, i)) {
      before = null
      continue
    }
    const here = {
      timeS: (pulses[i]! + pulses[i + 1]!) / 2,
      rms: rmsBetween(samples, sampleRateHz, pulses[i]!, pulses[i + 1]!),
    }
    const last = before ?? here
    const from = before === null ? pulses[i]! : before.timeS
    for (let k = Math.ceil((from - firstS) / stepS); k < values.length && firstS + k * stepS <= here.timeS; k++) {
      const share = here === last ? 1 : (firstS + k * stepS - last.timeS) / (here.timeS - last.timeS)
      values[k] = last.rms + share * (here.rms - last.rms)
    }
    before = here
  }
  return { firstS, stepS, values }
}

function rmsBetween(samples: Float32Array, sampleRateHz: number, fromS: number, toS: number): number {
  const first = Math.max(0, Math.round(fromS * sampleRateHz))
  const end = Math.min(samples.length, Math.round(toS * sampleRateHz))
  let squares = 0
  for (let i = first; i < end; i++) squares += samples[i]! ** 2
  return end > first ? Math.sqrt(squares / (end - first)) : 0
}
