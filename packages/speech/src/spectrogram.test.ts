import { expect, test } from 'vitest'
import { createSpectrogram } from './spectrogram.ts'

const sine = (hz: number, rateHz: number, seconds: number, amplitude = 0.5) =>
  Float32Array.from({ length: rateHz * seconds }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz))

const loudestBin = (db: Float32Array, bins: number, column: number) => {
  const levels = db.subarray(column * bins, (column + 1) * bins)
  return levels.indexOf(levels.reduce((a, b) => Math.max(a, b)))
}

test('a sine is loudest at its frequency, at every rate and in both columns of a pair', () => {
  for (const rateHz of [16_000, 44_100, 48_000]) {
    const { columns, bins, binHz } = createSpectrogram(sine(1000, rateHz, 1), rateHz, 8000)
    const db = columns(0.2, 0.01, 5)
    for (let column = 0; column < 5; column++)
      expect(Math.abs(loudestBin(db, bins, column) * binHz - 1000)).toBeLessThanOrEqual(binHz / 2)
  }
})

test('two frames that share a transform do not leak into each other', () => {
  const rateHz = 16_000
  const samples = new Float32Array(rateHz)
  samples.set(sine(500, rateHz, 0.5))
  samples.set(sine(3000, rateHz, 0.5), rateHz / 2)
  const { columns, bins, binHz } = createSpectrogram(samples, rateHz, 8000)
  // Columns of half a second: the first has only the low sine, the second only the high one.
  const db = columns(0, 0.5, 2)
  const at = (column: number, hz: number) => db[column * bins + Math.round(hz / binHz)]!
  expect(at(0, 500) - at(0, 3000)).toBeGreaterThan(60)
  expect(at(1, 3000) - at(1, 500)).toBeGreaterThan(60)
})

test('the level follows the amplitude: a tenth is 20 dB less; the loudest point is that of the loud part', () => {
  const rateHz = 16_000
  const samples = new Float32Array(2 * rateHz)
  samples.set(sine(1000, rateHz, 1, 0.05))
  samples.set(sine(1000, rateHz, 1, 0.5), rateHz)
  const { columns, bins, binHz, loudestDb } = createSpectrogram(samples, rateHz, 8000)
  const bin = Math.round(1000 / binHz)
  const [quiet, loud] = [columns(0.3, 0.05, 1)[bin]!, columns(1.3, 0.05, 1)[bin]!]
  expect(loud - quiet).toBeCloseTo(20, 1)
  expect(loudestDb).toBeCloseTo(loud, 1)
  expect(bins * binHz).toBeGreaterThanOrEqual(8000)
})

test('silence and times outside the recording have a finite low level; integers are read like floats', () => {
  const { columns, loudestDb } = createSpectrogram(new Int16Array(16_000), 16_000, 8000)
  expect(loudestDb).toBe(-200)
  expect(columns(-1, 0.1, 40).every((level) => level === -200)).toBe(true)
})
