import { brandColours } from '@fonema/contract/brands'
import { expect, test } from 'vitest'
import { brandOf, namedBrands, standardBrand as standard, titleOf } from './brand.ts'

test('the first label of the host name selects one of three named brands', () => {
  expect(brandOf('neuro.example.org').label).toBe('Neuro')
  expect(brandOf('VOZ.localhost').label).toBe('Voz')
  expect(brandOf('lab').label).toBe('Lab')
  expect(namedBrands.size).toBe(3)
})

test('any other host has the default brand', () => {
  for (const host of ['localhost', '127.0.0.1', 'example.neuro.org', 'neuro2.org', 'constructor', '__proto__', ''])
    expect(brandOf(host), host).toBe(standard)
  expect(standard.label).toBeNull()
})

test('a page title contains the name of the brand', () => {
  expect(titleOf('Agenda', 'neuro.example.org')).toBe('Agenda · Fonema Neuro')
  expect(titleOf('Agenda', 'example.org')).toBe('Agenda · Fonema')
})

test('the installed program has the dark shade of its brand', () => {
  for (const [name, colour] of Object.entries(brandColours)) expect(brandOf(name).accent[8], name).toBe(colour)
})

test.each([standard, ...namedBrands.values()])('the accent of the brand %o is legible', ({ accent }) => {
  const shade = (n: number) => accent[n]!
  expect(contrast(shade(8), '#ffffff'), 'text on a filled button').toBeGreaterThanOrEqual(7)
  expect(contrast(shade(8), shade(1)), 'text on a light button').toBeGreaterThanOrEqual(4.5)
  expect(contrast(shade(8), '#f5f8f8'), 'a link on the page').toBeGreaterThanOrEqual(4.5)
  expect(contrast(shade(6), '#ffffff'), 'the outline of the focus').toBeGreaterThanOrEqual(3)
  expect(contrast(shade(3), shade(8)), 'the logo where it is inverted').toBeGreaterThanOrEqual(3)
  expect(contrast(shade(2), shade(8)), 'the label where it is inverted').toBeGreaterThanOrEqual(4.5)
})

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
