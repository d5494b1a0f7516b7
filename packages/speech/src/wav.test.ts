import { expect, test } from 'vitest'
import { readWav, WavError, writeWav16 } from './wav.ts'

type Shape = {
  tag?: number
  channels?: number
  bits: number
  blockAlign?: number
  data: number[]
  extra?: number[]
  extensible?: boolean
}

/** A WAV file built byte by byte, so that the test of the reader does not depend on the writer. */
function wavBytes({
  tag = 1,
  channels = 1,
  bits,
  blockAlign,
  data,
  extra = [],
  extensible = false,
}: Shape): Uint8Array {
  const u16 = (value: number) => [value & 255, (value >> 8) & 255]
  const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)]
  const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
  const block = blockAlign ?? (channels * bits) / 8
  const format = [
    ...u16(extensible ? 0xfffe : tag),
    ...u16(channels),
    ...u32(8000),
    ...u32(8000 * block),
    ...u16(block),
  ]
  format.push(...u16(bits))
  if (extensible) format.push(...u16(22), ...u16(bits), ...u32(4), ...u16(tag), ...new Array<number>(14).fill(0))
  const body = [...text('WAVE'), ...text('fmt '), ...u32(format.length), ...format, ...extra]
  body.push(...text('data'), ...u32(data.length), ...data)
  return Uint8Array.from([...text('RIFF'), ...u32(body.length), ...body])
}

const floatBytes = (value: number) => [...new Uint8Array(Float32Array.of(value).buffer)]
const doubleBytes = (value: number) => [...new Uint8Array(Float64Array.of(value).buffer)]

test.each<[string, Shape]>([
  ['8 bits, unsigned', { bits: 8, data: [128, 192, 0] }],
  ['16 bits', { bits: 16, data: [0, 0, 0, 0x40, 0, 0x80] }],
  ['24 bits', { bits: 24, data: [0, 0, 0, 0, 0, 0x40, 0, 0, 0x80] }],
  ['32 bits', { bits: 32, data: [0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0x80] }],
  ['32-bit float', { tag: 3, bits: 32, data: [...floatBytes(0), ...floatBytes(0.5), ...floatBytes(-1)] }],
  ['64-bit float', { tag: 3, bits: 64, data: [...doubleBytes(0), ...doubleBytes(0.5), ...doubleBytes(-1)] }],
  ['a header without the length of a frame', { bits: 16, blockAlign: 0, data: [0, 0, 0, 0x40, 0, 0x80] }],
  ['extensible 24 bits', { extensible: true, bits: 24, data: [0, 0, 0, 0, 0, 0x40, 0, 0, 0x80] }],
  [
    'extensible 32-bit float',
    { extensible: true, tag: 3, bits: 32, data: [...floatBytes(0), ...floatBytes(0.5), ...floatBytes(-1)] },
  ],
  ['extensible 16 bits', { extensible: true, bits: 16, data: [0, 0, 0, 0x40, 0, 0x80] }],
])('reads %s: zero, half and full scale', (_, shape) => {
  const wav = readWav(wavBytes(shape))
  expect([...wav.samples]).toEqual([0, 0.5, -1])
  expect(wav).toMatchObject({ sampleRateHz: 8000, channels: 1, bitsPerSample: shape.bits, frames: 3 })
})

test('mixes channels to their mean', () => {
  const wav = readWav(wavBytes({ channels: 2, bits: 16, data: [0, 0x40, 0, 0, 0, 0x80, 0, 0x80] }))
  expect([...wav.samples]).toEqual([0.25, -1])
  expect(wav.channels).toBe(2)
})

test('skips chunks of odd length before the data', () => {
  const note = [0x4c, 0x49, 0x53, 0x54, 3, 0, 0, 0, 1, 2, 3, 0]
  expect([...readWav(wavBytes({ bits: 16, data: [0, 0x40], extra: note })).samples]).toEqual([0.5])
})

test('reads the whole frames of a file cut off in its data', () => {
  const whole = wavBytes({ channels: 2, bits: 16, data: [0, 0x40, 0, 0x40, 0, 0x20, 0, 0x20] })
  expect([...readWav(whole.subarray(0, whole.length - 1)).samples]).toEqual([0.5])
})

test('reads bytes inside a larger buffer from their own beginning', () => {
  const shifted = new Uint8Array(100)
  const bytes = wavBytes({ bits: 16, data: [0, 0x40] })
  shifted.set(bytes, 7)
  expect([...readWav(shifted.subarray(7, 7 + bytes.length)).samples]).toEqual([0.5])
})

test.each([Number.NaN, Infinity, -Infinity])('reads a float that is %d as zero', (value) => {
  expect([...readWav(wavBytes({ tag: 3, bits: 32, data: floatBytes(value) })).samples]).toEqual([0])
  expect([...readWav(wavBytes({ tag: 3, bits: 64, data: doubleBytes(value) })).samples]).toEqual([0])
})

test('reads a double that is too large for a sample as zero', () => {
  expect([...readWav(wavBytes({ tag: 3, bits: 64, data: doubleBytes(1e300) })).samples]).toEqual([0])
})

test('a chunk that claims more than the file has ends the file', () => {
  const lying = [0x4c, 0x49, 0x53, 0x54, 0xff, 0xff, 0xff, 0x7f, 1, 2]
  expect(() => readWav(wavBytes({ bits: 16, data: [0, 0x40], extra: lying }))).toThrow(
    expect.objectContaining({ code: 'no_samples' }),
  )
})

test.each<[string, Uint8Array, string]>([
  ['no bytes', new Uint8Array(0), 'not_wav'],
  ['text', new TextEncoder().encode('This is not a sound at all.'), 'not_wav'],
  ['only a header', wavBytes({ bits: 16, data: [] }).subarray(0, 12), 'not_wav'],
  ['MP3 in WAV', wavBytes({ tag: 0x55, bits: 16, data: [0, 0] }), 'unsupported_format'],
  ['12 bits', wavBytes({ bits: 12, data: [0, 0, 0] }), 'unsupported_format'],
  ['16-bit float', wavBytes({ tag: 3, bits: 16, data: [0, 0] }), 'unsupported_format'],
  ['24 bits in frames of 4 bytes', wavBytes({ bits: 24, blockAlign: 4, data: [0, 0, 0, 0] }), 'inconsistent'],
  [
    'data before its format',
    Uint8Array.from('RIFF\0\0\0\0WAVEdata\x02\0\0\0\0\0', (letter) => letter.charCodeAt(0)),
    'not_wav',
  ],
  ['no channels', wavBytes({ channels: 0, bits: 16, data: [0, 0] }), 'unsupported_format'],
  ['an empty data chunk', wavBytes({ bits: 16, data: [] }), 'no_samples'],
  ['no data chunk', wavBytes({ bits: 16, data: [] }).subarray(0, 36), 'no_samples'],
])('refuses %s', (_, bytes, code) => {
  expect(() => readWav(bytes)).toThrow(expect.objectContaining({ code }))
  expect(() => readWav(bytes)).toThrow(WavError)
})

test('reads back what was written, sample for sample', () => {
  const samples = Int16Array.from([0, 1, -1, 32767, -32768])
  const wav = readWav(writeWav16(samples, 44_100))
  expect([...wav.samples].map((sample) => sample * 2 ** 15)).toEqual([...samples])
  expect(wav).toMatchObject({ sampleRateHz: 44_100, channels: 1, bitsPerSample: 16, frames: 5 })
})
