// npm run tool -- voice-onsets [--held-out] [--from 0] [--count 120]: the median time from burst to voice of each step of
// syllable trains whose truth is known by construction. For each limit of the scatter within a step, it prints what share
// of the steps would be shown and what share of those is right within 5 ms (decision 0370).
import { parseArgs } from 'node:util'
import { createAnalysis } from '../packages/speech/src/analysis.ts'
import { findVoicePeaks } from '../packages/speech/src/diadochokinesis.ts'
import { withWorkspaces } from '../packages/speech/src/kernels.ts'
import { quantile } from '../packages/speech/src/statistics.ts'
import { findTrain } from '../packages/speech/src/syllable-train.ts'
import { buildTrainOf } from '../packages/speech/src/test-train-truth.ts'
import type { Train } from '../packages/speech/src/test-trains.ts'
import { buildHeldOutTrain } from '../packages/speech/src/test-trains-held-out.ts'

const allowedMs = 5
const fewest = 5
/** An onset found further from every burst belongs to none. */
const reachS = 0.05

const { values } = parseArgs({
  options: {
    'held-out': { type: 'boolean', default: false },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '120' },
  },
})

type Step = { readonly isSure: boolean; readonly delayMs: number; readonly scatterMs: number; readonly truthMs: number }

const quantileOf = (numbers: readonly number[], share: number) =>
  quantile(Float64Array.from(numbers).sort(), share) ?? Number.NaN

function stepsOf({ samples, sampleRateHz, onsets, voiceOnsets }: Train): Step[] {
  const train = withWorkspaces(() => {
    const { samples: voice, rateHz } = createAnalysis(samples, sampleRateHz).voice()
    return findTrain(voice, rateHz, findVoicePeaks(voice, rateHz), 3)
  })
  return [0, 1, 2].map((step) => {
    const syllables = (train?.syllables ?? []).filter((syllable) => syllable.step === step)
    const clear = syllables.filter(({ isMoved, otherOnsetS, onsetS }) => !isMoved && otherOnsetS === onsetS)
    const delays = clear.flatMap(({ voice, onsetS }) => (voice === null ? [] : [1000 * (voice.timeS - onsetS)]))
    const truths = syllables.flatMap(({ onsetS }) => {
      const nearest = onsets.reduce(
        (best, at, i) => (Math.abs(at - onsetS) < Math.abs(onsets[best]! - onsetS) ? i : best),
        0,
      )
      return Math.abs(onsets[nearest]! - onsetS) > reachS ? [] : [1000 * voiceOnsets[nearest]!]
    })
    return {
      isSure: train?.isAligned === true && !train.isHidden && syllables.length >= fewest,
      delayMs: delays.length < 0.8 * syllables.length ? Number.NaN : quantileOf(delays, 0.5),
      scatterMs: quantileOf(delays, 0.75) - quantileOf(delays, 0.25),
      truthMs: quantileOf(truths, 0.5),
    }
  })
}

const from = Number(values.from)
const build = values['held-out'] ? buildHeldOutTrain : buildTrainOf
const steps = Array.from({ length: Number(values.count) }, (_, i) => stepsOf(build(from + i))).flat()
console.log('scatter at most, ms   shown, %   right of those, %')
for (const limitMs of [Number.POSITIVE_INFINITY, 6, 4, 3, 2]) {
  const shown = steps.filter(({ isSure, delayMs, scatterMs }) => isSure && delayMs > 0 && scatterMs <= limitMs)
  const right = shown.filter(({ delayMs, truthMs }) => Math.abs(delayMs - truthMs) <= allowedMs)
  const share = (part: number, whole: number) => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(1))
  console.log(
    `${String(limitMs).padStart(19)}${share(shown.length, steps.length).padStart(11)}${share(right.length, shown.length).padStart(20)}`,
  )
}
