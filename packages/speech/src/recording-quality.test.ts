import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, bark, breathyVowel, join, mix, noise, rates, rmsOf, silence, sine, voice } from './test-signals.ts'
import { judgeRecording } from './verdict.ts'

function qualityOf(samples: Float32Array, sampleRateHz: number) {
  const { recording_quality } = measure(samples, sampleRateHz, ['recording_quality'])
  if (recording_quality === undefined) throw new Error('recording quality was asked for')
  return recording_quality
}

/** A second of voice between two half seconds of rest, with noise throughout. */
function speechInNoise(rate: number, snrDb: number): Float32Array {
  const part = voice(rate, 140, 1)
  const rms = Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  const speech = join(silence(rate, 0.5), part, silence(rate, 0.5))
  return add(speech, noise(rate, 2, rms / 10 ** (snrDb / 20)))
}

test.each(rates)('at %i Hz measures the signal-to-noise ratio that was mixed, within 0.5 dB', (rate) => {
  // White noise above 8 kHz is outside the band of the measure.
  const outsideDb = Math.max(0, 10 * Math.log10(rate / 2 / 8000))
  for (const snrDb of [6, 10, 20, 30, 50]) {
    const { scores } = qualityOf(speechInNoise(rate, snrDb), rate)
    expect(Math.abs(scores.snr_db! - outsideDb - snrDb), `${snrDb} dB`).toBeLessThan(0.5)
    expect(Math.abs(scores.speech_ratio! - 0.5)).toBeLessThan(0.06)
  }
})

test('the ratio does not depend on gain', () => {
  const loud = qualityOf(speechInNoise(16_000, 25), 16_000)
  const quiet = qualityOf(
    speechInNoise(16_000, 25).map((sample) => sample / 8),
    16_000,
  )
  expect(quiet.scores.snr_db).toBeCloseTo(loud.scores.snr_db!, 3)
  expect(quiet.data).toEqual(loud.data)
})

test('finds where the speech is', () => {
  const { data } = qualityOf(speechInNoise(16_000, 30), 16_000)
  expect(data?.speech).toHaveLength(1)
  expect(Math.abs(data!.speech[0]!.start_s - 0.5)).toBeLessThan(0.04)
  expect(Math.abs(data!.speech[0]!.end_s - 1.5)).toBeLessThan(0.04)
})

test('measures peak, RMS and DC of a sine', () => {
  const { scores } = qualityOf(
    sine(48_000, 200, 1).map((sample) => sample + 0.125),
    48_000,
  )
  expect(scores.peak_dbfs).toBeCloseTo(20 * Math.log10(0.625), 2)
  expect(scores.rms_dbfs).toBeCloseTo(10 * Math.log10(0.125 + 0.125 ** 2), 3)
  expect(scores.dc_offset).toBeCloseTo(0.125, 6)
})

test('counts clipping, also when the recording was attenuated afterwards', () => {
  const rate = 44_100
  const wave = sine(rate, 150, 1, 1.25)
  const expected = wave.filter((sample) => Math.abs(sample) >= 1).length / wave.length
  const clipped = wave.map((sample) => Math.max(-1, Math.min(1, sample)))
  expect(expected).toBeGreaterThan(0.3)
  expect(qualityOf(clipped, rate).scores.clipped_ratio).toBeCloseTo(expected, 2)
  expect(
    qualityOf(
      clipped.map((sample) => sample / 2),
      rate,
    ).scores.clipped_ratio,
  ).toBeCloseTo(expected, 2)
})

test('counts short flat tops, and no single samples', () => {
  const rate = 16_000
  const clip = (amplitude: number) => sine(rate, 900, 1, amplitude).map((sample) => Math.max(-1, Math.min(1, sample)))
  expect(qualityOf(clip(2), rate).scores.clipped_ratio).toBeGreaterThan(0.5)
  expect(qualityOf(clip(1.001), rate).scores.clipped_ratio).toBe(0)
})

test.each([8000, 44_100, 96_000])('a sine of 16 bits that just reaches full scale at %i Hz is not clipped', (rate) => {
  const wave = sine(rate, 30, 1, 1).map((sample) => Math.round(sample * 32767) / 32768)
  expect(qualityOf(wave, rate).scores.clipped_ratio).toBe(0)
})

test('a steady vowel without a pause has no signal-to-noise ratio', () => {
  const { scores, missing } = qualityOf(voice(16_000, 200, 2), 16_000)
  expect(missing).toEqual({ snr_db: 'no_pause' })
  expect(scores.speech_ratio).toBe(1)
})

test('what is outside tells the noise only where it is long enough, not voiced, and heard', () => {
  const rate = 44_100
  const held = add(voice(rate, 200, 2), noise(rate, 2, 1e-3))
  const ratioWith = (...outside: Float32Array[]) =>
    measure(held, rate, ['recording_quality'], { outside }).recording_quality!.scores.snr_db
  const room = noise(rate, 0.5, 1e-3)
  expect(ratioWith(room)).toBeGreaterThan(30)
  expect(ratioWith(room.subarray(0, 0.15 * rate))).toBeUndefined()
  expect(ratioWith(voice(rate, 200, 0.5))).toBeUndefined()
  expect(ratioWith(silence(rate, 0.5))).toBeUndefined()
  expect(ratioWith(noise(rate, 0.5, 0.9))).toBeUndefined()
  expect(ratioWith(voice(rate, 200, 0.5), room)).toBeCloseTo(ratioWith(room)!, 9)
  expect(ratioWith(noise(rate, 0.5, 2e-2), room)).toBeCloseTo(ratioWith(room)!, 9)
})

test.each([
  ['noise', noise(16_000, 2, 0.05)],
  ['digital silence', silence(16_000, 2)],
])('%s is not speech', (_, samples) => {
  const { scores, missing, data } = qualityOf(samples, 16_000)
  expect(missing.snr_db).toBe('no_speech')
  expect(scores.speech_ratio).toBe(0)
  expect(data?.speech).toEqual([])
})

/** A vowel that becomes softer, without a pause. */
const fading = (rate: number, byDb: number, snrDb: number) => {
  const vowel = voice(rate, 200, 4).map((sample, i) => sample * 10 ** ((-byDb * i) / (4 * rate) / 20))
  return add(vowel, noise(rate, 4, rmsOf(vowel) / 10 ** (snrDb / 20)))
}

function verdictOf(samples: Float32Array, rate: number, category: string) {
  const circumstances = { sampleRateHz: rate, durationS: samples.length / rate, gaps: [], settings: {}, category }
  return judgeRecording(qualityOf(samples, rate), circumstances)
}

test.each([8, 12, 20])('the noise of a vowel that fades by %d dB without a pause is not known', (byDb) => {
  const { scores, missing, data } = qualityOf(fading(44_100, byDb, 40), 44_100)
  expect(missing).toEqual({ snr_db: 'no_pause' })
  expect(scores.speech_ratio).toBeGreaterThan(0.97)
  expect(data?.speech).toHaveLength(1)
  expect(verdictOf(fading(44_100, byDb, 40), 44_100, 'sustained_vowel').reasons).toEqual(['cut_start', 'cut_end'])
})

test('a hum in the pauses is noise, not voice', () => {
  const hum = sine(44_100, 100, 2, 0.1)
  const spoken = add(speechInNoise(44_100, 50), hum)
  const snrDb = qualityOf(spoken, 44_100).scores.snr_db!
  expect(Math.abs(snrDb - 20 * Math.log10(rmsOf(voice(44_100, 140, 1)) / rmsOf(hum)))).toBeLessThan(3)
})

const padded = (rate: number, vowel: Float32Array) => {
  const sound = join(silence(rate, 0.4), vowel, silence(rate, 0.4))
  return add(sound, noise(rate, sound.length / rate, 1e-3))
}

test('a bark is no vowel, and neither is a whisper or a sentence', () => {
  const rate = 44_100
  const words = join(...[130, 220, 150, 240].flatMap((hz) => [voice(rate, hz, 0.3), silence(rate, 0.1)]))
  for (const sound of [bark(rate), padded(rate, noise(rate, 2, 0.05)), padded(rate, words)])
    expect(verdictOf(sound, rate, 'sustained_vowel')).toEqual({ verdict: 'fair', reasons: ['no_steady_voice'] })
  expect(verdictOf(padded(rate, words), rate, 'reading').verdict).toBe('good')
})

test('a held vowel is a steady voice: with tremor, breath, drift or a break', () => {
  const rate = 44_100
  const trembling = voice(rate, (timeS) => 180 * (1 + 0.08 * Math.sin(2 * Math.PI * 5 * timeS)), 3)
  const drifting = voice(rate, (timeS) => 140 - 5 * timeS, 3)
  const broken = join(voice(rate, 120, 0.4), silence(rate, 0.03), voice(rate, 118, 0.4))
  const breathy = breathyVowel(rate, 'a', 200, 2, { snrDb: 10 })
  for (const vowel of [trembling, drifting, broken, breathy])
    expect(verdictOf(padded(rate, vowel), rate, 'sustained_vowel')).toEqual({ verdict: 'good', reasons: [] })
})

test('an offset of a fifth of full scale is not good', () => {
  const shifted = mix(padded(44_100, voice(44_100, 150, 2)), { dc: 0.2 })
  expect(verdictOf(shifted, 44_100, 'sustained_vowel')).toEqual({ verdict: 'fair', reasons: ['offset'] })
})
