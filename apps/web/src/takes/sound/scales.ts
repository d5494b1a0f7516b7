import type { Curve } from '@fonema/speech'

/** A vertical scale: where a value lies between the bottom (0) and the top (1), and the ticks of its axis. */
export type Scale = { low: number; high: number; shareOf: (value: number) => number; ticks: number[] }

const pitchTicks = [50, 75, 100, 150, 200, 300, 400, 600]

/** A scale in semitones over the voice's own range, at least an octave. Null without a voice. */
export function pitchScale({ values }: Curve): Scale | null {
  const voiced = values.filter((hz) => hz > 0)
  if (voiced.length === 0) return null
  const extremes = extremesOf(voiced)
  const middle = Math.sqrt(extremes.low * extremes.high)
  const low = Math.min(extremes.low / 1.06, middle / Math.SQRT2)
  const high = Math.max(extremes.high * 1.06, middle * Math.SQRT2)
  const octaves = Math.log2(high / low)
  return {
    low,
    high,
    shareOf: (hz) => Math.log2(hz / low) / octaves,
    ticks: pitchTicks.filter((hz) => hz >= low && hz <= high),
  }
}

const intensityRangeDb = 60

/** The 60 dB below the loudest moment. */
export function intensityScale({ values }: Curve): Scale {
  const high = Math.ceil(extremesOf(values).high / 10) * 10
  const low = high - intensityRangeDb
  return { low, high, shareOf: (db) => Math.max(0, (db - low) / intensityRangeDb), ticks: [high - 40, high - 20] }
}

function extremesOf(values: Float32Array): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return { low, high }
}

/** The indices of the values inside a time span and one beyond each end, so that lines reach the edges. */
export function framesIn({ firstS, stepS, values }: Curve, from: number, to: number): { first: number; end: number } {
  const first = Math.max(0, Math.floor((from - firstS) / stepS))
  return { first, end: Math.max(first, Math.min(values.length, Math.ceil((to - firstS) / stepS) + 1)) }
}

/** The value nearest to a moment; null outside the curve, and where the pitch is unvoiced. */
export function valueAt({ firstS, stepS, values }: Curve, seconds: number): number | null {
  const value = values[Math.round((seconds - firstS) / stepS)]
  return value === undefined || value === 0 ? null : value
}
