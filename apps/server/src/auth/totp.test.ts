import { expect, test } from 'vitest'
import { secretOf } from '../../testing/authenticator.ts'
import { base32, codeOf, stepAt, stepOf, totpUri } from './totp.ts'

/**
 * RFC 6238, appendix B: the secret, and the code at each second. Its codes have eight digits; ours are the last six.
 */
const secret = Buffer.from('12345678901234567890')
const vectors: [number, string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]

test.each(vectors)('the code at second %d is that of RFC 6238', (second, code) => {
  expect(codeOf(secret, stepAt(new Date(second * 1000)))).toBe(code.slice(-6))
})

test('a code is valid in its own step and the adjacent ones, and only after the last accepted step', () => {
  const now = new Date(1234567890_000)
  const step = stepAt(now)
  const code = codeOf(secret, step)
  const inSteps = (steps: number) => new Date(now.getTime() + steps * 30_000)
  expect([-2, -1, 0, 1, 2].map((steps) => stepOf(code, secret, inSteps(steps), null))).toEqual([
    ...[undefined, step, step, step, undefined],
  ])
  expect([-1, 0, 1].map((last) => stepOf(code, secret, now, step + last))).toEqual([step, undefined, undefined])
})

test('writes a secret in the base32 of RFC 4648, and an app can read it', () => {
  expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB')
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(secretOf(base32(secret))).toEqual(secret)
  const uri = new URL(totpUri(base32(secret), 'Fonema', 'ana+b@x.example'))
  expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Fonema:ana%2Bb%40x.example'])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Fonema',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
