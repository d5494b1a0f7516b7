import { expect, test } from 'vitest'
import { type CheckRecording, checkMicrophone } from './check.ts'

const rate = 32_000

function noise(seconds: number, amplitude: number): Float32Array {
  let seed = 7
  return Float32Array.from({ length: seconds * rate }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return amplitude * (seed / 2 ** 30 - 1)
  })
}

/** Words of 0.4 s with pauses between them, over room noise. */
function sentence(level: number, floor: number): Float32Array {
  return noise(4, floor).map((sample, i) => {
    const time = i / rate
    const speaks = time % 0.6 > 0.2
    const tone = Math.sin(2 * Math.PI * 150 * time) + 0.5 * Math.sin(2 * Math.PI * 300 * time)
    return Math.max(-1, Math.min(1, sample + (speaks ? level * tone : 0)))
  })
}

const heard = (level: number, floor: number, more: Partial<CheckRecording> = {}): CheckRecording => ({
  room: noise(3, floor),
  sentence: sentence(level, floor),
  contextRateHz: rate,
  sampleRateHz: rate,
  isProcessed: false,
  ...more,
})
const findings = (given: CheckRecording) => checkMicrophone(given).map(({ finding }) => finding)

test('a quiet room and a close voice are good throughout', () => {
  const result = checkMicrophone(heard(0.2, 0.0005))
  expect(result.map(({ verdict }) => verdict)).toEqual(['good', 'good', 'good', 'good'])
})

test.each([
  [0.01, 'room_quiet'],
  [0.05, 'room_noisy'],
  [0.2, 'room_loud'],
])('a floor of %f under a voice is %s', (floor, finding) => {
  expect(findings(heard(0.2, floor))[0]).toBe(finding)
})

test.each([
  [0.9, 'level_clipped'],
  [0.1, 'level_good'],
  [0.015, 'level_low'],
  [0.005, 'level_lowest'],
  [0, 'level_silent'],
])('a voice of level %f is %s', (level, finding) => {
  expect(findings(heard(level, 0.0002))).toContain(finding)
})

test('without a voice nothing is known about the room, however quiet it is', () => {
  expect(findings(heard(0, 0.0002))).toEqual(['level_silent', 'rate_good', 'processing_none'])
})

test('a hands-free link is recognised by its own sample rate', () => {
  expect(findings(heard(0.2, 0.0005, { sampleRateHz: 16_000 }))[2]).toBe('rate_low')
})

test('a hands-free link is recognised by its band limit, whatever the browser reports', () => {
  const { sentence: full } = heard(0.2, 0.0005)
  expect(findings(heard(0.2, 0.0005))[2]).toBe('rate_good')
  expect(findings(heard(0.2, 0.0005, { sentence: lowPassed(full) }))[2]).toBe('rate_low')
})

/** Removes everything above 8 kHz with a filter of 255 coefficients. */
function lowPassed(samples: Float32Array): Float32Array {
  const reach = 127
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const at = i - reach
    const sinc = at === 0 ? 0.5 : Math.sin((Math.PI * at) / 2) / (Math.PI * at)
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / (reach + 1)))
  })
  return samples.map((_, i) => weights.reduce((sum, weight, k) => sum + weight * (samples[i + k - reach] ?? 0), 0))
}

test('reports noise processing when the browser does, and when the room noise is gated to zero', () => {
  expect(findings(heard(0.2, 0.0005, { isProcessed: true }))[3]).toBe('processing_reported')
  expect(findings(heard(0.2, 0.0005, { isProcessed: null }))[3]).toBe('processing_unknown')
  expect(findings(heard(0.2, 0.0005, { room: new Float32Array(3 * rate) }))[3]).toBe('processing_heard')
})
