import { expect, test } from 'vitest'
import { type Colour, colourTable, levelColour } from './colour-map.ts'

const linear = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)

/** Lightness in OKLab. */
function lightnessOf([red, green, blue]: Colour): number {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  return (
    0.2104542553 * Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
    0.793617785 * Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
    0.0040720468 * Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  )
}

test('the lightness falls in equal steps from nearly white to dark', () => {
  const lightness = Array.from({ length: 21 }, (_, i) => lightnessOf(levelColour(i / 20)))
  expect(lightness[0]).toBeGreaterThan(0.95)
  expect(lightness.at(-1)).toBeLessThan(0.3)
  for (let i = 1; i < lightness.length; i++) expect(lightness[i - 1]! - lightness[i]!).toBeCloseTo(0.745 / 20, 2)
})

test('levels beyond the range have the colours of its ends', () => {
  expect(levelColour(-1)).toEqual(levelColour(0))
  expect(levelColour(2)).toEqual(levelColour(1))
})

test('the table has the bytes of opaque pixels', () => {
  const bytes = new Uint8Array(colourTable().buffer)
  expect([...bytes.subarray(0, 4)]).toEqual([...levelColour(0), 255])
  expect([...bytes.subarray(1020)]).toEqual([...levelColour(1), 255])
})
