import { expect, test } from 'vitest'
import { ApiFailure } from '../api/http.ts'
import en from '../texts/public/en.json' with { type: 'json' }
import { translator } from '../ui/translate.ts'
import { marksFields, signInFailureText } from './sign-in-failure.ts'

const t = translator('en', en)

const text = (status: number, answer: Record<string, unknown> & { code: ApiFailure['code'] }) =>
  signInFailureText(t, new ApiFailure(status, answer.code, answer))
const attempts = (remaining_attempts: unknown) =>
  text(401, { code: 'invalid_credentials_remaining_attempts', remaining_attempts })
const locked = (minutes_remaining: number, seconds_remaining: number) =>
  text(429, { code: 'account_locked', minutes_remaining, seconds_remaining })

test('shows how many attempts are left, including none', () => {
  expect(attempts(3)).toBe('Incorrect username or password. You have 3 attempts left before the account is locked.')
  expect(attempts(1)).toContain('1 attempt left')
  expect(attempts(0)).toBe('The account is locked after too many attempts.')
})

test('says what to do about a wrong code, and how many attempts are allowed', () => {
  const wrong = (remaining_attempts: number) => text(401, { code: 'invalid_second_factor', remaining_attempts })
  const sentence = 'This code is wrong or has been used already. Type the one that the app shows now.'
  expect(wrong(2)).toBe(`${sentence} You have 2 attempts left before the account is locked.`)
  expect(wrong(1)).toContain('1 attempt left')
  expect(wrong(0)).toContain('The account is locked')
})

test('shows the remaining lock time in minutes, seconds or both', () => {
  const sentence = 'The account is locked after too many attempts. Wait'
  expect(locked(4, 0)).toBe(`${sentence} 4 minutes and try again.`)
  expect(locked(0, 1)).toBe(`${sentence} 1 second and try again.`)
  expect(locked(1, 20)).toBe(`${sentence} 1 minute and 20 seconds and try again.`)
  expect(locked(0, 0)).toBe('The account is locked after too many attempts.')
})

test('a malformed body and any other failure have their own texts', () => {
  expect(text(400, { code: 'invalid_inputs' })).toBe('User or password are not valid.')
  expect(text(503, { code: 'unavailable' })).toBe('Authentication failed. Incorrect username or password.')
  expect(attempts('many')).toBe('Authentication failed. Incorrect username or password.')
})

test('every failure marks the fields, except a locked account', () => {
  const wrong = (remaining_attempts: number) =>
    new ApiFailure(401, 'invalid_credentials_remaining_attempts', { remaining_attempts })
  const marking = [wrong(2), new ApiFailure(400, 'invalid_inputs'), new ApiFailure(0, 'unreachable'), new Error('x')]
  expect(marking.map(marksFields)).toEqual([true, true, true, true])
  expect([wrong(0), new ApiFailure(401, 'account_locked'), null].map(marksFields)).toEqual([false, false, false])
})
