import { expect, test } from 'vitest'
import { join, noise, resonantVowel, silence, voice } from '../test-signals.ts'
import { measureVowelSpace, type NoVowelSpace, type VowelSpace } from './vowel-space.ts'

/** Resonances, Hz: those of Peterson & Barney 1952 with higher ones, and vowels drawn to the middle. */
const speakers = {
  man: {
    a: [730, 1090, 2440, 3400, 4500],
    i: [270, 2290, 3010, 3600, 4500],
    u: [300, 870, 2240, 3300, 4500],
  },
  woman: {
    a: [850, 1220, 2810, 3900, 4950],
    i: [310, 2790, 3310, 4000, 4950],
    u: [370, 950, 2670, 3800, 4950],
  },
  centralised: {
    a: [620, 1250, 2500, 3500, 4500],
    i: [380, 1900, 2600, 3500, 4500],
    u: [400, 1150, 2400, 3400, 4500],
  },
}
type Speaker = (typeof speakers)[keyof typeof speakers]

const vowel = (rate: number, pitchHz: number, formants: readonly number[]) => {
  const second = resonantVowel(rate, pitchHz, formants, 80)
  return { samples: join(silence(rate, 0.3), second, second, silence(rate, 0.3)), sampleRateHz: rate }
}
const threeOf = ({ a, i, u }: Speaker, rate: number, pitchHz: number) => ({
  a: vowel(rate, pitchHz, a),
  i: vowel(rate, pitchHz, i),
  u: vowel(rate, pitchHz, u),
})
const truthOf = ({ a, i, u }: Speaker) => {
  const [[a1, a2], [i1, i2], [u1, u2]] = [a, i, u] as [[number, number], [number, number], [number, number]]
  // The cross product of two sides.
  const area = Math.abs((a1 - i1) * (u2 - i2) - (u1 - i1) * (a2 - i2)) / 2e6
  return { area, fcr: (u2 + a2 + i1 + u1) / (i2 + a1), f2Ratio: i2 / u2 }
}

const cases = Object.entries(speakers).flatMap(([name, speaker]) =>
  [16_000, 44_100].flatMap((rate) => [120, 210].map((pitchHz) => ({ name, rate, pitchHz, speaker }))),
)

test.each(cases)(
  'the $name at $rate Hz and a pitch of $pitchHz Hz: ratio within 4 %, area within 20 %',
  ({ rate, pitchHz, speaker }) => expectTruth(measureVowelSpace(threeOf(speaker, rate, pitchHz)), speaker),
)

test('at a high pitch the vowel space is right or withheld', () => {
  for (const speaker of [speakers.man, speakers.woman]) {
    const found = measureVowelSpace(threeOf(speaker, 44_100, 240))
    if ('reason' in found) expect(found.reason).toBe('formants_disagree')
    else expectTruth(found, speaker)
  }
})

function expectTruth(found: VowelSpace | NoVowelSpace, speaker: Speaker) {
  if ('reason' in found) throw new Error(found.reason)
  const truth = truthOf(speaker)
  expect(Math.abs(found.fcr / truth.fcr - 1)).toBeLessThan(0.04)
  expect(Math.abs(found.f2_ratio / truth.f2Ratio - 1)).toBeLessThan(0.05)
  expect(Math.abs(found.vowel_space / truth.area - 1)).toBeLessThan(0.2)
  expect(found.vai * found.fcr).toBeCloseTo(1, 12)
}

test('centralised vowels have a smaller area and a higher ratio', () => {
  const [wide, narrow] = [speakers.man, speakers.centralised].map((speaker) =>
    measureVowelSpace(threeOf(speaker, 16_000, 120)),
  )
  if (wide === undefined || narrow === undefined || 'reason' in wide || 'reason' in narrow) throw new Error('withheld')
  expect(narrow.vowel_space).toBeLessThan(wide.vowel_space)
  expect(narrow.fcr).toBeGreaterThan(wide.fcr)
})

test('there is no vowel space without three held vowels of a voice that is low enough', () => {
  const rate = 16_000
  const three = threeOf(speakers.man, rate, 120)
  const short = { samples: three.a.samples.subarray(0, rate), sampleRateHz: rate }
  expect(measureVowelSpace({ ...three, a: short })).toEqual({ reason: 'too_little_vowel', vowel: 'a' })
  const hiss = { samples: noise(rate, 3, 0.1), sampleRateHz: rate }
  expect(measureVowelSpace({ ...three, u: hiss })).toEqual({ reason: 'too_little_vowel', vowel: 'u' })
  expect(measureVowelSpace({ ...three, i: vowel(rate, 300, speakers.woman.i) })).toMatchObject({
    reason: 'pitch_too_high',
  })
  // Two vowels changed for each other, and one said for another.
  expect(measureVowelSpace({ ...three, i: three.u, u: three.i })).toEqual({
    reason: 'vowels_not_distinct',
    vowel: null,
  })
  expect(measureVowelSpace({ ...three, a: three.u })).toEqual({ reason: 'vowels_not_distinct', vowel: null })
})

test('a vowel that changes into another, and a voice without formants, are withheld', () => {
  const rate = 16_000
  const three = threeOf(speakers.man, rate, 120)
  const [a, u] = [speakers.man.a, speakers.man.u].map((formants) => resonantVowel(rate, 120, formants, 80))
  expect(measureVowelSpace({ ...three, a: { samples: join(a!, u!), sampleRateHz: rate } })).toEqual({
    reason: expect.stringMatching(/^formants_(unsteady|disagree)$/),
    vowel: 'a',
  })
  const buzz = { samples: voice(rate, 120, 2), sampleRateHz: rate }
  expect(measureVowelSpace({ a: buzz, i: buzz, u: buzz })).toHaveProperty('reason')
})

test('a man’s vowel that falls below 75 Hz is followed where he is known to be a man', () => {
  const falling = { samples: voice(44_100, (timeS) => 84 - 12 * timeS, 1.6), sampleRateHz: 44_100 }
  const three = { a: falling, i: falling, u: falling }
  expect(measureVowelSpace(three)).toMatchObject({ reason: 'too_little_vowel' })
  expect(measureVowelSpace(three, { sex: 'm', ageYears: 40 })).not.toMatchObject({ reason: 'too_little_vowel' })
})
