import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFlac, readFlacInfo } from './flac.ts'
import { FlacError } from './flac-error.ts'
import { readWav } from './wav.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/flac', name)))

// flac 1.4.2 and ffmpeg 5.1 encoded the FLAC files from the WAV files.
test.each([
  ['linear prediction, left and side, middle and side', 'mid-side.flac', 'stereo-16.wav'],
  ['left and side', 'left-side.flac', 'stereo-16.wav'],
  ['side and right', 'right-side.flac', 'stereo-16.wav'],
  ['fixed prediction', 'fixed.flac', 'stereo-16.wav'],
  ['no length in the header', 'unknown-length.flac', 'stereo-16.wav'],
  ['24 bits: verbatim, constant, wasted bits, five-bit Rice parameters', 'mono-24.flac', 'mono-24.wav'],
  ['8 bits', 'mono-8.flac', 'mono-8.wav'],
])('%s: returns every sample', (_, flac, wav) => {
  const { samples, ...shape } = readFlac(fixture(flac))
  const expected = readWav(fixture(wav))
  expect(samples).toEqual(expected.samples)
  expect({ samples: expected.samples, ...shape }).toEqual(expected)
})

test('reads the format from the first bytes', () => {
  const shape = { sampleRateHz: 44_100, channels: 2, bitsPerSample: 16 }
  expect(readFlacInfo(fixture('fixed.flac').subarray(0, 42))).toEqual({ ...shape, frames: 2500 })
  expect(readFlacInfo(fixture('unknown-length.flac'))).toEqual({ ...shape, frames: 0 })
})

/** Bytes from fields written as `width:value`, the last byte padded with zeros. */
function bytesOf(fields: string): number[] {
  const bits = fields.split(' ').map((field) => {
    const [width, value] = field.split(':').map(Number) as [number, number]
    return (value < 0 ? value + 2 ** width : value).toString(2).padStart(width, '0')
  })
  return bits
    .join('')
    .match(/.{1,8}/g)!
    .map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

/** The remainder of the bytes divided by a polynomial, bit by bit. */
function checksum(bytes: readonly number[], width: 8 | 16, polynomial: number): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc >> (width - 1) ? polynomial : 0)) & (2 ** width - 1)
  }
  return crc
}

const head = (frames: number, { rate = 8000, bits = 16, length = 34 } = {}) => [
  ...[0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, length, 0, 16, 0, 16, 0, 0, 0, 0, 0, 0],
  ...bytesOf(`20:${rate} 3:0 5:${bits - 1} 4:${Math.floor(frames / 2 ** 32)} 32:${frames % 2 ** 32}`),
  ...new Array<number>(16).fill(0),
]

/** A block of one channel with correct checksums, whatever its contents. */
function frame(subframe: string, { size = 4, rateCode = 0, channels = 0, bitsCode = 0, number = 0 } = {}): number[] {
  const header = bytesOf(`16:65528 4:7 4:${rateCode} 4:${channels} 3:${bitsCode} 1:0 8:${number} 16:${size - 1}`)
  header.push(checksum(header, 8, 0x07))
  const all = [...header, ...bytesOf(subframe)]
  return [...all, ...bytesOf(`16:${checksum(all, 16, 0x8005)}`)]
}

const flac = (frames: number, ...blocks: number[][]) => Uint8Array.from([...head(frames), ...blocks.flat()])
const constant = '8:0 16:1000'

test('decodes hand-written blocks: verbatim, constant, and a residual without Rice codes', () => {
  const verbatim = '8:2 16:1 16:-2 16:3 16:-4'
  const unencoded = '8:18 16:100 2:0 4:1 4:15 5:3 3:-2 4:15 5:0'
  const { samples } = readFlac(flac(12, frame(verbatim), frame(constant), frame(unencoded)))
  const whole = [...samples].map((sample) => sample * 2 ** 15)
  expect(whole).toEqual([1, -2, 3, -4, 1000, 1000, 1000, 1000, 100, 98, 98, 98])
})

test('ignores bytes after the last sample', () => {
  expect(readFlac(flac(4, frame(constant), [...new TextEncoder().encode('TAG and a title')])).frames).toBe(4)
})

test.each<[string, Uint8Array, string]>([
  ['no bytes', new Uint8Array(0), 'not_flac'],
  ['text', new TextEncoder().encode('This is not a sound at all.'), 'not_flac'],
  ['another beginning', Uint8Array.from(head(4, { length: 33 })), 'not_flac'],
  ['no rate', Uint8Array.from(head(4, { rate: 0 })), 'unsupported_format'],
  ['32 bits', Uint8Array.from(head(4, { bits: 32 })), 'unsupported_format'],
  ['no sample at all', flac(0), 'no_samples'],
  ['days of silence', flac(2 ** 36 - 1, frame(constant, { size: 65_536 })), 'too_long'],
  ['fewer samples than it says', flac(8, frame(constant)), 'truncated'],
  ['more samples than it says', flac(6, frame(constant), frame(constant)), 'corrupt'],
  ['another rate half way', flac(8, frame(constant), frame(constant, { rateCode: 5 })), 'unsupported_format'],
  ['a second channel half way', flac(8, frame(constant), frame(constant, { channels: 10 })), 'unsupported_format'],
  ['other bits half way', flac(8, frame(constant), frame(constant, { bitsCode: 6 })), 'unsupported_format'],
  ['a rate that is reserved', flac(4, frame(constant, { rateCode: 15 })), 'corrupt'],
  ['a number that is none', flac(4, frame(constant, { number: 0xff })), 'corrupt'],
  ['a subframe that is reserved', flac(4, frame('8:4')), 'corrupt'],
  ['an order above the size', flac(4, frame('8:72 16:0')), 'corrupt'],
  ['a negative shift', flac(4, frame('8:64 16:0 4:3 5:-1 4:1')), 'corrupt'],
  ['uneven partitions', flac(4, frame('8:16 2:0 4:3 4:0')), 'corrupt'],
  ['a residual that is reserved', flac(4, frame('8:16 2:2 4:0 5:0')), 'corrupt'],
  ['only wasted bits', flac(4, frame('8:1 17:1')), 'corrupt'],
  ['a run of zeros to the end', flac(4, frame('8:16 2:0 4:0 4:0').slice(0, -2), new Array(1e6).fill(0)), 'truncated'],
])('%s: refused', (_, bytes, code) => {
  expect(() => readFlac(bytes)).toThrow(expect.objectContaining({ code }))
  expect(() => readFlac(bytes)).toThrow(FlacError)
})

test('refuses a file that is cut off at any byte', () => {
  const whole = fixture('mono-8.flac')
  for (let length = 0; length < whole.length; length++)
    expect(() => readFlac(whole.subarray(0, length)), `${length} bytes`).toThrow(FlacError)
})

test.each(['mid-side.flac', 'mono-24.flac'])('detects a changed byte in the audio of %s', (name) => {
  const bytes = fixture(name)
  const { samples } = readFlac(bytes)
  // No checksum covers the metadata.
  for (let at = bytes.length - 4000; at < bytes.length; at += 7) {
    const changed = bytes.slice()
    changed[at]! ^= 1 << (at % 8)
    let read: Float32Array | undefined
    try {
      read = readFlac(changed).samples
    } catch (error) {
      expect(error).toBeInstanceOf(FlacError)
    }
    if (read !== undefined) expect(read).toEqual(samples)
  }
})
