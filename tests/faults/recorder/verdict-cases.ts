import type { VerdictReason } from '@fonema/speech'
import { add, join, mix, noise, silence, voice } from '../../../packages/speech/src/test-signals.ts'

type VerdictCase = {
  reason: VerdictReason
  /** Whether the recording has the reason; otherwise it is just beyond the threshold. */
  has: boolean
  samples: Float32Array
  sampleRateHz: number
  fields: Record<string, string>
}

type Changes = {
  rate?: number
  /** Seconds of silence before and after the speech. */
  before?: number
  after?: number
  snrDb?: number
  peak?: number
}

/** Two phrases with a pause, in a slightly noisy room. */
function speech({ rate = 32_000, before = 0.6, after = 0.6, snrDb = 35, peak }: Changes = {}): Float32Array {
  const [first, second] = [voice(rate, 140, 1.2), voice(rate, 150, 1.4)]
  const rms = Math.sqrt(first.reduce((sum, sample) => sum + sample * sample, 0) / first.length)
  const parts = join(silence(rate, before), first, silence(rate, 0.5), second, silence(rate, after))
  const samples = add(parts, noise(rate, parts.length / rate, rms / 10 ** (snrDb / 20)))
  if (peak === undefined) return samples
  const highest = samples.reduce((largest, sample) => Math.max(largest, Math.abs(sample)), 0)
  return samples.map((sample) => (sample / highest) * peak)
}

/** The speech with flat tops of three samples each. */
function clipped(tops: number): Float32Array {
  const samples = speech()
  for (let top = 0; top < tops; top++) samples.fill(1, 30_000 + 1000 * top, 30_003 + 1000 * top)
  return samples
}

const inDb = (db: number) => 10 ** (db / 20)
/** Numbers of flat tops that make a share of samples just above the threshold of 0.0001, and just below. */
const topsAbove = Math.ceil((speech().length * 0.0001) / 3)

export function verdictCases(): VerdictCase[] {
  const ofWhole = (samples: Float32Array, fields: Record<string, string> = {}, sampleRateHz = 32_000) => ({
    samples,
    fields,
    sampleRateHz,
  })
  const gaps = (at: number) => ({ gaps: JSON.stringify([{ at, length: 0.05 }]), window: '{"start":0.3,"end":4.2}' })
  const settings = (noise_suppression: boolean) => ({ settings: JSON.stringify({ noise_suppression }) })
  const pairs: [VerdictReason, ReturnType<typeof ofWhole>, ReturnType<typeof ofWhole>][] = [
    ['clipped', ofWhole(clipped(topsAbove)), ofWhole(clipped(topsAbove - 1))],
    ['too_quiet', ofWhole(speech({ peak: inDb(-30.3) })), ofWhole(speech({ peak: inDb(-29.7) }))],
    // Half of the noise is above the band of the ratio, so the ratio is 3 dB better than what is mixed here.
    ['noisy', ofWhole(speech({ snrDb: 16.5 })), ofWhole(speech({ snrDb: 17.7 }))],
    ['no_speech', ofWhole(noise(32_000, 4, 0.05)), ofWhole(speech())],
    ['cut_start', ofWhole(speech({ before: 0.05 })), ofWhole(speech({ before: 0.18 }))],
    ['cut_end', ofWhole(speech({ after: 0.05 })), ofWhole(speech({ after: 0.18 }))],
    ['gap', ofWhole(speech(), gaps(0.26)), ofWhole(speech(), gaps(0.24))],
    ['low_sample_rate', ofWhole(speech({ rate: 31_000 }), {}, 31_000), ofWhole(speech())],
    ['offset', ofWhole(mix(speech(), { dc: 0.022 })), ofWhole(mix(speech(), { dc: 0.018 }))],
    ['processed_by_browser', ofWhole(speech(), settings(true)), ofWhole(speech(), settings(false))],
  ]
  // Noise and voice are the same in each; one sample of difference makes each file unique.
  return pairs.flatMap(([reason, triggering, beside], index) =>
    [triggering, beside].map((found, side) => {
      found.samples[10 + 2 * index + side] = 0.01
      return { reason, has: side === 0, ...found }
    }),
  )
}
