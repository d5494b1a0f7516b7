import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { joinQualityParts, measureQualityPart, partContextS } from './quality-part.ts'
import { decideQuality } from './recording-quality.ts'
import { add, join, noise, silence, voice } from './test-signals.ts'
import { judgeRecording } from './verdict.ts'

const rate = 32_000
const partS = 2

/** Measured part by part, as while recording; the last part takes the rest. */
function inParts(samples: Float32Array) {
  const durationS = samples.length / rate
  const cuts = Array.from({ length: Math.max(0, Math.floor(durationS / partS) - 1) }, (_, i) => (i + 1) * partS)
  return joinQualityParts(
    [0, ...cuts].map((startS, i) => {
      const endS = cuts[i] ?? durationS
      const before = Math.min(startS, partContextS)
      const after = Math.min(durationS - endS, partContextS)
      const piece = samples.subarray(Math.round((startS - before) * rate), Math.round((endS + after) * rate))
      return measureQualityPart(piece, rate, { before, after })
    }),
  )
}

const clipped = (samples: Float32Array) => samples.map((sample) => Math.max(-0.3, Math.min(0.3, sample)))
const phrase = (seconds: number) => join(silence(rate, 0.7), voice(rate, 140, seconds), silence(rate, 0.6))
const speech = (phrases: number) => join(...Array.from({ length: phrases }, (_, i) => phrase(0.8 + 0.3 * (i % 4))))
const inNoise = (samples: Float32Array, level: number) => add(samples, noise(rate, samples.length / rate, level))
const held = (seconds: number) => join(silence(rate, 0.6), voice(rate, 180, seconds), silence(rate, 0.6))

const recordings: Record<string, Float32Array> = {
  'short speech': inNoise(speech(2), 0.0005),
  'long speech': inNoise(speech(9), 0.0005),
  'noisy speech': inNoise(speech(6), 0.02),
  'speech lost in noise': inNoise(speech(6), 0.09),
  'clipped speech': clipped(inNoise(speech(6), 0.0005).map((sample) => 4 * sample)),
  'very quiet speech': inNoise(speech(6), 0.0005).map((sample) => sample / 200),
  'speech cut at its start': inNoise(speech(6), 0.0005).subarray(0.9 * rate),
  'speech cut at its end': inNoise(speech(6), 0.0005).subarray(0, 7.1 * rate),
  'a held vowel longer than many parts': inNoise(held(11), 0.0005),
  'a vowel without a pause': inNoise(voice(rate, 180, 9), 0.0005),
  'a minute of thinking, then a word': inNoise(join(silence(rate, 20), phrase(1)), 0.0005),
  'an empty room': noise(rate, 9, 0.002),
  silence: silence(rate, 9),
}

test.each(Object.entries(recordings))('%s has the same verdict and reasons in parts as in one', (_, samples) => {
  const whole = measure(samples, rate, ['recording_quality']).recording_quality!
  const parts = decideQuality(inParts(samples))
  for (const category of ['sustained_vowel', 'picture_description']) {
    const circumstances = { sampleRateHz: 44_100, durationS: samples.length / rate, category, gaps: [], settings: {} }
    expect(judgeRecording(parts, circumstances)).toEqual(judgeRecording(whole, circumstances))
  }
  for (const name of ['peak_dbfs', 'clipped_ratio', 'rms_dbfs', 'dc_offset'])
    expect(parts.scores[name] ?? 0).toBeCloseTo(whole.scores[name] ?? 0, 4)
  expect(parts.missing).toEqual(whole.missing)
  if (whole.scores.snr_db !== undefined) expect(Math.abs(parts.scores.snr_db! - whole.scores.snr_db)).toBeLessThan(1)
  expect(parts.data?.speech).toHaveLength(whole.data?.speech.length ?? 0)
  for (const [i, each] of whole.data!.speech.entries()) {
    expect(Math.abs(parts.data!.speech[i]!.start_s - each.start_s)).toBeLessThan(0.03)
    expect(Math.abs(parts.data!.speech[i]!.end_s - each.end_s)).toBeLessThan(0.03)
  }
})

test.each([0.0005, 0.05])('a vowel without a pause has the noise of its pre-roll (%d) in parts as in one', (level) => {
  const take = add(join(silence(rate, 0.5), voice(rate, 180, 9)), noise(rate, 9.5, level))
  const [before, samples] = [take.subarray(0, rate / 2), take.subarray(rate / 2)]
  const whole = measure(samples, rate, ['recording_quality'], { outside: [before] }).recording_quality!
  const preRoll = measureQualityPart(before, rate, { before: 0, after: 0 })
  const parts = decideQuality(inParts(samples), [preRoll])
  const circumstances = { sampleRateHz: 44_100, durationS: 9, category: 'sustained_vowel', gaps: [], settings: {} }
  expect(judgeRecording(parts, circumstances)).toEqual(judgeRecording(whole, circumstances))
  expect(Math.abs(parts.scores.snr_db! - whole.scores.snr_db!)).toBeLessThan(0.5)
  expect(judgeRecording(whole, circumstances).reasons.includes('noisy')).toBe(level > 0.01)
})

test('one part is the recording itself', () => {
  const samples = inNoise(speech(2), 0.0005)
  const part = measureQualityPart(samples, rate, { before: 0, after: 0 })
  const whole = measure(samples, rate, ['recording_quality']).recording_quality!
  expect(decideQuality(joinQualityParts([part]))).toEqual(whole)
})
