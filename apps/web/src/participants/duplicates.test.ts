import type { Participant } from '@fonema/contract'
import { expect, test } from 'vitest'
import { isOneLetterAway, likelyDuplicate } from './duplicates.ts'

test.each([
  ['abc', 'abd', true],
  ['abc', 'ab', true],
  ['abc', 'abxc', true],
  ['p-12', 'p12', true],
  ['p-12', 'p-1o', true],
  ['p-12', 'p-13', false], // the next of a series
  ['p-1', 'p-12', true],
  ['abc', 'abc', false],
  ['abc', 'acb', false],
  ['abc', 'abcde', false],
])('%s and %s differ by one letter: %s', (a, b, expected) => {
  expect(isOneLetterAway(a, b)).toBe(expected)
  expect(isOneLetterAway(b, a)).toBe(expected)
})

test('the same name and birthday is a likely duplicate, however the name is written', () => {
  // Has only the members that are compared.
  const ana = { code: 'X-900', first_name: 'Ana', last_name: 'Díaz', birthday: '1950-03-02' } as Participant
  const typed = { code: 'new', first_name: 'ana ', last_name: 'DIAZ', birthday: '1950-03-02' }
  expect(likelyDuplicate(typed, [ana])).toBe(ana)
  expect(likelyDuplicate({ ...typed, birthday: '' }, [ana])).toBeUndefined()
  expect(likelyDuplicate({ ...typed, first_name: 'Eva' }, [ana])).toBeUndefined()
  expect(likelyDuplicate({ ...typed, first_name: '', code: 'x900' }, [ana])).toBe(ana)
  expect(likelyDuplicate({ code: '', first_name: '', last_name: '', birthday: '' }, [ana])).toBeUndefined()
})
