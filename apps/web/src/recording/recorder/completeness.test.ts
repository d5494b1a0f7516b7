import { expect, test } from 'vitest'
import { createCompleteness } from './completeness.ts'

/** The proof of a take with these batches: whether each was compared, and the clock's resolution then. */
function proofOf(batches: readonly (readonly [boolean, number])[], isSettled = true) {
  const completeness = createCompleteness()
  completeness.observe(false, 1) // of an earlier take
  completeness.start()
  for (const [isComparing, resolution] of batches) completeness.observe(isComparing, resolution)
  return completeness.result(isSettled)
}

test('a take is verified only when all of it was compared, up to its end', () => {
  const whole = [
    [true, 0.1],
    [true, 0.1],
  ] as const
  expect(proofOf(whole)).toEqual({ completeness: 'verified', resolutionSeconds: null })
  expect(proofOf(whole, false)).toEqual({ completeness: 'by_clock', resolutionSeconds: 0.1 })
  expect(proofOf([...whole, [false, 0.1]])).toEqual({ completeness: 'by_clock', resolutionSeconds: 0.1 })
})

test('by the clock, the coarsest moment counts', () => {
  const batches = [
    [false, 0.01],
    [false, 0.03],
    [false, 0.02],
  ] as const
  expect(proofOf(batches)).toEqual({ completeness: 'by_clock', resolutionSeconds: 0.03 })
})

test('a clock that would not show a tenth of a second proves nothing', () => {
  expect(proofOf([[false, 0.11]])).toEqual({ completeness: 'unverified', resolutionSeconds: null })
})
