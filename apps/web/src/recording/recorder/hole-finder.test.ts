import { expect, test } from 'vitest'
import { createHoleFinder } from './hole-finder.ts'

const rate = 48_000
const sine = (length: number, amplitude = 0.3) =>
  Float32Array.from({ length }, (_, i) => amplitude * Math.sin((2 * Math.PI * 200 * i) / rate + 0.1))

function holesIn(samples: Float32Array, batch = 1024) {
  const finder = createHoleFinder(rate)
  const found = []
  for (let at = 0; at < samples.length; at += batch) found.push(...finder.push(at, samples.subarray(at, at + batch)))
  return found
}

test('zeros cut into sound are a hole, wherever the batches begin', () => {
  const samples = sine(20_000).fill(0, 7013, 7013 + 480)
  expect(holesIn(samples)).toEqual([{ at: 7013, length: 480 }])
  expect(holesIn(samples, 128)).toEqual([{ at: 7013, length: 480 }])
})

test('less than 5 ms of zeros may be sound', () => {
  expect(holesIn(sine(20_000).fill(0, 7013, 7013 + 230))).toEqual([])
})

test('a pause is no hole when the sound before it faded', () => {
  const samples = sine(20_000).map((sample, i) => sample * Math.min(1, Math.abs(i - 10_000) / 4000))
  expect(holesIn(samples.fill(0, 9970, 10_480))).toEqual([])
  expect(holesIn(sine(20_000, 0.002).fill(0, 7000, 9000))).toEqual([])
})

test('silence before the first sound is no hole', () => {
  expect(holesIn(sine(20_000).fill(0, 0, 5000))).toEqual([])
})

test('a jump in the numbering is not counted twice', () => {
  const finder = createHoleFinder(rate)
  expect(finder.push(0, sine(2048).fill(0, 1024))).toEqual([])
  expect(finder.push(4096, sine(2048))).toEqual([])
})

test('digital silence between sounds is no hole', () => {
  // Like the beeps of Chromium's fake microphone: 20 ms of sound, twice a second.
  const beeps = sine(8 * rate).map((sample, i) => (i % (rate / 2) < 0.02 * rate ? sample : 0))
  expect(holesIn(beeps)).toEqual([])
  const words = sine(8 * rate).map((sample, i) => (i % (rate / 2) < 0.35 * rate ? sample : 0))
  expect(holesIn(words)).toEqual([])
})

test('every hole is found in a source that is rarely silent', () => {
  const samples = sine(8 * rate)
  const starts = [1, 2, 3, 4, 5].map((second) => second * rate + 7)
  for (const at of starts) samples.fill(0, at, at + 4800)
  expect(holesIn(samples)).toEqual(starts.map((at) => ({ at, length: 4800 })))
})

test.each([1, -1])('a hole is found between samples of one sign: %d', (sign) => {
  const samples = sine(20_000).map((sample) => sign * (Math.abs(sample) + 0.01))
  expect(holesIn(samples.fill(0, 7013, 7013 + 480))).toEqual([{ at: 7013, length: 480 }])
})
