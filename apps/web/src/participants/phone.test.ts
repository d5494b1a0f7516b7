import { expect, test } from 'vitest'
import { besideDialCode, phoneOf, typedBesideDialCode } from './phone.ts'

test('joins the dial code and the digits of the number', () => {
  expect(phoneOf('+54', '11 5550-0102')).toEqual({ value: '+541155500102' })
  expect(phoneOf('+1', '(202) 555.0104')).toEqual({ value: '+12025550104' })
})

test('without a number there is no phone', () => {
  expect(phoneOf('+54', '')).toBeNull()
  expect(phoneOf('+54', '   ')).toBeNull()
})

test('a number with its own plus already has its dial code', () => {
  expect(phoneOf('+54', '+34 911 234 567')).toEqual({ value: '+34911234567' })
})

test('refuses a text that is not a number', () => {
  for (const number of ['ext. 4', 'abc', '-', '12', '11+22+33', '--()'])
    expect(phoneOf('+54', number), number).toEqual({ error: 'invalid' })
  expect(phoneOf('+54', '1'.repeat(18))).toEqual({ value: `+54${'1'.repeat(18)}` })
  expect(phoneOf('+54', '1'.repeat(19))).toEqual({ error: 'too_long' })
})

test('a stored number is shown without the dial code that is shown beside it', () => {
  expect(besideDialCode('+54', '+541155500102')).toBe('1155500102')
  expect(besideDialCode('+54', '+54 11 5550')).toBe('11 5550')
  expect(besideDialCode('+54', '11 5550')).toBe('11 5550')
  expect(besideDialCode('+54', '+34911234567')).toBe('+34911234567')
  expect(besideDialCode('', '+541155500102')).toBe('+541155500102')
  // Input in progress does not disappear.
  expect(besideDialCode('+54', '+54')).toBe('+54')
})

test('typing beside the dial code keeps the number complete', () => {
  expect(typedBesideDialCode('+54', '+5411', '112')).toBe('+54112')
  expect(typedBesideDialCode('+54', '+5411', '')).toBe('')
  expect(typedBesideDialCode('+54', '+5411', '+3491')).toBe('+3491')
  expect(typedBesideDialCode('+54', '11', '112')).toBe('112')
})
