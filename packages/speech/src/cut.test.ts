import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAtPauses } from './cut.ts'

const span = (start_s: number, end_s: number) => ({ start_s, end_s })

test('does not cut a recording that is short enough', () => {
  expect(cutAtPauses(29, [span(1, 5), span(8, 28)], 30)).toEqual([span(0, 29)])
})

test('cuts in the middle of the last pause that is early enough', () => {
  expect(cutAtPauses(70, [span(1, 10), span(12, 24), span(28, 50), span(51, 69)], 30)).toEqual([
    span(0, 26),
    span(26, 50.5),
    span(50.5, 70),
  ])
})

test('cuts speech without pauses, and loses none of it', () => {
  expect(cutAtPauses(70, [span(0, 70)], 30)).toEqual([span(0, 30), span(30, 60), span(60, 70)])
})

test('silence has no stretches', () => {
  expect(cutAtPauses(100, [], 30)).toEqual([])
  expect(cutAtPauses(100, [span(2, 10)], 30)).toEqual([span(0, 30)])
})

test('covers all sound, in order, with no stretch too long', () => {
  const edges = fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(edges, (values) => {
      const sorted = values.sort((a, b) => a - b).map((value) => value / 10)
      const sounding = Array.from({ length: sorted.length >> 1 }, (_, i) => span(sorted[2 * i]!, sorted[2 * i + 1]!))
      const stretches = cutAtPauses(300, sounding, 30)
      for (const [i, { start_s, end_s }] of stretches.entries()) {
        expect(end_s - start_s).toBeLessThanOrEqual(30 + 1e-9)
        expect(start_s).toBeGreaterThanOrEqual(stretches[i - 1]?.end_s ?? 0)
      }
      const covered = ({ start_s, end_s }: { start_s: number; end_s: number }) =>
        stretches.reduce((sum, s) => sum + Math.max(0, Math.min(end_s, s.end_s) - Math.max(start_s, s.start_s)), 0)
      for (const sound of sounding) expect(covered(sound)).toBeCloseTo(sound.end_s - sound.start_s, 9)
    }),
  )
})
