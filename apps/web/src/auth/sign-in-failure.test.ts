import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { ApiFailure } from '../api/http.ts'
import en from '../texts/public/en.json' with { type: 'json' }
import { signInFailureText } from './sign-in-failure.ts'

let t: TFunction
beforeAll(async () => {
  const options = { lng: 'en', ns: 'texts', defaultNS: 'texts', keySeparator: false, nsSeparator: false } as const
  t = await i18next.createInstance().init({ ...options, resources: { en: { texts: en } } })
})

const text = (status: number, answer: Record<string, unknown> & { code: ApiFailure['code'] }) =>
  signInFailureText(t, new ApiFailure(status, answer.code, answer))
const attempts = (remaining_attempts: unknown) =>
  text(401, { code: 'invalid_credentials_remaining_attempts', remaining_attempts })
const locked = (minutes_remaining: number, seconds_remaining: number) =>
  text(429, { code: 'account_locked', minutes_remaining, seconds_remaining })

test('says how many attempts are left, and that none is', () => {
  expect(attempts(3)).toBe('Incorrect username or password. You have 3 attempts left before the account is locked.')
  expect(attempts(1)).toContain('1 attempt left')
  expect(attempts(0)).toBe('The account is locked after too many attempts.')
})

test('says what to do about a wrong code, and how often one may', () => {
  const wrong = (remaining_attempts: number) => text(401, { code: 'invalid_second_factor', remaining_attempts })
  const sentence = 'This code is wrong or has been used already. Type the one that the app shows now.'
  expect(wrong(2)).toBe(`${sentence} You have 2 attempts left before the account is locked.`)
  expect(wrong(1)).toContain('1 attempt left')
  expect(wrong(0)).toContain('The account is locked')
})

test('says how long a lock lasts in minutes, seconds or both', () => {
  const sentence = 'The account is locked after too many attempts. Please wait'
  expect(locked(4, 0)).toBe(`${sentence} 4 minutes and try again.`)
  expect(locked(0, 1)).toBe(`${sentence} 1 second and try again.`)
  expect(locked(1, 20)).toBe(`${sentence} 1 minute and 20 seconds and try again.`)
  expect(locked(0, 0)).toBe('The account is locked after too many attempts.')
})

test('a malformed body and any other failure have texts of their own', () => {
  expect(text(400, { code: 'invalid_inputs' })).toBe('User or password are not valid.')
  expect(text(503, { code: 'unavailable' })).toBe('Authentication failed. Incorrect username or password.')
  expect(attempts('many')).toBe('Authentication failed. Incorrect username or password.')
})
