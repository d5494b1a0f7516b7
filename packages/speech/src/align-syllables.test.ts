import { expect, test } from 'vitest'
import { alignSyllables, type Syllable } from './align-syllables.ts'

/** The steps by number, x for an extra onset. */
function align(syllables: readonly Syllable[]): string {
  const { steps, isSure } = alignSyllables(syllables, 3)
  return isSure ? steps.map((step) => step ?? 'x').join('') : 'unsure'
}

/** Fifteen syllables with the shapes of their steps, give or take a little. */
const train: readonly Syllable[] = Array.from({ length: 15 }, (_, i) => ({
  timeS: 0.2 * i,
  shape: [[3, 0, -3][i % 3]!, [0, 2, -2][i % 3]!, 0.4 * Math.sin(5 * i), 0.4 * Math.cos(7 * i)],
}))
/** A click or a cough: like no step, shortly before the next syllable. */
const noise: Syllable = { timeS: 1.5, shape: [-9, 12, 7, -10] }
const alike = train.map(({ timeS }) => ({ timeS, shape: [0, 0, 0, 0] }))

test('a complete train is aligned with the round', () => {
  expect(align(train)).toBe('012012012012012')
})

test.each([4, 8, 11])('onset %i missing shifts nothing', (missing) => {
  const rest = train.filter((_, i) => i !== missing)
  expect(align(rest)).toBe(train.flatMap((_, i) => (i === missing ? [] : [i % 3])).join(''))
})

test('two onsets missing at different places shift nothing', () => {
  expect(align(train.filter((_, i) => i !== 4 && i !== 9))).toBe('0120201212012')
})

test('an extra onset belongs to no step', () => {
  expect(align([...train.slice(0, 8), noise, ...train.slice(8)])).toBe('01201201x2012012')
})

test('similar syllables are aligned with the round if no interval is suspicious', () => {
  expect(align(alike)).toBe('012012012012012')
})

test('similar syllables with a gap are reported as unsure', () => {
  expect(align(alike.filter((_, i) => i !== 7))).toBe('unsure')
})

test('fewer than two rounds are aligned if they are even', () => {
  expect(align(train.slice(0, 5))).toBe('01201')
  expect(align([])).toBe('')
})
