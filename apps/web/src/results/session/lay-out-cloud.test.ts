import { expect, test } from 'vitest'
import { sizeOf } from './lay-out-cloud.ts'

test('a word said once has the smallest size, the most frequent one the largest', () => {
  expect(sizeOf(1, 9)).toBe(18)
  expect(sizeOf(9, 9)).toBe(56)
  expect(sizeOf(3, 9)).toBe(37)
})
