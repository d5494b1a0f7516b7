import { expect, test } from 'vitest'
import { phoneOf } from './phone.ts'

test('joins the dial code and the digits of the number', () => {
  expect(phoneOf('+54', '11 5550-0102')).toEqual({ value: '+541155500102' })
  expect(phoneOf('+1', '(202) 555.0104')).toEqual({ value: '+12025550104' })
})

test('without a number there is no phone', () => {
  expect(phoneOf('+54', '')).toBeNull()
  expect(phoneOf('+54', '   ')).toBeNull()
})

test('a number with a plus of its own has its dial code already', () => {
  expect(phoneOf('+54', '+34 911 234 567')).toEqual({ value: '+34911234567' })
})

test('refuses what is no number', () => {
  for (const number of ['ext. 4', 'abc', '-', '12', '11+22+33', '--()'])
    expect(phoneOf('+54', number), number).toEqual({ error: 'invalid' })
  expect(phoneOf('+54', '1'.repeat(18))).toEqual({ value: `+54${'1'.repeat(18)}` })
  expect(phoneOf('+54', '1'.repeat(19))).toEqual({ error: 'too_long' })
})
