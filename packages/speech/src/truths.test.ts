import { expect, test } from 'vitest'
import { checkSignal, knownSignals } from './truths.ts'
import { checkVowelSpace } from './vowels/truth.ts'

test.each(knownSignals)('measures the truth of: $signal', (known) => {
  const rows = checkSignal(known)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ right }) => !right)).toEqual([])
})

test('measures the true ratio of three constructed vowels', () => {
  expect(checkVowelSpace()).toMatchObject({ right: true })
})
