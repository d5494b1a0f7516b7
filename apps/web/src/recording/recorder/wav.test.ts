import { expect, test } from 'vitest'
import { toInt16, wavHeader } from './wav.ts'

test('the header describes a mono 16-bit file at its own rate, with the sizes of the data', () => {
  const header = new DataView(wavHeader(3, 44_100))
  const text = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((i) => header.getUint8(at + i)))
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect(header.byteLength).toBe(44)
  expect(header.getUint32(4, true)).toBe(44 - 8 + 6)
  expect([header.getUint16(20, true), header.getUint16(22, true), header.getUint16(34, true)]).toEqual([1, 1, 16])
  expect([24, 28].map((at) => header.getUint32(at, true))).toEqual([44_100, 88_200])
  expect(header.getUint16(32, true)).toBe(2)
  expect(header.getUint32(40, true)).toBe(6)
})

test("every 16-bit sample survives Chromium's conversion to a fraction and back", () => {
  const all = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
  expect(toInt16(Float32Array.from(all, (sample) => sample / (sample < 0 ? 32_768 : 32_767)))).toEqual(all)
})

test('samples are rounded to the nearest and clamped', () => {
  const samples = Float32Array.of(0.4 / 32_767, 0.6 / 32_767, -0.6 / 32_768, 1, 1.5, -1, -1.5)
  expect([...toInt16(samples)]).toEqual([0, 1, -1, 32_767, 32_767, -32_768, -32_768])
})
