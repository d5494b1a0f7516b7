import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFlac } from '../flac.ts'
import { pitchSettings, trackPitch } from '../pitch.ts'
import { resample } from '../resample.ts'
import { add, join, rmsOf, silence, voice } from '../test-signals.ts'
import { readWav } from '../wav.ts'
import type { Recording } from './by-voice.ts'
import { findOtherVoice } from './other-voice.ts'

const rateHz = 16_000
const read = async (name: string): Promise<Float32Array> => {
  const bytes = await readFile(path.join(import.meta.dirname, '../../fixtures', name))
  const { samples, sampleRateHz }: Recording = name.endsWith('.wav') ? readWav(bytes) : readFlac(bytes)
  return resample(samples, sampleRateHz, rateHz)
}
const vowel = await read('vowel_50_a_f102.wav')
const syllables = await read('ddk_01_r4.2.wav')
const reading = await read('avqi_read_pt_2_m7.flac')

/** Somebody else's words, as loud as the participant. */
function words(lengthS: number, beside: Float32Array): Float32Array {
  const piece = reading.slice(0.5 * rateHz, (0.5 + lengthS) * rateHz)
  const gain = rmsOf(beside) / rmsOf(piece)
  return piece.map((sample) => gain * sample)
}

/** The other voice at this time, over the recording. */
const over = (samples: Float32Array, other: Float32Array, atS: number) =>
  add(samples, join(silence(rateHz, atS), other, new Float32Array(samples.length)).subarray(0, samples.length))

test.each([
  ['vowel', 'sustained_vowel', vowel],
  ['/pa-ta-ka/', 'diadochokinesis', syllables],
])('another voice after the %s is found with its place and length; without one, nothing is', (_, category, alone) => {
  expect(findOtherVoice(alone, rateHz, category)).toBeNull()
  const quiet = silence(rateHz, 0.4)
  for (const lengthS of [1, 2]) {
    const startS = alone.length / rateHz + 0.4
    const found = findOtherVoice(join(alone, quiet, words(lengthS, alone), quiet), rateHz, category)
    expect(found?.seconds).toBeGreaterThan(0.6 * lengthS)
    expect(found?.seconds).toBeLessThan(1.1 * lengthS)
    expect(found?.spans[0]?.start_s).toBeGreaterThan(startS - 0.2)
    expect(found?.spans.at(-1)?.end_s).toBeLessThan(startS + lengthS + 0.2)
  }
})

test('another voice over the syllables is found', () => {
  const found = findOtherVoice(over(syllables, words(1, syllables), 0.8), rateHz, 'diadochokinesis')
  expect(found?.seconds).toBeGreaterThan(0.3)
  expect(found?.spans[0]?.start_s).toBeGreaterThan(0.4)
})

test('alternate periods, whose pitch is found an octave lower, are no other voice', () => {
  const plain = voice(rateHz, 200, 3)
  const alternating = plain.map((sample, i) =>
    i < 2 * rateHz ? sample : sample * (1 + 0.3 * Math.cos((2 * Math.PI * 100 * i) / rateHz)),
  )
  const { hz } = trackPitch(alternating, rateHz, pitchSettings)!
  expect([hz[100], hz[250]].map((pitch) => Math.round(pitch! / 10) * 10)).toEqual([200, 100])
  expect(findOtherVoice(alternating, rateHz, 'sustained_vowel')).toBeNull()
})

test('the level of the recording changes nothing', () => {
  const both = join(vowel, silence(rateHz, 0.4), words(1, vowel))
  const soft = both.map((sample) => sample / 10)
  expect(findOtherVoice(soft, rateHz, 'sustained_vowel')?.seconds).toBeCloseTo(
    findOtherVoice(both, rateHz, 'sustained_vowel')!.seconds,
    1,
  )
})

test('a recording that would be another voice nearly throughout has none', () => {
  const clipped = reading.map((sample) => Math.max(-1, Math.min(1, 8 * sample)))
  expect(findOtherVoice(clipped, rateHz, 'sustained_vowel')).toBeNull()
})

test('in running speech, in silence and in an empty recording, nothing is said', () => {
  const both = join(vowel, words(2, vowel))
  for (const category of ['reading', 'picture_description', 'fluency', 'conversation', undefined])
    expect(findOtherVoice(both, rateHz, category)).toBeNull()
  expect(findOtherVoice(silence(rateHz, 2), rateHz, 'sustained_vowel')).toBeNull()
  expect(findOtherVoice(new Float32Array(0), rateHz, 'sustained_vowel')).toBeNull()
})
