import { expect, test } from 'vitest'
import { problemsOf } from './problems.ts'

test('gaps count from the start of the window; a pause before the take is not a gap', () => {
  const gaps = [
    { at: 0.2, length: 0.1 },
    { at: 2, length: 0.5 },
    { at: 1, length: 3, pause: true as const },
  ]
  expect(problemsOf(gaps, { start: 0.5, end: 10 }, [])).toEqual([{ kind: 'gap', span: { start: 1.5, end: 2 } }])
})

test('the flat tops of one loud vowel are one problem, in the order of time', () => {
  const clipped = [
    { start_s: 3, end_s: 3.001 },
    { start_s: 3.01, end_s: 3.011 },
    { start_s: 5, end_s: 5.001 },
  ]
  expect(problemsOf([{ at: 4, length: 0.1 }], { start: 0, end: 10 }, clipped)).toEqual([
    { kind: 'clipped', span: { start: 3, end: 3.011 } },
    { kind: 'gap', span: { start: 4, end: 4.1 } },
    { kind: 'clipped', span: { start: 5, end: 5.001 } },
  ])
})
