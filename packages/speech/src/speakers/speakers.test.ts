import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFlac } from '../flac.ts'
import { measure } from '../measure.ts'
import { resample } from '../resample.ts'
import { silence, voice } from '../test-signals.ts'
import { findSpeakersByChannels } from './by-channels.ts'
import { findSpeakersByVoice } from './by-voice.ts'
import { addVector, createGaussian, emptyMoments } from './gaussian.ts'
import { measureMfcc, mfccCount, mfccRateHz } from './mfcc.ts'
import { joinTurns, turnsOfParticipant } from './participant-part.ts'
import { type SpeakerSegment, shareOfOthers } from './segments.ts'
import { buildMix, diarisationError, wrongOf } from './test-mixes.ts'

const read = async (name: string) =>
  readFlac(await readFile(path.join(import.meta.dirname, '../../fixtures', `${name}.flac`)))
const first = await read('avqi_read_en_1_klatt4')
const other = await read('avqi_read_pt_2_m7')
const rateHz = first.sampleRateHz

/** The first voice says its first sentence as the reference, and the others in the mix. */
const pause = Math.round(5.7 * rateHz)
const said = { samples: first.samples.subarray(pause), sampleRateHz: rateHz }
const reference = { samples: first.samples.subarray(0, pause), sampleRateHz: rateHz }
/** Its pitch is that of the first voice, so it is played faster: the voice of a smaller person. */
const second = { samples: resample(other.samples, other.sampleRateHz / 1.4, rateHz), sampleRateHz: rateHz }
const mixOf = (overlaps: boolean) => buildMix([said, second], { seed: 5, levelDb: -4, noiseDb: 40, turns: 8, overlaps })

const percent = (truth: readonly SpeakerSegment[], found: readonly SpeakerSegment[] | string, seconds: number) => {
  if (typeof found === 'string') return found
  const error = diarisationError(truth, found, seconds)
  return (100 * wrongOf(error)) / error.speech
}

test('two known voices: who speaks is found by voice within 10 % of the speaking time, and the pitch stays right', () => {
  const { one, clean, truth } = mixOf(false)
  const found = findSpeakersByVoice({ samples: one, sampleRateHz: rateHz }, [reference], 2)
  expect(percent(truth, found, one.length / rateHz)).toBeLessThan(10)
  const pitchOf = (samples: Float32Array, segments: readonly SpeakerSegment[]) =>
    measure(joinTurns(samples, rateHz, segments), rateHz, ['prosody']).prosody!.scores.f0_median_hz!
  const own = pitchOf(clean, truth)
  expect(Math.abs(pitchOf(one, found as SpeakerSegment[]) / own - 1)).toBeLessThan(0.02)
  // Without the segments, the other voice changes it.
  const whole = measure(one, rateHz, ['prosody']).prosody!.scores.f0_median_hz!
  expect(Math.abs(whole / own - 1)).toBeGreaterThan(0.02)
})

test.each([1, 5, 8])(
  'three voices are told apart within 10 percent where one first guess alone is wrong (mix %i)',
  (seed) => {
    const third = { samples: resample(other.samples, other.sampleRateHz / 1.15, rateHz), sampleRateHz: rateHz }
    const settings = { seed, levelDb: -4, noiseDb: 40, turns: 10, overlaps: false }
    const { one, truth } = buildMix([said, second, third], settings)
    const found = findSpeakersByVoice({ samples: one, sampleRateHz: rateHz }, [reference], 3)
    expect(percent(truth, found, one.length / rateHz)).toBeLessThan(10)
  },
)

test('two microphones: who speaks is found within 2 % of the speaking time, also where both speak', () => {
  const { two, truth, one } = mixOf(true)
  expect(percent(truth, findSpeakersByChannels(...two, rateHz), one.length / rateHz)).toBeLessThan(2)
})

test('one person given: everything that sounds is the participant', () => {
  const found = findSpeakersByVoice(said, [], 1) as SpeakerSegment[]
  expect(new Set(found.map(({ speaker }) => speaker))).toEqual(new Set(['participant']))
  expect(shareOfOthers(found)).toBe(0)
})

test('without a reference or a voice, nobody is named', () => {
  expect(findSpeakersByVoice(said, [], 2)).toBe('no_reference')
  expect(findSpeakersByVoice({ samples: silence(16_000, 2), sampleRateHz: 16_000 }, [reference], 2)).toBe('no_voice')
  expect(findSpeakersByVoice({ samples: silence(16_000, 0.01), sampleRateHz: 16_000 }, [reference], 2)).toBe('no_voice')
})

test('turns have the pauses between them, but no silence beside another person', () => {
  const segments: SpeakerSegment[] = [
    { start_s: 1, end_s: 2, speaker: 'participant' },
    { start_s: 3, end_s: 4, speaker: 'participant' },
    { start_s: 5, end_s: 6, speaker: 'examiner' },
    { start_s: 7, end_s: 8, speaker: 'participant' },
  ]
  expect(turnsOfParticipant(segments)).toEqual([
    { start_s: 1, end_s: 4 },
    { start_s: 7, end_s: 8 },
  ])
  expect(joinTurns(new Float32Array(9000), 1000, segments)).toHaveLength(4000)
  expect(shareOfOthers(segments)).toBe(25)
  expect(shareOfOthers([])).toBeNull()
})

test('a turn ends where somebody else speaks within it', () => {
  const segments: SpeakerSegment[] = [
    { start_s: 1, end_s: 3, speaker: 'participant' },
    { start_s: 2, end_s: 4, speaker: 'examiner' },
    { start_s: 5, end_s: 6, speaker: 'participant' },
  ]
  expect(turnsOfParticipant(segments)).toHaveLength(2)
})

test('the coefficients do not depend on the level, and differ between two timbres', () => {
  const sound = voice(mfccRateHz, 120, 0.5)
  const times = Float64Array.of(0.2, 0.25, 0.3)
  const loud = measureMfcc(sound, times)
  const soft = measureMfcc(
    sound.map((sample) => sample / 8),
    times,
  )
  expect(loud).toHaveLength(3 * mfccCount)
  expect(Math.max(...loud.map((value, i) => Math.abs(value - soft[i]!)))).toBeLessThan(1e-3)
  const alone = measureMfcc(sound, times.subarray(1, 2))
  expect(Math.max(...alone.map((value, i) => Math.abs(value - loud[mfccCount + i]!)))).toBeLessThan(1e-9)
})

test('the density is that of a Gaussian', () => {
  const vectors = Float64Array.of(1, 0, -1, 0, 0, 2, 0, -2)
  const moments = emptyMoments(2)
  for (let at = 0; at < vectors.length; at += 2) addVector(moments, vectors, at)
  // Mean 0, variances ½ and 2, no covariance.
  const density = createGaussian(moments, moments, 4)
  expect(density(Float64Array.of(0, 0), 0)).toBeCloseTo(-Math.log(2 * Math.PI), 10)
  expect(density(Float64Array.of(1, 2), 0)).toBeCloseTo(-Math.log(2 * Math.PI) - 1 - 1, 10)
})

test('every kind of error is counted', () => {
  const truth: SpeakerSegment[] = [
    { start_s: 0, end_s: 1, speaker: 'participant' },
    { start_s: 1, end_s: 2, speaker: 'examiner' },
  ]
  const found: SpeakerSegment[] = [
    { start_s: 0.5, end_s: 1.5, speaker: 'participant' },
    { start_s: 2, end_s: 2.25, speaker: 'examiner' },
  ]
  const error = diarisationError(truth, found, 3)
  expect(error.speech).toBeCloseTo(2)
  expect(error.missed).toBeCloseTo(1)
  expect(error.confused).toBeCloseTo(0.5)
  expect(error.false).toBeCloseTo(0.25)
})
