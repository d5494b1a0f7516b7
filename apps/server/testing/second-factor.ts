import type { UserId } from '@fonema/contract'
import { shownByApp } from './authenticator.ts'
import { createPasskey } from './passkey.ts'
import { buildTestApp, password, type TestApp } from './test-app.ts'

type Headers = { authorization: string }

/** The app's code at the test clock's time, shifted by that many steps. */
export const codeNow = ({ clock }: Pick<TestApp, 'clock'>, key: string, steps?: number) =>
  shownByApp(key, clock.now(), steps)

export async function begin({ app }: Pick<TestApp, 'app'>, headers: Headers): Promise<{ secret: string; uri: string }> {
  return (await app.inject({ method: 'POST', url: '/api/user/mfa/totp/', headers, payload: { password } })).json()
}

/** Turns the second factor on, which uses up the app's present code. */
export async function turnOn(demo: Pick<TestApp, 'app' | 'clock'>, headers: Headers) {
  const { secret } = await begin(demo, headers)
  const url = '/api/user/mfa/totp/confirm/'
  const payload = { code: codeNow(demo, secret) }
  const { recovery_codes } = (await demo.app.inject({ method: 'POST', url, headers, payload })).json()
  return { secret, recoveryCodes: recovery_codes as string[] }
}

/** A browser's answer for a new passkey that is not stored yet. */
export async function registrationOf(
  { app }: Pick<TestApp, 'app'>,
  headers: Headers,
  passkey: Pick<ReturnType<typeof createPasskey>, 'register'> = createPasskey('http://localhost'),
) {
  const url = '/api/user/mfa/passkeys/begin/'
  const begun = await app.inject({ method: 'POST', url, headers, payload: { password } })
  return passkey.register(begun.json().challenge)
}

/** @returns its id */
export async function addPasskey(demo: Pick<TestApp, 'app'>, headers: Headers): Promise<string> {
  const payload = await registrationOf(demo, headers)
  await demo.app.inject({ method: 'POST', url: '/api/user/mfa/passkeys/', headers, payload })
  return (await demo.app.inject({ url: '/api/user/mfa/', headers })).json().passkeys[0].id
}

type Call = { method?: 'GET' | 'POST' | 'DELETE' | 'PATCH'; headers?: Record<string, string>; payload?: object }

export async function ask({ app }: Pick<TestApp, 'app'>, path: string, call: Call = {}) {
  const { statusCode, body } = await app.inject({ url: `/api${path}`, ...call })
  return { status: statusCode, answer: body === '' ? undefined : JSON.parse(body) }
}

/** The user whose second factor the tests turn on. */
export const email = 'examiner@demo.example'

export const signIn = (demo: Pick<TestApp, 'app'>, code?: string, more: object = {}) =>
  ask(demo, '/user/api/token/', { method: 'POST', payload: { email, password, ...(code && { code }), ...more } })

export const required = { code: 'second_factor_required', methods: ['totp', 'recovery_code'] }
export const refused = (remaining_attempts: number) => ({ code: 'invalid_second_factor', remaining_attempts })

export async function userIdOf({ database }: TestApp, email_key = email): Promise<UserId> {
  const account = database.shared.selectFrom('credentials').select('user_id').where('email_key', '=', email_key)
  return (await account.executeTakeFirstOrThrow()).user_id
}

/** The clinic with an examiner whose app was confirmed half a minute ago. */
export async function buildClinicWithApp(environment: Record<string, string> = {}) {
  const demo = await buildTestApp(environment)
  const headers = await demo.signIn(email)
  const { secret, recoveryCodes } = await turnOn(demo, headers)
  demo.clock.advance(30)
  const code = (steps?: number) => codeNow(demo, secret, steps)
  return { demo, headers, secret, recoveryCodes, code }
}
