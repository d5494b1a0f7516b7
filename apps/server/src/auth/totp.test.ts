import { expect, test } from 'vitest'
import { secretOf } from '../testing/authenticator.ts'
import { base32, codeOf, stepAt, stepOf, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the secret, and at which second which code comes; of eight digits, whose last six are ours. */
const secret = Buffer.from('12345678901234567890')
const vectors: [number, string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]

test.each(vectors)('at second %d the code is the one of RFC 6238', (second, code) => {
  expect(codeOf(secret, stepAt(new Date(second * 1000)))).toBe(code.slice(-6))
})

test('a code is good in its own step and the ones beside it, and after the last one that was taken', () => {
  const now = new Date(1234567890_000)
  const step = stepAt(now)
  const code = codeOf(secret, step)
  const inSteps = (steps: number) => new Date(now.getTime() + steps * 30_000)
  expect([-2, -1, 0, 1, 2].map((steps) => stepOf(code, secret, inSteps(steps), null))).toEqual([
    ...[undefined, step, step, step, undefined],
  ])
  expect([-1, 0, 1].map((last) => stepOf(code, secret, now, step + last))).toEqual([step, undefined, undefined])
})

test('a secret is written as RFC 4648 says, and an app reads it back', () => {
  expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB')
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(secretOf(base32(secret))).toEqual(secret)
  const uri = new URL(totpUri(base32(secret), 'Fonema', 'ana+b@x.example'))
  expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Fonema:ana%2Bb%40x.example'])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    ...{ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'Fonema' },
    ...{ algorithm: 'SHA1', digits: '6', period: '30' },
  })
})
