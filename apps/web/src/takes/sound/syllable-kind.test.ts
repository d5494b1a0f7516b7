import { itemKinds } from '@fonema/contract/protocol-limits'
import { expect, test } from 'vitest'
import { syllablesOf } from './syllable-kind.ts'

test('only a sustained vowel has no syllables, and only a diadochokinesis has a train of them', () => {
  const kinds = Object.groupBy(itemKinds, syllablesOf)
  expect(kinds.none).toEqual(['sustained_vowel'])
  expect(kinds.train).toEqual(['diadochokinesis'])
  expect(kinds.speech).toHaveLength(itemKinds.length - 2)
})
