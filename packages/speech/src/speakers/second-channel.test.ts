import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFlac } from '../flac.ts'
import { resample } from '../resample.ts'
import { add, mix, noise, silence } from '../test-signals.ts'
import { findSpeakersByChannels } from './by-channels.ts'
import { readSecondChannel } from './second-channel.ts'
import { buildMix } from './test-mixes.ts'

const read = async (name: string) =>
  readFlac(await readFile(path.join(import.meta.dirname, '../../fixtures', `${name}.flac`)))
const first = await read('avqi_read_en_1_klatt4')
const other = await read('avqi_read_pt_2_m7')
const rateHz = first.sampleRateHz
const second = { samples: resample(other.samples, other.sampleRateHz / 1.4, rateHz), sampleRateHz: rateHz }
const seconds = first.samples.length / rateHz

/** The same sound some milliseconds later and softer, with an echo, in a microphone with its own noise. */
function across(samples: Float32Array, gain: number): Float32Array {
  const heard = new Float32Array(samples.length)
  for (const [delayS, strength] of [
    [0.003, 1],
    [0.011, 0.3],
  ] as const)
    heard.set(
      add(
        heard,
        mix(
          Float32Array.from(samples, (_, i) => samples[i - Math.round(delayS * rateHz)] ?? 0),
          { gain: gain * strength },
        ),
      ),
    )
  return add(heard, noise(rateHz, seconds, 1e-4))
}

test('where the examiner speaks, the segments are those by two microphones', () => {
  const { two } = buildMix([first, second], { seed: 5, levelDb: -4, noiseDb: 40, turns: 8, overlaps: true })
  expect(readSecondChannel(...two, rateHz)).toEqual({
    channel: 'heard',
    segments: findSpeakersByChannels(...two, rateHz),
  })
})

test.each([-6, -12, -20])('an examiner who says nothing is not heard, with the participant at %s dB', (leakDb) => {
  const near = add(first.samples, noise(rateHz, seconds, 1e-4))
  expect(readSecondChannel(near, across(first.samples, 10 ** (leakDb / 20)), rateHz).channel).toBe('not_heard')
})

test('a microphone that is off is silent, also with the noise of its cable', () => {
  expect(readSecondChannel(first.samples, silence(rateHz, seconds), rateHz).channel).toBe('silent')
  expect(readSecondChannel(first.samples, noise(rateHz, seconds, 2e-4), rateHz).channel).toBe('silent')
})

test('one microphone on both channels says nothing, whatever the gain and the noise', () => {
  const sameWith = (samples: Float32Array) => readSecondChannel(first.samples, samples, rateHz).channel
  expect(sameWith(first.samples)).toBe('same')
  expect(sameWith(mix(first.samples, { gain: 0.25 }))).toBe('same')
  // Two capsules of one case: equally loud, some samples apart.
  const later = Float32Array.from(first.samples, (_, i) => first.samples[i - 9] ?? 0)
  expect(sameWith(add(mix(later, { gain: 0.9 }), noise(rateHz, seconds, 1e-4)))).toBe('same')
})

test('a recording too short for any turn has no examiner', () => {
  expect(readSecondChannel(new Float32Array(4).fill(0.5), Float32Array.of(0.1, -0.5, 0.2, 0.3), rateHz)).toEqual({
    channel: 'not_heard',
    segments: [],
  })
})
