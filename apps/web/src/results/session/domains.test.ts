import { scoreHeadings } from '@fonema/contract'
import { expect, test } from 'vitest'
import { domainOf, knowsHeading } from './domains.ts'

test.each(scoreHeadings)('the heading %s belongs to a domain', (heading) => {
  expect(knowsHeading(heading)).toBe(true)
})

test('resonances are articulation, the rest of the timbre is the voice', () => {
  expect(domainOf('timbre', 'f2_median_5500_hz')).toBe('articulation')
  expect(domainOf('timbre', 'spec_cog_hz')).toBe('voice')
  expect(domainOf('pitch', 'f0_mean_hz')).toBe('pitch')
})
