import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [104_857_600, '104.9 MB'],
  [5e12, '5,000 GB'],
])('%s bytes are %s', (bytes, expected) => {
  expect(fileSize(bytes, 'en')).toBe(expected)
})
