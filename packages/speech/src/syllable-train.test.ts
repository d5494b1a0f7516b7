import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { findOnsets } from './onsets.ts'
import { silence } from './test-signals.ts'
import { buildTrainOf, judgeTrain, trainSettings, type Verdict } from './test-train-truth.ts'
import { buildTrain } from './test-trains.ts'
import { buildHeldOutTrain } from './test-trains-held-out.ts'

const ddkOf = (samples: Float32Array, sampleRateHz: number) =>
  measure(samples, sampleRateHz, ['diadochokinesis']).diadochokinesis!

// All 200: npm run tool -- syllable-trains.
test('each measure is right in nearly all of 40 trains that differ in speed, noise and echo', () => {
  const judged = Array.from({ length: 40 }, (_, i) => judgeTrain(buildTrain(trainSettings(i)))).flat()
  const names = [...new Set(judged.map(({ name }) => name))]
  const share = (name: string, verdict: Verdict) =>
    judged.filter((one) => one.name === name && one.verdict === verdict).length / 40
  const outside = names.filter((name) => share(name, 'right') < 0.95 || share(name, 'wrong') > 0.05)
  expect(outside).toEqual([])
  expect(names).toHaveLength(8)
})

const regular = { perSecond: 5, variation: 3, signalToNoiseDb: 40, echoS: 0, seed: 5, steps: [1.2, 0.9, 0.9] }

test('a syllable that was not found is left out, and shifts no other', () => {
  const train = buildTrain(regular)
  const faint = train.samples.map((value, i) => {
    const timeS = i / train.sampleRateHz
    return timeS > train.onsets[10]! - 0.005 && timeS < train.onsets[11]! - 0.01 ? 0.01 * value : value
  })
  const [{ scores: whole }, { scores }] = [ddkOf(train.samples, 16_000), ddkOf(faint, 16_000)]
  expect(scores.ddk_onset_count).toBe(whole.ddk_onset_count! - 1)
  expect(Math.abs(scores.ddk_rate_onsets_per_s! - whole.ddk_rate_onsets_per_s!)).toBeLessThan(0.1)
  for (const name of ['ddk_onset_cv_pct', 'ddk_same_syllable_cv_pct'])
    expect(Math.abs(scores[name]! - whole[name]!), name).toBeLessThan(1)
  for (const name of ['ddk_syllable_1_ms', 'ddk_syllable_2_ms', 'ddk_syllable_3_ms'])
    expect(Math.abs(scores[name]! - whole[name]!), name).toBeLessThan(4)
})

test('each syllable has its own length', () => {
  const { samples, sampleRateHz } = buildTrain(regular)
  const { scores } = ddkOf(samples, sampleRateHz)
  expect(Math.abs(scores.ddk_syllable_1_ms! - 240)).toBeLessThan(6)
  expect(Math.abs(scores.ddk_syllable_2_ms! - 180)).toBeLessThan(6)
  expect(Math.abs(scores.ddk_syllable_3_ms! - 180)).toBeLessThan(6)
})

// In some of these, noise hides the bursts of one step alone: its onsets are its vowels, and a variation of 14 % reads 24 %.
test('noise that hides the bursts withholds what depends on them, and keeps the rate', () => {
  for (const seed of [5, 7, 9]) {
    const { samples, sampleRateHz } = buildTrain({ ...regular, seed, signalToNoiseDb: 10 })
    const { scores, missing } = ddkOf(samples, sampleRateHz)
    expect(Math.abs(scores.ddk_rate_onsets_per_s! - 5)).toBeLessThan(0.25)
    const names = ['ddk_onset_cv_pct', 'ddk_same_syllable_cv_pct', 'ddk_syllable_1_ms', 'ddk_syllable_3_ms']
    expect(names.map((name) => missing[name])).toEqual(names.map(() => 'hidden_bursts'))
  }
})

// The echo of a vowel hides the next burst, or begins like one.
test('an onset that an echo displaced is moved to where the syllable resembles the others of its step', () => {
  for (const index of [116, 178, 268]) {
    const train = buildHeldOutTrain(index)
    const wrong = judgeTrain(train).filter(({ verdict }) => verdict !== 'right')
    expect(wrong, `${index}`).toEqual([])
  }
})

test('an echo that hides most bursts of a step withholds the variation, and keeps the rate', () => {
  for (const index of [80, 98]) {
    const train = buildHeldOutTrain(index)
    const { missing } = ddkOf(train.samples, train.sampleRateHz)
    expect([missing.ddk_onset_cv_pct, missing.ddk_same_syllable_cv_pct], `${index}`).toEqual([
      'hidden_bursts',
      'hidden_bursts',
    ])
    expect(judgeTrain(train).find(({ name }) => name === 'ddk_rate_onsets_per_s')!.verdict).toBe('right')
  }
})

// The first may have moved in vain. The second is in noise that leaves the steps unsure. They would read 27 and 21 %, not 33 and 9 %.
test('onsets that may lie elsewhere withhold the variation', () => {
  const trains = [buildHeldOutTrain(160), buildTrain({ ...trainSettings(377), signalToNoiseDb: 12 })]
  for (const train of trains)
    expect(ddkOf(train.samples, train.sampleRateHz).missing.ddk_onset_cv_pct).toBe('hidden_bursts')
})

// Each reads 20 % or more where the truth is 10 to 22 %: an onset was taken for an extra one, or one for two.
test('onsets that cannot all be those of syllables withhold the variation', () => {
  for (const train of [buildTrainOf(213), buildHeldOutTrain(366)])
    expect(ddkOf(train.samples, train.sampleRateHz).missing.ddk_onset_cv_pct).toBe('hidden_bursts')
})

test('the onset lies at the burst, not before it', () => {
  const { samples, sampleRateHz, onsets } = buildTrain(regular)
  const found = findOnsets(
    samples,
    sampleRateHz,
    onsets.map((timeS) => timeS + 0.06),
  )!.onsets
  const errors = found.map(({ timeS }, i) => timeS - onsets[i]!)
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.003)
})

test('silence has no syllables', () => {
  expect(ddkOf(silence(16_000, 2), 16_000).missing).toMatchObject({
    ddk_onset_count: 'no_speech',
    ddk_syllable_1_ms: 'no_speech',
  })
})
