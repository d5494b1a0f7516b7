import { createSpectrogram } from '@fonema/speech'
import { expect, test } from 'vitest'
import { colourTable } from './colour-map.ts'
import { extremesOf, paintSpectrogram } from './paint.ts'

const rateHz = 16_000
const tone = Int16Array.from({ length: rateHz }, (_, i) => 8000 * Math.sin((2 * Math.PI * 2000 * i) / rateHz))

test('a tone is a dark line at its height, darkest at the loudest level', () => {
  const colours = colourTable()
  const spectrogram = createSpectrogram(tone, rateHz, 8000)
  const [width, height] = [4, 80]
  const place = { from: 0.4, secondsPerColumn: 0.01 }
  const bytes = paintSpectrogram(spectrogram, place, { width, height, topHz: 8000 }, colours)
  const column = Array.from({ length: height }, (_, y) => new Uint32Array(bytes.buffer)[y * width + 1]!)
  const shades = column.map((colour) => colours.indexOf(colour))
  // 2,000 of 8,000 Hz: a quarter from the bottom.
  const darkest = shades.indexOf(Math.max(...shades))
  expect([59, 60]).toContain(darkest)
  expect(shades[darkest]).toBeGreaterThan(240)
  expect(shades[5]).toBe(0)
})

test('extremes cover every sample once, and nothing outside the recording', () => {
  const samples = Int16Array.from([1, -5, 3, 9, 2, -7])
  expect([...extremesOf(samples, 1, { from: -2, secondsPerColumn: 2 }, 5)]).toEqual([0, 0, -5, 1, 3, 9, -7, 2, 0, 0])
  expect([...extremesOf(samples, 1, { from: 1, secondsPerColumn: 0.5 }, 3)]).toEqual([-5, -5, -5, -5, 3, 3])
})
