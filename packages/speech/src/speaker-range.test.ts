import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import type { PitchSearch, Speaker } from './speaker-range.ts'
import { groupOf } from './speaker-range.ts'
import { add, breathyVowel, noise, voice } from './test-signals.ts'

const rate = 44_100
const man: Speaker = { sex: 'm', ageYears: 60 }
const woman: Speaker = { sex: 'f', ageYears: 60 }
const child: Speaker = { sex: 'f', ageYears: 6 }
const adolescent: Speaker = { sex: 'm', ageYears: 14 }
const nobody: Speaker = { sex: null, ageYears: null }
const everybody = { man, woman, child, adolescent, nobody }

function searchOf(samples: Float32Array, speaker?: Speaker) {
  const { prosody } = measure(samples, rate, ['prosody'], { ...(speaker && { speaker }) })
  return { scores: prosody!.scores, search: prosody!.data?.pitch_search as PitchSearch }
}

test.each([
  [man, 'man'],
  [woman, 'woman'],
  [child, 'child'],
  [{ sex: 'm', ageYears: 12 }, 'child'],
  [{ sex: 'm', ageYears: 13 }, 'adolescent'],
  [{ sex: 'f', ageYears: 17 }, 'adolescent'],
  [{ sex: 'm', ageYears: 18 }, 'man'],
  [{ sex: null, ageYears: 40 }, 'unknown'],
  [{ sex: 'm', ageYears: null }, 'unknown'],
  [{ sex: 'm', ageYears: -1 }, 'unknown'],
] as const)('%o belongs to the group %s', (speaker, group) => {
  expect(groupOf(speaker)).toBe(group)
})

test.each(Object.entries(everybody))('whatever is entered, no voice of 62 to 580 Hz is cut off: %s', (_, speaker) => {
  for (const hz of [62, 70, 85, 110, 160, 220, 300, 400, 500, 580]) {
    const { scores } = searchOf(add(voice(rate, hz, 1.5), noise(rate, 1.5, 1e-3)), speaker)
    expect(Math.abs(scores.f0_median_hz! / hz - 1), `${hz} Hz: ${scores.f0_median_hz}`).toBeLessThan(0.01)
  }
})

test.each([
  ['a', 110],
  ['i', 200],
  ['a', 300],
] as const)('a breathy %s of %d Hz keeps its octave in each range', (vowel, hz) => {
  for (const speaker of Object.values(everybody)) {
    const { scores } = searchOf(breathyVowel(rate, vowel, hz, 2, { snrDb: 10 }), speaker)
    expect(Math.abs(scores.f0_median_hz! / hz - 1), `${speaker.sex} ${speaker.ageYears}`).toBeLessThan(0.02)
  }
})

test('follows the glide of a man to 65 Hz, and cuts it off when the sex is not entered', () => {
  const glide = voice(rate, (timeS) => 120 - 28 * timeS, 2)
  expect(searchOf(glide, man).scores.f0_min_hz).toBeLessThan(68)
  expect(searchOf(glide).scores.f0_min_hz).toBeGreaterThan(74)
  expect(searchOf(glide).search).toMatchObject({ group: 'unknown', floor_hz: 75, edge: 'floor' })
  expect(searchOf(glide, man).search).toMatchObject({ group: 'man', floor_hz: 50, ceiling_hz: 600, edge: null })
})

test('a child’s voice of 700 Hz is found in the range for children only', () => {
  const high = add(voice(rate, 700, 1.5), noise(rate, 1.5, 1e-3))
  const { scores, search } = searchOf(high, child)
  expect(Math.abs(scores.f0_median_hz! / 700 - 1)).toBeLessThan(0.01)
  expect(search).toMatchObject({ group: 'child', ceiling_hz: 1000, lowest_hz: 75, highest_hz: 1000, edge: null })
  expect(searchOf(high).scores.f0_median_hz).not.toBeCloseTo(700, -1)
})

test('a glide of a child to 850 Hz is followed', () => {
  const glide = voice(rate, (timeS) => 300 + 275 * timeS, 2)
  expect(searchOf(glide, child).scores.f0_p95_hz).toBeGreaterThan(800)
  expect(searchOf(glide, man).search).toMatchObject({ ceiling_hz: 600, edge: 'ceiling' })
})

test('searches a voice away from both ends in the usual range for every group', () => {
  const samples = add(
    voice(rate, (timeS) => 180 + 20 * Math.sin(6 * timeS), 2),
    noise(rate, 2, 1e-3),
  )
  const { scores, search } = searchOf(samples)
  expect(search).toMatchObject({ floor_hz: 75, ceiling_hz: 600, edge: null })
  for (const speaker of Object.values(everybody)) expect(searchOf(samples, speaker).scores).toEqual(scores)
})

test('finds a voice below the range and records the floor of the search', () => {
  const { scores, search } = searchOf(voice(rate, 62, 2), woman)
  expect(scores.f0_median_hz).toBeCloseTo(62, 0)
  expect(search).toMatchObject({ group: 'woman', floor_hz: 50, lowest_hz: 75 })
})

test('voice quality records its range too, and keeps the harmonics-to-noise ratio of a voice above 75 Hz', () => {
  const samples = add(voice(rate, 110, 2), noise(rate, 2, 1e-3))
  const of = (speaker: Speaker) => measure(samples, rate, ['voice_quality'], { speaker }).voice_quality!
  expect(of(man).data?.pitch_search).toMatchObject({ group: 'man', floor_hz: 75 })
  expect(of(man).scores.hnr_mean_db).toBe(of(nobody).scores.hnr_mean_db)
  expect(of(man).scores.voice_break_count).toBe(0)
})
