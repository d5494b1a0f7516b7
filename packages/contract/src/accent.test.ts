import { expect, test } from 'vitest'
import { accentContrast, contrastOf, leastContrast, shadesOf } from './accent.ts'

test('the contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(4, 2)
})

test('a colour is judged by the lightest and the tinted ground on which it stands', () => {
  expect(accentContrast('#0f5c64')).toBeGreaterThan(6)
  // Legible on white, and not on its own tint.
  expect(contrastOf('#757575', '#ffffff')).toBeGreaterThan(leastContrast)
  expect(accentContrast('#757575')).toBeLessThan(leastContrast)
})

test('every accepted colour is legible in each place: text, tint, focus', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  const accepted = all.filter((colour) => accentContrast(colour) >= leastContrast)
  expect(accepted.length).toBeGreaterThan(60)
  for (const colour of accepted) {
    const shades = shadesOf(colour)
    expect(shades).toHaveLength(10)
    expect(shades[8]).toBe(colour)
    expect(contrastOf(shades[8]!, shades[1]!), `${colour} on its tint`).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(shades[9]!, shades[2]!), `${colour} under the pointer`).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(shades[9]!, '#ffffff'), `${colour}, darker`).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(shades[6]!, '#ffffff'), `the outline of ${colour}`).toBeGreaterThanOrEqual(3)
  }
})
