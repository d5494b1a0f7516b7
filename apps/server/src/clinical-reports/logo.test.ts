import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { smallPng } from '../../testing/logo.ts'
import { readLogo } from './logo.ts'

const firstPixel = (bytes: Buffer) => [...PNG.sync.read(bytes).data.subarray(0, 4)]

test('transparent pixels become those on white paper, without an alpha channel', () => {
  const { bytes, width, height } = readLogo(smallPng(30, 10))
  expect([width, height]).toEqual([30, 10])
  // The color type of the header: 2 is RGB.
  expect(bytes[25]).toBe(2)
  expect(firstPixel(bytes)).toEqual([133, 175, 178, 255])
})

test('a JPEG becomes a PNG without its metadata, and the same file gives the same bytes', () => {
  const red = { width: 16, height: 8, data: Buffer.alloc(16 * 8 * 4, Buffer.from([200, 0, 0, 255])) }
  const comment = Buffer.from('secret place')
  const plain = jpeg.encode(red, 90).data
  const length = Buffer.from([0, comment.length + 2])
  const noted = Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, plain.subarray(2)])
  const { bytes } = readLogo(noted)
  expect(bytes.includes('secret place')).toBe(false)
  expect(bytes.equals(readLogo(Buffer.from(plain)).bytes)).toBe(true)
  const [r, g, b] = firstPixel(bytes)
  expect(r).toBeGreaterThan(180)
  expect(Math.max(g!, b!)).toBeLessThan(20)
})
