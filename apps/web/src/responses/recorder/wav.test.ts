import { expect, test } from 'vitest'
import { sha256Hex, toInt16, wavFile } from './wav.ts'

test('a WAV file is mono, 16 bit, at its own rate, with the sizes of what it holds', () => {
  const file = new DataView(wavFile([Int16Array.of(1, -2).buffer, Int16Array.of(3).buffer], 44_100).buffer)
  const text = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((i) => file.getUint8(at + i)))
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect(file.getUint32(4, true)).toBe(file.byteLength - 8)
  expect([file.getUint16(20, true), file.getUint16(22, true), file.getUint16(34, true)]).toEqual([1, 1, 16])
  expect([file.getUint32(24, true), file.getUint32(28, true), file.getUint16(32, true)]).toEqual([44_100, 88_200, 2])
  expect(file.getUint32(40, true)).toBe(6)
  expect([44, 46, 48].map((at) => file.getInt16(at, true))).toEqual([1, -2, 3])
})

test('every 16-bit sample comes back as it was before Chromium made it a fraction', () => {
  const all = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
  expect(toInt16(Float32Array.from(all, (sample) => sample / (sample < 0 ? 32_768 : 32_767)))).toEqual(all)
})

test('samples are rounded to the nearest and clamped', () => {
  const samples = Float32Array.of(0.4 / 32_767, 0.6 / 32_767, -0.6 / 32_768, 1, 1.5, -1, -1.5)
  expect([...toInt16(samples)]).toEqual([0, 1, -1, 32_767, 32_767, -32_768, -32_768])
})

test('SHA-256 in hexadecimal', async () => {
  expect(await sha256Hex(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
