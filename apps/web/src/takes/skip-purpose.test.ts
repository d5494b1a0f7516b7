import { expect, test } from 'vitest'
import { longestOtherPurpose, purposeToSend, readPurpose } from './skip-purpose.ts'

test('a purpose of the list is sent unchanged', () => {
  expect(purposeToSend('fatigue', 'ignored')).toBe('fatigue')
})

test('another purpose needs a text that is not blank', () => {
  expect(purposeToSend('other', '  \n ')).toBeNull()
  expect(purposeToSend('other', ' no glasses ')).toBe('other: no glasses')
  expect(purposeToSend('other', 'x'.repeat(longestOtherPurpose))).toHaveLength(500)
  expect(purposeToSend('other', 'x'.repeat(longestOtherPurpose + 1))).toBeNull()
})

test('without a choice there is nothing to send', () => {
  expect(purposeToSend(null, 'text')).toBeNull()
})

test('a stored purpose is read back, including any free text', () => {
  expect(readPurpose('refusal')).toEqual({ purpose: 'refusal', other: null })
  expect(readPurpose('other: no glasses')).toEqual({ purpose: 'other', other: 'no glasses' })
  expect(readPurpose('no glasses')).toEqual({ purpose: 'other', other: 'no glasses' })
})
