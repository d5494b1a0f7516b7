import { expect, test } from 'vitest'
import { freeKey } from './drafts.ts'

test('a key in use gets the next number, and stays a key', () => {
  const taken = new Set(['street', 'street-2', 'a-very-long-key'])
  expect(freeKey('other', taken, 60)).toBe('other')
  expect(freeKey('street', taken, 60)).toBe('street-3')
  // Cut where a hyphen stands: two in a row are not allowed.
  expect(freeKey('a-very-long-key', taken, 13)).toBe('a-very')
  expect(freeKey('a-very-long-key', new Set([...taken, 'a-very']), 13)).toBe('a-very-2')
})
