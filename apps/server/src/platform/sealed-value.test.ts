import { expect, test } from 'vitest'
import { deriveKeys } from './keys.ts'
import { openValue, sealValue } from './sealed-value.ts'

const keysOf = (...[secretKey, ...earlierSecretKeys]: [string, ...string[]]) =>
  deriveKeys({ secretKey, earlierSecretKeys }, 'second-factor', 'a person')

test('a value opens with the key that sealed it, also when that key is an earlier one, and with no other', () => {
  const plain = Buffer.from('something secret')
  const sealed = sealValue(keysOf('old'), plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(sealValue(keysOf('old'), plain)).not.toEqual(sealed)
  expect(openValue(keysOf('old'), sealed)).toEqual(plain)
  expect(openValue(keysOf('new', 'old'), sealed)).toEqual(plain)
  expect(openValue(keysOf('new'), sealed)).toBeUndefined()
  expect(openValue(deriveKeys({ secretKey: 'old', earlierSecretKeys: [] }, 'second-factor', 'other'), sealed)).toBe(
    undefined,
  )
})

test('an altered value opens with no key', () => {
  const sealed = sealValue(keysOf('old'), Buffer.from('x'))
  for (let place = 0; place < sealed.length; place++) {
    const altered = Buffer.from(sealed)
    altered[place]! ^= 1
    expect([place, openValue(keysOf('old'), altered)]).toEqual([place, undefined])
  }
  expect(openValue(keysOf('old'), sealed.subarray(0, -1))).toBeUndefined()
})
