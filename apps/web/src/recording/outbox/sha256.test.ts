import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSha256 } from './sha256.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 100_003])(
  '%i bytes have the hash that Node gives',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255)
    const expected = createHash('sha256').update(bytes).digest('hex')
    for (const step of [1, 7, 64, 1000, 2 ** 20]) {
      const hash = createSha256()
      for (let at = 0; at < length; at += step) hash.update(bytes.subarray(at, at + step))
      expect(hash.hex(), `in steps of ${step}`).toBe(expected)
    }
  },
)
