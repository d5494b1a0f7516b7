import { writeWav16 } from '@fonema/speech'
import { expect, test } from 'vitest'
import { decodePart } from './decode.ts'

const file = writeWav16(
  Int16Array.from({ length: 100 }, (_, i) => i * 100),
  1000,
).buffer as ArrayBuffer

test('decodes the marked part, sample for sample', () => {
  const { samples, sampleRateHz } = decodePart(file, { start: 0.0104, end: 0.013 })
  expect(sampleRateHz).toBe(1000)
  expect([...samples].map((sample) => Math.round(sample * 32_768))).toEqual([1000, 1100, 1200])
  expect(decodePart(file, null).samples).toHaveLength(100)
})

test('refuses bytes that are no recording', () => {
  expect(() => decodePart(new ArrayBuffer(10), null)).toThrow()
})
