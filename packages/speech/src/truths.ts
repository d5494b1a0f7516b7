/** Signals whose measures are known by construction. Only a test and `npm run tool -- truth-table` use them. */
import { readFileSync } from 'node:fs'
import { type FunctionName, functionVersions, measure } from './measure.ts'
import type { Speaker } from './speaker-range.ts'
import {
  add,
  bark,
  breathyVowel,
  drifting,
  join,
  mix,
  noise,
  pulseTrain,
  rmsOf,
  silence,
  sine,
  spread,
  voice,
  vowels,
  whisper,
} from './test-signals.ts'
import { buildTrain } from './test-trains.ts'
import { judgeRecording } from './verdict.ts'
import { readWav } from './wav.ts'

type Expected =
  | { readonly measure: string; readonly is: number; readonly within: number }
  | { readonly measure: string; readonly missing: string }
  | { readonly verdict: string; readonly category: string }

type KnownSignal = {
  readonly signal: string
  readonly samples: () => Float32Array
  /** default: 44.1 kHz */
  readonly sampleRateHz?: number
  /** default: nothing is known of the person */
  readonly speaker?: Speaker
  /** what the device heard before the recording; default: not known */
  readonly before?: () => Float32Array
  readonly expected: readonly Expected[]
}

export type TruthRow = {
  readonly signal: string
  readonly measure: string
  readonly truth: string
  readonly value: string
  readonly right: boolean
}

const rate = 44_100
const measureOf = (name: string, is: number, within: number): Expected => ({ measure: name, is, within })
const missing = (name: string, reason: string): Expected => ({ measure: name, missing: reason })
const verdict = (expected: string, category = 'sustained_vowel'): Expected => ({ verdict: expected, category })

/** Between rests, in a quiet room. */
function inRoom(sound: Float32Array): Float32Array {
  const padded = join(silence(rate, 0.4), sound, silence(rate, 0.4))
  return add(padded, noise(rate, padded.length / rate, 1e-3))
}

const hz = 150
const periods = spread(300, 7).map((share) => (1 + 0.01 * share) / hz)
const heights = spread(301, 8).map((share) => 0.4 * (1 + 0.06 * share))
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const perturbation = (values: readonly number[]) =>
  (100 * average(values.slice(1).map((value, i) => Math.abs(value - values[i]!)))) / average(values)

/** Pulses at random distances and heights, for as many periods. */
function rough(count: number): Float32Array {
  const times = [0.1]
  for (const period of periods.slice(0, count)) times.push(times.at(-1)! + period)
  const lengthS = times.at(-1)! + 0.1
  return add(pulseTrain(rate, times, heights.slice(0, count + 1), lengthS), noise(rate, lengthS, 1e-4))
}

const vowel = (lengthS = 2) => voice(rate, 200, lengthS)
const swelling = (percent: number, swingHz: number) =>
  voice(rate, 160, 3).map((sample, i) => sample * (1 + (percent / 100) * Math.sin((2 * Math.PI * swingHz * i) / rate)))
const trembling = (percent: number, swingHz: number) =>
  voice(rate, (timeS) => 160 * (1 + (percent / 100) * Math.sin(2 * Math.PI * swingHz * timeS)), 3)
const train = (variation: number) => ({
  sampleRateHz: 16_000,
  samples: () => buildTrain({ perSecond: 6, variation, signalToNoiseDb: 40, echoS: 0, seed: 3 + variation }).samples,
})
/** A synthesised vowel of the reference. Praat: 210.05 Hz, jitter 0.16 %, one syllable. */
const referenceVowel = () =>
  readWav(readFileSync(new URL('../fixtures/vowelx_short.wav', import.meta.url))).samples as Float32Array<ArrayBuffer>
/** A hum as loud as the vowel. */
const hummed = () => {
  const samples = referenceVowel()
  return add(samples, sine(rate, 11_000, samples.length / rate, Math.SQRT2 * rmsOf(samples)))
}
const steadyPitch = [measureOf('f0_mean_hz', 200, 0.5), measureOf('jitter_local_pct', 0, 0.05)]

export const knownSignals: readonly KnownSignal[] = [
  {
    signal: 'vowel, 200 Hz',
    samples: vowel,
    expected: [...steadyPitch, measureOf('h1_h2_db', 20 * Math.log10(4), 0.3), verdict('fair')],
  },
  {
    signal: 'vowel and a tone of 11 kHz',
    samples: () => add(vowel(), sine(rate, 11_000, 2, 0.02)),
    expected: steadyPitch,
  },
  {
    signal: 'reference vowel and a hum of 11 kHz as loud',
    samples: hummed,
    expected: [
      measureOf('f0_mean_hz', 210.05, 1),
      measureOf('jitter_local_pct', 0.16, 0.05),
      measureOf('syllable_count', 1, 0),
    ],
  },
  {
    signal: 'vowel and a drifting tone',
    samples: () => add(vowel(), drifting(rate, 11_000, 2, 0.02)),
    expected: steadyPitch,
  },
  {
    signal: 'tone of 11 kHz alone',
    samples: () => sine(rate, 11_000, 2, 0.3),
    expected: [measureOf('voiced_fraction', 0, 0)],
  },
  {
    signal: 'voice of a child, 700 Hz',
    samples: () => add(voice(rate, 700, 1.5), noise(rate, 1.5, 1e-3)),
    speaker: { sex: null, ageYears: 6 },
    expected: [measureOf('f0_median_hz', 700, 3)],
  },
  {
    signal: 'glide of a man, 120 to 64 Hz',
    samples: () => voice(rate, (timeS) => 120 - 28 * timeS, 2),
    speaker: { sex: 'm', ageYears: 40 },
    expected: [measureOf('f0_min_hz', 64, 4), measureOf('f0_max_hz', 120, 3)],
  },
  {
    signal: 'pulses without noise',
    samples: () => add(voice(rate, 150, 2), noise(rate, 2, 1e-5)),
    expected: [measureOf('gne', 1, 0.1)],
  },
  { signal: 'noise alone', samples: () => noise(rate, 2, 0.1), expected: [missing('gne', 'no_voice')] },
  {
    signal: 'whispered /a/',
    samples: () => whisper(rate, vowels.a.slice(0, 3)),
    expected: ['f0_mean_hz', 'jitter_local_pct', 'shimmer_local_pct'].map((name) => missing(name, 'no_voice')),
  },
  {
    signal: 'voice of 62 Hz',
    samples: () => add(voice(rate, 62, 2), noise(rate, 2, 1e-3)),
    expected: [measureOf('f0_mean_hz', 62, 0.3)],
  },
  {
    signal: 'breathy /i/, 200 Hz',
    samples: () => breathyVowel(rate, 'i', 200, 2, { snrDb: 10 }),
    expected: [measureOf('f0_mean_hz', 200, 4), measureOf('n_pulses', 400, 8)],
  },
  {
    signal: 'breathy /a/, 300 Hz',
    samples: () => breathyVowel(rate, 'a', 300, 2, { snrDb: 15 }),
    expected: [measureOf('f0_mean_hz', 300, 6), measureOf('n_pulses', 600, 12)],
  },
  {
    signal: 'rough voice, 300 periods',
    samples: () => rough(300),
    expected: [
      measureOf('jitter_local_pct', perturbation(periods), 0.04),
      measureOf('shimmer_local_pct', perturbation(heights), 0.2),
    ],
  },
  {
    signal: 'the same with an offset of 0.1',
    samples: () => mix(rough(300), { dc: 0.1 }),
    expected: [
      measureOf('jitter_local_pct', perturbation(periods), 0.04),
      measureOf('shimmer_local_pct', perturbation(heights), 0.2),
    ],
  },
  {
    signal: 'the same, 60 periods',
    samples: () => rough(60),
    expected: [missing('jitter_local_pct', 'too_few_periods'), missing('shimmer_local_pct', 'too_few_periods')],
  },
  {
    signal: 'voice over noise 15 dB below',
    samples: () => add(vowel(), noise(rate, 2, rmsOf(vowel()) / 10 ** (15 / 20))),
    expected: [measureOf('hnr_mean_db', 15, 1)],
  },
  {
    signal: 'vowel that fades, without a pause',
    samples: () => add(vowel(), noise(rate, 2, 1e-4)).map((sample, i) => sample * 10 ** (-0.6 * (i / (2 * rate)))),
    expected: [missing('snr_db', 'no_pause'), verdict('fair')],
  },
  ...[
    { room: 'quiet', levelDb: 40, found: verdict('fair') },
    { room: 'noisy', levelDb: 4, found: verdict('poor') },
  ].map(({ room, levelDb, found }) => {
    const level = rmsOf(vowel()) / 10 ** (levelDb / 20)
    return {
      signal: `vowel without a pause, half a second of a ${room} room before`,
      samples: () => add(vowel(), noise(rate, 2, level)),
      before: () => noise(rate, 0.5, level),
      // White noise above 8 kHz is outside the band of the measure.
      expected: [measureOf('snr_db', levelDb + 10 * Math.log10(rate / 16_000), 1), found],
    }
  }),
  {
    signal: 'vowel without a pause, voice before',
    samples: () => add(vowel(), noise(rate, 2, 1e-3)),
    before: () => add(voice(rate, 200, 0.5), noise(rate, 0.5, 1e-3)),
    expected: [missing('snr_db', 'no_pause')],
  },
  {
    signal: 'vowel between rests',
    samples: () => inRoom(vowel(3)),
    expected: [measureOf('max_phonation_time_s', 3, 0.05), verdict('good')],
  },
  { signal: 'barking dog', samples: () => bark(rate), expected: [verdict('fair')] },
  { signal: 'whisper between rests', samples: () => inRoom(whisper(rate, vowels.e)), expected: [verdict('fair')] },
  {
    signal: 'vowel with an offset of 0.2',
    samples: () => mix(inRoom(vowel()), { dc: 0.2 }),
    expected: [verdict('fair')],
  },
  {
    signal: 'pitch trembling by 4 % at 5 Hz',
    samples: () => trembling(4, 5),
    expected: [
      measureOf('tremor_rate_hz', 5, 0.1),
      measureOf('tremor_depth_pct', 4, 0.4),
      missing('amplitude_tremor_rate_hz', 'no_tremor'),
    ],
  },
  {
    signal: 'amplitude trembling by 30 % at 5 Hz',
    samples: () => swelling(30, 5),
    expected: [
      measureOf('amplitude_tremor_rate_hz', 5, 0.1),
      measureOf('amplitude_tremor_depth_pct', 30, 3),
      missing('tremor_rate_hz', 'no_tremor'),
    ],
  },
  ...[0, 5, 20].map((variation) => ({
    signal: `/pataka/, 6 a second, variation ${variation} %`,
    ...train(variation),
    expected: [
      measureOf('ddk_onset_cv_pct', variation, 2.5),
      measureOf('ddk_rate_onsets_per_s', 6, 0.25),
      ...(variation === 0 ? [1, 2, 3].map((step) => measureOf(`ddk_syllable_${step}_ms`, 1000 / 6, 8)) : []),
    ],
  })),
]

const everything = Object.keys(functionVersions) as FunctionName[]

/** Measures a signal and compares each value with the truth. */
export function checkSignal({
  signal,
  samples: make,
  sampleRateHz = rate,
  speaker,
  before,
  expected,
}: KnownSignal): TruthRow[] {
  const samples = make()
  const measured = measure(samples, sampleRateHz, everything, {
    ...(speaker && { speaker }),
    outside: before ? [before()] : [],
  })
  const results = Object.values(measured)
  const scores: Record<string, number> = Object.assign({}, ...results.map((result) => result.scores))
  const reasons: Record<string, string> = Object.assign({}, ...results.map((result) => result.missing))
  return expected.map((truth) => {
    if ('verdict' in truth) {
      const durationS = samples.length / sampleRateHz
      const circumstances = { sampleRateHz, durationS, gaps: [], settings: {}, category: truth.category }
      const found = judgeRecording(measured.recording_quality!, circumstances)
      const value = [found.verdict, ...found.reasons].join(', ')
      return { signal, measure: 'verdict', truth: truth.verdict, value, right: found.verdict === truth.verdict }
    }
    const found = scores[truth.measure]
    const value = found === undefined ? `none (${reasons[truth.measure]})` : found.toFixed(2)
    if ('missing' in truth) {
      const right = reasons[truth.measure] === truth.missing
      return { signal, measure: truth.measure, truth: `none (${truth.missing})`, value, right }
    }
    const right = found !== undefined && Math.abs(found - truth.is) <= truth.within
    return { signal, measure: truth.measure, truth: `${truth.is.toFixed(2)} ± ${truth.within}`, value, right }
  })
}
