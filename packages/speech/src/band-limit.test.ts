import { expect, test } from 'vitest'
import { findBandLimit } from './band-limit.ts'
import { pitchSettings, trackPitch } from './pitch.ts'
import { resample } from './resample.ts'
import { add, join, noise, voice } from './test-signals.ts'

const rate = 48_000

/** Sounds such as "s" and vowels in turn, with pauses, over room noise: `roomRms` at full band. */
function speech(roomRms: number): Float32Array {
  const word = join(
    noise(rate, 0.15, 0.03),
    voice(rate, (time) => 120 + 40 * time, 0.35, 0.2),
    new Float32Array(Math.round(0.3 * rate)),
  )
  const words = join(word, word, word, word, word)
  return add(words, noise(rate, words.length / rate, roomRms))
}

/** As a device of that rate delivers it: low-passed, resampled, and rounded to 16 bits. */
function heardBy(deviceRateHz: number, samples: Float32Array): Float32Array {
  const cut = deviceRateHz === rate ? samples : resample(resample(samples, rate, deviceRateHz), deviceRateHz, rate)
  return cut.map((sample) => Math.round(sample * 2 ** 15) / 2 ** 15)
}

const limitOf = (samples: Float32Array) => findBandLimit(samples, rate, trackPitch(samples, rate, pitchSettings)!)

test.each([8000, 16_000, 22_050, 32_000])('finds the edge of a device of %i Hz', (deviceRateHz) => {
  for (const roomRms of [0.00003, 0.0005, 0.01]) {
    const limit = limitOf(heardBy(deviceRateHz, speech(roomRms)))
    expect(limit).toBeGreaterThan((deviceRateHz / 2) * 0.88)
    expect(limit).toBeLessThan((deviceRateHz / 2) * 1.06)
  }
})

test('a device with full bandwidth has no edge, in a quiet room and in a loud one', () => {
  for (const roomRms of [0, 0.00001, 0.00003, 0.0001, 0.0005, 0.01])
    expect(limitOf(heardBy(rate, speech(roomRms))), `${roomRms}`).toBe(rate / 2)
})

/** Room noise is low-frequency: it falls by 6 dB per octave and more. */
function deep(samples: Float32Array, poles: number): Float32Array {
  let filtered = samples
  for (let pole = 0; pole < poles; pole++) {
    let state = 0
    filtered = filtered.map((sample) => {
      state += 0.1 * (sample - state)
      return state
    })
  }
  return filtered
}

test.each([1, 2, 3])('noise that falls by %i times 6 dB per octave has no edge', (poles) => {
  for (const level of [0.3, 0.03, 0.003])
    expect(limitOf(heardBy(rate, deep(noise(rate, 3, level), poles)))).toBe(rate / 2)
})

test('the end of a vowel’s last formant is not an edge of the device', () => {
  const vowel = resample(resample(voice(rate, 200, 3), rate, 8000), 8000, rate)
  const samples = add(join(new Float32Array(rate), vowel), noise(rate, 4, 0.0003))
  expect(limitOf(heardBy(rate, samples))).toBe(rate / 2)
})

test('silence has no answer', () => {
  expect(limitOf(new Float32Array(2 * rate))).toBe(null)
  expect(limitOf(heardBy(rate, noise(rate, 2, 0.00002)))).toBe(null)
})
