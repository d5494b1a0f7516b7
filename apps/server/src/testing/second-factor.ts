import { shownByApp } from './authenticator.ts'
import { password, type TestApp } from './open-app.ts'
import { createPasskey } from './passkey.ts'

type Headers = { authorization: string }

/** What the app shows by the test's clock, or showed so many steps ago. */
export const codeNow = ({ clock }: Pick<TestApp, 'clock'>, key: string, steps?: number) =>
  shownByApp(key, clock.now(), steps)

export async function begin({ app }: Pick<TestApp, 'app'>, headers: Headers): Promise<{ secret: string; uri: string }> {
  return (await app.inject({ method: 'POST', url: '/api/user/mfa/totp/', headers, payload: { password } })).json()
}

/** The present code of the app is used up by it. */
export async function turnOn(demo: Pick<TestApp, 'app' | 'clock'>, headers: Headers) {
  const { secret } = await begin(demo, headers)
  const url = '/api/user/mfa/totp/confirm/'
  const payload = { code: codeNow(demo, secret) }
  const { recovery_codes } = (await demo.app.inject({ method: 'POST', url, headers, payload })).json()
  return { secret, recoveryCodes: recovery_codes as string[] }
}

/** What the browser answers for a new passkey, which nobody has kept yet. */
export async function registrationOf(
  { app }: Pick<TestApp, 'app'>,
  headers: Headers,
  passkey: Pick<ReturnType<typeof createPasskey>, 'register'> = createPasskey(),
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
